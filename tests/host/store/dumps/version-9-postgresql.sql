-- The games of version-9.sql in PostgreSQL, as pg_dump --inserts writes them.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.board_boots (
    board character varying(64) NOT NULL,
    boot bigint NOT NULL,
    began_at timestamp without time zone NOT NULL,
    estimated_at timestamp without time zone NOT NULL
);
CREATE TABLE public.boards (
    id character varying(64) NOT NULL,
    panel character varying(20) NOT NULL,
    firmware character varying(40) NOT NULL,
    first_seen timestamp without time zone NOT NULL,
    last_seen timestamp without time zone NOT NULL
);
CREATE TABLE public.dropped_games (
    id integer NOT NULL,
    board character varying(64) NOT NULL,
    first character varying(64) NOT NULL,
    before character varying(64) NOT NULL,
    games integer NOT NULL,
    exact boolean NOT NULL,
    reported_at timestamp without time zone NOT NULL
);
CREATE SEQUENCE public.dropped_games_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.dropped_games_id_seq OWNED BY public.dropped_games.id;
CREATE TABLE public.evaluations (
    game_id integer NOT NULL,
    ply integer NOT NULL,
    line character varying(32) NOT NULL,
    colour character varying(5) NOT NULL,
    proven character varying(4),
    choices json NOT NULL,
    playouts bigint NOT NULL,
    seconds double precision NOT NULL,
    found_at timestamp without time zone NOT NULL
);
CREATE TABLE public.events (
    game_id integer NOT NULL,
    seq integer NOT NULL,
    kind character varying(16) NOT NULL,
    data json NOT NULL,
    ticks bigint NOT NULL,
    at timestamp without time zone NOT NULL,
    boot bigint,
    played_at timestamp without time zone
);
CREATE TABLE public.game_summaries (
    game_id integer NOT NULL,
    opening text NOT NULL,
    times text NOT NULL
);
CREATE TABLE public.games (
    id integer NOT NULL,
    game character varying(64) NOT NULL,
    source character varying(10) NOT NULL,
    board character varying(64) NOT NULL,
    panel character varying(20) NOT NULL,
    firmware character varying(40) NOT NULL,
    rules character varying(40) NOT NULL,
    on_board character varying(20) NOT NULL,
    options json NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    started_at timestamp without time zone NOT NULL,
    ended_at timestamp without time zone,
    status character varying(10) NOT NULL,
    result character varying(2),
    reason text,
    action_count integer DEFAULT 0 NOT NULL,
    seats_swapped boolean DEFAULT false NOT NULL,
    white_player integer,
    black_player integer
);
CREATE SEQUENCE public.games_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.games_id_seq OWNED BY public.games.id;
CREATE TABLE public.hexlume_schema (
    version integer NOT NULL
);
CREATE SEQUENCE public.hexlume_schema_version_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.hexlume_schema_version_seq OWNED BY public.hexlume_schema.version;
CREATE TABLE public.network_games (
    id integer NOT NULL,
    game character varying(64) NOT NULL,
    role character varying(5) NOT NULL,
    code text NOT NULL,
    notes json NOT NULL
);
CREATE SEQUENCE public.network_games_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.network_games_id_seq OWNED BY public.network_games.id;
CREATE TABLE public.players (
    id integer NOT NULL,
    key text NOT NULL,
    name text NOT NULL
);
CREATE SEQUENCE public.players_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.players_id_seq OWNED BY public.players.id;
CREATE TABLE public.puzzle_answers (
    id integer NOT NULL,
    puzzle_id integer NOT NULL,
    player text NOT NULL,
    action text NOT NULL,
    was_right boolean NOT NULL,
    answered_at timestamp without time zone NOT NULL
);
CREATE SEQUENCE public.problem_answers_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.problem_answers_id_seq OWNED BY public.puzzle_answers.id;
CREATE TABLE public.puzzles (
    id integer NOT NULL,
    key character varying(32) NOT NULL,
    rules character varying(40) NOT NULL,
    on_board character varying(20) NOT NULL,
    options json NOT NULL,
    actions json NOT NULL,
    colour character varying(5) NOT NULL,
    worth character varying(4),
    best json NOT NULL,
    answers json NOT NULL,
    themes text NOT NULL,
    difficulty smallint NOT NULL,
    measures json NOT NULL,
    player text NOT NULL,
    game_id integer,
    ply integer,
    played text NOT NULL,
    made_at timestamp without time zone NOT NULL
);
CREATE SEQUENCE public.problems_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.problems_id_seq OWNED BY public.puzzles.id;
CREATE TABLE public.sessions (
    name character varying(64) NOT NULL,
    allows character varying(5) NOT NULL,
    ends_at double precision NOT NULL
);
CREATE TABLE public.variations (
    game_id integer NOT NULL,
    data json NOT NULL
);
ALTER TABLE ONLY public.dropped_games ALTER COLUMN id SET DEFAULT nextval('public.dropped_games_id_seq'::regclass);
ALTER TABLE ONLY public.games ALTER COLUMN id SET DEFAULT nextval('public.games_id_seq'::regclass);
ALTER TABLE ONLY public.hexlume_schema ALTER COLUMN version SET DEFAULT nextval('public.hexlume_schema_version_seq'::regclass);
ALTER TABLE ONLY public.network_games ALTER COLUMN id SET DEFAULT nextval('public.network_games_id_seq'::regclass);
ALTER TABLE ONLY public.players ALTER COLUMN id SET DEFAULT nextval('public.players_id_seq'::regclass);
ALTER TABLE ONLY public.puzzle_answers ALTER COLUMN id SET DEFAULT nextval('public.problem_answers_id_seq'::regclass);
ALTER TABLE ONLY public.puzzles ALTER COLUMN id SET DEFAULT nextval('public.problems_id_seq'::regclass);
INSERT INTO public.board_boots VALUES ('b1', 1, '2026-01-04 12:14:06.016144', '2026-11-26 21:28:58.145548');
INSERT INTO public.board_boots VALUES ('b0a4d', 1, '2026-01-05 12:14:03.424145', '2026-11-26 21:28:58.163969');
INSERT INTO public.boards VALUES ('b0a4d', 'hex9', '0.1.0', '2026-11-26 21:28:57.977767', '2026-11-26 21:28:58.164775');
INSERT INTO public.boards VALUES ('b1', 'hex9', '0.1.0', '2026-11-26 21:28:58.147449', '2026-11-26 21:28:58.17908');
INSERT INTO public.dropped_games VALUES (1, 'b0a4d', 'b0a4d-1-2', 'b0a4d-1-5', 3, true, '2026-11-26 21:28:58.198349');
INSERT INTO public.evaluations VALUES (1, 16, '329fe849f4786cf1a44ca1f181541cb6', 'white', 'loss', '[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["b2"]}]', 8, 0, '2026-11-26 21:29:00.518996');
INSERT INTO public.evaluations VALUES (1, 15, '2c8c7a93acc6e4cecd2060a851e8ad52', 'white', 'loss', '[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 3, "line": ["b2"]}, {"action": "d3", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["d3"]}]', 2, 0, '2026-11-26 21:29:00.532592');
INSERT INTO public.evaluations VALUES (1, 14, 'e10b0c2cebac4e179e7c20fb4118826d', 'black', 'win', '[{"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}]', 8, 0, '2026-11-26 21:29:00.535264');
INSERT INTO public.evaluations VALUES (1, 13, '37ad1a4cb6956acac2fb45a56595d2db', 'black', 'win', '[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "d3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["d3"]}]', 0, 0, '2026-11-26 21:29:00.541921');
INSERT INTO public.evaluations VALUES (1, 12, '167864881c5064e2c307048af66884c4', 'white', 'win', '[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}]', 0, 0, '2026-11-26 21:29:00.548351');
INSERT INTO public.evaluations VALUES (1, 11, 'fe29e76977993e8ac3f7956bd70b0be6', 'white', 'win', '[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "e2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["e2"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}]', 0, 0, '2026-11-26 21:29:00.550975');
INSERT INTO public.evaluations VALUES (1, 10, 'cbf17ae952c5ffe662a2db36e59244a5', 'black', 'loss', '[{"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "e3", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["e3"]}]', 8, 0, '2026-11-26 21:29:00.556319');
INSERT INTO public.evaluations VALUES (1, 9, '145d7eb678e85fd10406d649f5abc5a3', 'black', 'loss', '[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 0.0, "proven": "loss", "visits": 5, "line": ["c2"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "c5", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c5"]}, {"action": "e1", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["e1", "e3"]}]', 8, 0, '2026-11-26 21:29:00.559962');
INSERT INTO public.evaluations VALUES (1, 8, 'dd79a3cf4aa6451d322467888394f8bd', 'white', 'win', '[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "d2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d2"]}, {"action": "e1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["e1"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}]', 0, 0, '2026-11-26 21:29:00.569979');
INSERT INTO public.evaluations VALUES (1, 7, '6b2b48f9d80205a55527c8d8ce8cff34', 'white', 'win', '[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "a3", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a3"]}, {"action": "b2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}]', 0, 0, '2026-11-26 21:29:00.585798');
INSERT INTO public.evaluations VALUES (1, 6, 'ae2c85d4d8f7bf8ada76365f46c5f0ce', 'black', 'loss', '[{"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}, {"action": "d2", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["d2"]}, {"action": "e2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["e2"]}]', 8, 0, '2026-11-26 21:29:00.600213');
INSERT INTO public.evaluations VALUES (1, 5, '0f1c62c1024aac93654d311dee71b0ee', 'black', 'loss', '[{"action": "a1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a1"]}, {"action": "a3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a3"]}, {"action": "b1", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["b1", "d2"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}]', 8, 0, '2026-11-26 21:29:00.656939');
INSERT INTO public.evaluations VALUES (1, 4, 'b046855ca09c6af93ce811f5dfb95910', 'white', 'win', '[{"action": "d1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d1"]}, {"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}, {"action": "d2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["d2"]}]', 0, 0, '2026-11-26 21:29:00.689076');
INSERT INTO public.evaluations VALUES (1, 3, 'dcf0dd00ca2dd8f19a0101185e627de6', 'white', 'win', '[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "b1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b1"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "d1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d1"]}, {"action": "d4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d4"]}]', 0, 0, '2026-11-26 21:29:01.330518');
INSERT INTO public.evaluations VALUES (1, 2, '102d360d46f5da285551bbea3ab4018e', 'black', 'loss', '[{"action": "a2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["a2"]}, {"action": "c2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["c2"]}, {"action": "e2", "chance": 0.0, "proven": "loss", "visits": 6, "line": ["e2"]}]', 8, 0, '2026-11-26 21:29:01.476824');
INSERT INTO public.evaluations VALUES (1, 1, '5e4510daa46cd409e390a1f5b360d725', 'black', 'win', '[{"action": "a2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a2"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "d4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d4"]}, {"action": "c4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c4"]}]', 0, 0, '2026-11-26 21:29:03.085073');
INSERT INTO public.evaluations VALUES (1, 0, 'e3b0c44298fc1c149afbf4c8996fb924', 'white', 'loss', '[{"action": "a1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a1"]}, {"action": "a2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a2"]}, {"action": "a3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a3"]}, {"action": "b1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b1"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "c1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c1"]}]', 8, 0, '2026-11-26 21:29:03.092961');
INSERT INTO public.events VALUES (1, 0, 'start', '{"rules": "sibling", "on": "hex3", "options": {"pie": false}}', 0, '2026-11-26 21:28:57.984391', 1, '2026-01-01 11:59:59');
INSERT INTO public.events VALUES (1, 1, 'action', '{"action": "c1", "colour": "white"}', 1500, '2026-11-26 21:28:58.005789', 1, '2026-01-01 12:00:00.5');
INSERT INTO public.events VALUES (1, 2, 'action', '{"action": "c4", "colour": "black"}', 3000, '2026-11-26 21:28:58.012102', 1, '2026-01-01 12:00:02');
INSERT INTO public.events VALUES (1, 3, 'action', '{"action": "a2", "colour": "black"}', 4500, '2026-11-26 21:28:58.020404', 1, '2026-01-01 12:00:03.5');
INSERT INTO public.events VALUES (1, 4, 'action', '{"action": "d4", "colour": "white"}', 6000, '2026-11-26 21:28:58.028455', 1, '2026-01-01 12:00:05');
INSERT INTO public.events VALUES (1, 5, 'action', '{"action": "d1", "colour": "white"}', 7500, '2026-11-26 21:28:58.032799', 1, '2026-01-01 12:00:06.5');
INSERT INTO public.events VALUES (1, 6, 'action', '{"action": "b1", "colour": "black"}', 9000, '2026-11-26 21:28:58.036476', 1, '2026-01-01 12:00:08');
INSERT INTO public.events VALUES (1, 7, 'action', '{"action": "b3", "colour": "black"}', 10500, '2026-11-26 21:28:58.042756', 1, '2026-01-01 12:00:09.5');
INSERT INTO public.events VALUES (1, 8, 'action', '{"action": "a3", "colour": "white"}', 12000, '2026-11-26 21:28:58.045803', 1, '2026-01-01 12:00:11');
INSERT INTO public.events VALUES (1, 9, 'action', '{"action": "a1", "colour": "white"}', 13500, '2026-11-26 21:28:58.050989', 1, '2026-01-01 12:00:12.5');
INSERT INTO public.events VALUES (1, 10, 'action', '{"action": "e1", "colour": "black"}', 15000, '2026-11-26 21:28:58.057167', 1, '2026-01-01 12:00:14');
INSERT INTO public.events VALUES (1, 11, 'action', '{"action": "e3", "colour": "black"}', 16500, '2026-11-26 21:28:58.060565', 1, '2026-01-01 12:00:15.5');
INSERT INTO public.events VALUES (1, 12, 'action', '{"action": "e2", "colour": "white"}', 18000, '2026-11-26 21:28:58.065355', 1, '2026-01-01 12:00:17');
INSERT INTO public.events VALUES (1, 13, 'action', '{"action": "b4", "colour": "white"}', 19500, '2026-11-26 21:28:58.068856', 1, '2026-01-01 12:00:18.5');
INSERT INTO public.events VALUES (1, 14, 'action', '{"action": "c2", "colour": "black"}', 21000, '2026-11-26 21:28:58.073771', 1, '2026-01-01 12:00:20');
INSERT INTO public.events VALUES (1, 15, 'action', '{"action": "c5", "colour": "black"}', 22500, '2026-11-26 21:28:58.079423', 1, '2026-01-01 12:00:21.5');
INSERT INTO public.events VALUES (1, 16, 'action', '{"action": "d3", "colour": "white"}', 24000, '2026-11-26 21:28:58.082646', 1, '2026-01-01 12:00:23');
INSERT INTO public.events VALUES (1, 17, 'action', '{"action": "b2", "colour": "white"}', 25500, '2026-11-26 21:28:58.089071', 1, '2026-01-01 12:00:24.5');
INSERT INTO public.events VALUES (1, 18, 'result', '{"result": "B+", "reason": "larger-first-group"}', 27000, '2026-11-26 21:28:58.092893', 1, '2026-01-01 12:00:26');
INSERT INTO public.events VALUES (2, 0, 'start', '{"rules": "orochi", "on": "hex4", "options": {}}', 0, '2026-11-26 21:28:58.105591', 1, '2026-01-01 11:59:59');
INSERT INTO public.events VALUES (2, 1, 'action', '{"action": "Bd6", "colour": "white"}', 1500, '2026-11-26 21:28:58.116908', 1, '2026-01-01 12:00:00.5');
INSERT INTO public.events VALUES (2, 2, 'action', '{"action": "Bc1", "colour": "black"}', 3000, '2026-11-26 21:28:58.11966', 1, '2026-01-01 12:00:02');
INSERT INTO public.events VALUES (2, 3, 'action', '{"action": "We6", "colour": "black"}', 4500, '2026-11-26 21:28:58.124717', 1, '2026-01-01 12:00:03.5');
INSERT INTO public.events VALUES (2, 4, 'action', '{"action": "Wa4", "colour": "white"}', 6000, '2026-11-26 21:28:58.126982', 1, '2026-01-01 12:00:05');
INSERT INTO public.events VALUES (2, 5, 'undo', '{}', 7500, '2026-11-26 21:28:58.133009', 1, '2026-01-01 12:00:06.5');
INSERT INTO public.events VALUES (2, 6, 'action', '{"action": "Bb1", "colour": "white"}', 9000, '2026-11-26 21:28:58.136488', 1, '2026-01-01 12:00:08');
INSERT INTO public.events VALUES (2, 7, 'conclude', '{"result": "W+", "reason": "resigned"}', 10500, '2026-11-26 21:28:58.138613', 1, '2026-01-01 12:00:09.5');
INSERT INTO public.events VALUES (3, 0, 'start', '{"rules": "orochi", "on": "hex4", "options": {}}', 0, '2026-11-26 21:28:58.145548', 1, '2026-01-04 12:14:06.016144');
INSERT INTO public.events VALUES (3, 1, 'action', '{"action": "Wd4", "colour": "white"}', 1137, '2026-11-26 21:28:58.145548', 1, '2026-01-04 12:14:07.153144');
INSERT INTO public.events VALUES (3, 2, 'action', '{"action": "swap", "colour": "black"}', 2548, '2026-11-26 21:28:58.145548', 1, '2026-01-04 12:14:08.564144');
INSERT INTO public.events VALUES (3, 3, 'result', '{"result": "W+", "reason": "larger-group"}', 4233, '2026-11-26 21:28:58.145548', 1, '2026-01-04 12:14:10.249144');
INSERT INTO public.events VALUES (4, 0, 'start', '{"rules": "orochi", "on": "hex4", "options": {}}', 0, '2026-11-26 21:28:58.163969', 1, '2026-01-05 12:14:03.424145');
INSERT INTO public.events VALUES (4, 1, 'action', '{"action": "Wd4", "colour": "white"}', 1137, '2026-11-26 21:28:58.163969', 1, '2026-01-05 12:14:04.561145');
INSERT INTO public.events VALUES (5, 0, 'start', '{"rules": "orochi", "on": "hex4", "options": {}}', 0, '2026-11-26 21:28:58.172954', 1, '2026-01-04 12:14:06.016144');
INSERT INTO public.events VALUES (5, 1, 'action', '{"action": "Wd4", "colour": "white"}', 1137, '2026-11-26 21:28:58.172954', 1, '2026-01-04 12:14:07.153144');
INSERT INTO public.events VALUES (5, 2, 'abandon', '{}', 2548, '2026-11-26 21:28:58.172954', 1, '2026-01-04 12:14:08.564144');
INSERT INTO public.events VALUES (6, 0, 'start', '{"rules": "orochi", "on": "hex4", "options": {}}', 0, '2026-11-26 21:28:58.178479', 1, '2026-01-04 12:14:06.016144');
INSERT INTO public.events VALUES (6, 1, 'action', '{"action": "Wd4", "colour": "white"}', 1137, '2026-11-26 21:28:58.178479', 1, '2026-01-04 12:14:07.153144');
INSERT INTO public.events VALUES (6, 2, 'result', '{"result": "B+", "reason": "larger-group"}', 2548, '2026-11-26 21:28:58.178479', 1, '2026-01-04 12:14:08.564144');
INSERT INTO public.game_summaries VALUES (1, 'wc1 bc4 ba2 wd4 wd1 bb1 bb3 wa3 wa1 be1 be3 we2 wb4 bc2 bc5 wd3', '15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15');
INSERT INTO public.game_summaries VALUES (2, 'wBd6 bBc1 bWe6 wBb1', '15 15 15 15');
INSERT INTO public.game_summaries VALUES (3, 'wWd4 bswap', '11 14');
INSERT INTO public.game_summaries VALUES (5, 'wWd4', '11');
INSERT INTO public.game_summaries VALUES (6, 'wWd4', '11');
INSERT INTO public.games VALUES (4, 'b0a4d-1-9', 'board', 'b0a4d', 'hex9', '0.1.0', 'orochi', 'hex4', '{}', 'Ann', 'Cy', '2026-01-05 12:14:03.424145', NULL, 'unfinished', NULL, NULL, 1, false, 1, 3);
INSERT INTO public.games VALUES (5, 'b1-1-2', 'board', 'b1', 'hex9', '0.1.0', 'orochi', 'hex4', '{}', '', '', '2026-01-04 12:14:06.016144', '2026-01-04 12:14:08.564144', 'abandoned', NULL, NULL, 1, false, NULL, NULL);
INSERT INTO public.games VALUES (1, 'sibling-4', 'board', 'b0a4d', 'hex4', '0.1.0', 'sibling', 'hex3', '{"pie": false}', 'Ann', 'Ben', '2026-01-01 11:59:59', '2026-01-01 12:00:26', 'finished', 'B+', 'larger-first-group', 17, false, 1, 2);
INSERT INTO public.games VALUES (2, 'orochi-7', 'board', 'b0a4d', 'hex4', '0.1.0', 'orochi', 'hex4', '{}', 'Ann', 'Ben', '2026-01-01 11:59:59', '2026-01-01 12:00:09.5', 'finished', 'W+', 'resigned', 4, false, 1, 2);
INSERT INTO public.games VALUES (3, 'b1-1-1', 'board', 'b1', 'hex9', '0.1.0', 'orochi', 'hex4', '{}', 'Ben', 'Cy', '2026-01-04 12:14:06.016144', '2026-01-04 12:14:10.249144', 'finished', 'W+', 'larger-group', 2, true, 3, 2);
INSERT INTO public.games VALUES (6, 'b1-1-3', 'puzzle', 'b1', 'hex9', '0.1.0', 'orochi', 'hex4', '{}', 'Ann', 'Ben', '2026-01-04 12:14:06.016144', '2026-01-04 12:14:08.564144', 'finished', 'B+', 'larger-group', 1, false, 1, 2);
INSERT INTO public.hexlume_schema VALUES (9);
INSERT INTO public.players VALUES (1, 'ann', 'Ann');
INSERT INTO public.players VALUES (2, 'ben', 'Ben');
INSERT INTO public.players VALUES (3, 'cy', 'Cy');
INSERT INTO public.puzzle_answers VALUES (1, 1, 'ann', 'a1', false, '2026-01-09 00:00:00');
INSERT INTO public.puzzles VALUES (1, 'bc409ac398d2765ff0c5b95a48be1b3e', 'sibling', 'hex3', '{"pie": false}', '["d3", "a3", "c3", "c1", "e1", "d1", "d4", "c5", "e3", "e2", "b4", "d2", "b1", "c2"]', 'black', 'win', '["a2"]', '{"a2": {"chance": 1.0, "worth": "win", "line": []}, "c4": {"chance": 0.0, "worth": "loss", "line": []}}', ' placement win-at-once defence ', 1, '{"choices": 2, "depth": 1, "playouts": 24}', '', NULL, NULL, '', '2026-11-26 21:29:07.843967');
SELECT pg_catalog.setval('public.dropped_games_id_seq', 1, true);
SELECT pg_catalog.setval('public.games_id_seq', 6, true);
SELECT pg_catalog.setval('public.hexlume_schema_version_seq', 1, false);
SELECT pg_catalog.setval('public.network_games_id_seq', 1, false);
SELECT pg_catalog.setval('public.players_id_seq', 3, true);
SELECT pg_catalog.setval('public.problem_answers_id_seq', 1, true);
SELECT pg_catalog.setval('public.problems_id_seq', 1, true);
ALTER TABLE ONLY public.board_boots
    ADD CONSTRAINT board_boots_pkey PRIMARY KEY (board, boot);
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.game_summaries
    ADD CONSTRAINT digests_pkey PRIMARY KEY (game_id);
ALTER TABLE ONLY public.dropped_games
    ADD CONSTRAINT dropped_games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (game_id, seq);
ALTER TABLE ONLY public.evaluations
    ADD CONSTRAINT findings_pkey PRIMARY KEY (game_id, ply);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_game_key UNIQUE (game);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hexlume_schema
    ADD CONSTRAINT hexlume_schema_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.network_games
    ADD CONSTRAINT network_games_game_role_key UNIQUE (game, role);
ALTER TABLE ONLY public.network_games
    ADD CONSTRAINT network_games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_key_key UNIQUE (key);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT problem_answers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT problems_key_key UNIQUE (key);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT problems_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.variations
    ADD CONSTRAINT variations_pkey PRIMARY KEY (game_id);
CREATE UNIQUE INDEX ix_dropped_games_board ON public.dropped_games USING btree (board, before, first);
CREATE INDEX ix_games_black_player ON public.games USING btree (black_player, started_at);
CREATE INDEX ix_games_board ON public.games USING btree (board, started_at);
CREATE INDEX ix_games_result ON public.games USING btree (result, started_at);
CREATE INDEX ix_games_rules ON public.games USING btree (rules, on_board, started_at);
CREATE INDEX ix_games_started ON public.games USING btree (started_at, id);
CREATE INDEX ix_games_status ON public.games USING btree (status, started_at);
CREATE INDEX ix_games_white_player ON public.games USING btree (white_player, started_at);
CREATE INDEX ix_puzzle_answers_player ON public.puzzle_answers USING btree (player, answered_at);
CREATE INDEX ix_puzzles_rules ON public.puzzles USING btree (rules, difficulty);
ALTER TABLE ONLY public.game_summaries
    ADD CONSTRAINT digests_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);
ALTER TABLE ONLY public.evaluations
    ADD CONSTRAINT findings_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_black_player_fkey FOREIGN KEY (black_player) REFERENCES public.players(id);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_white_player_fkey FOREIGN KEY (white_player) REFERENCES public.players(id);
ALTER TABLE ONLY public.puzzle_answers
    ADD CONSTRAINT problem_answers_problem_id_fkey FOREIGN KEY (puzzle_id) REFERENCES public.puzzles(id);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT problems_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);
ALTER TABLE ONLY public.variations
    ADD CONSTRAINT variations_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);
