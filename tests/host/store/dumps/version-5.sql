-- What version 5 of the host wrote for three problems and five answers.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('5');
CREATE TABLE board_boots (
	board VARCHAR(64) NOT NULL, 
	boot BIGINT NOT NULL, 
	began_at DATETIME NOT NULL, 
	estimated_at DATETIME NOT NULL, 
	PRIMARY KEY (board, boot)
);
CREATE TABLE boards (
	id VARCHAR(64) NOT NULL, 
	panel VARCHAR(20) NOT NULL, 
	firmware VARCHAR(40) NOT NULL, 
	first_seen DATETIME NOT NULL, 
	last_seen DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE digests (
	game_id INTEGER NOT NULL, 
	opening TEXT NOT NULL, 
	times TEXT NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE events (
	game_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	ticks BIGINT NOT NULL, 
	at DATETIME NOT NULL, boot BIGINT, played_at DATETIME, 
	PRIMARY KEY (game_id, seq), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE findings (
	game_id INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	line VARCHAR(32) NOT NULL, 
	colour VARCHAR(5) NOT NULL, 
	proven VARCHAR(4), 
	choices JSON NOT NULL, 
	playouts BIGINT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	found_at DATETIME NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	source VARCHAR(10) NOT NULL, 
	board VARCHAR(64) NOT NULL, 
	panel VARCHAR(20) NOT NULL, 
	firmware VARCHAR(40) NOT NULL, 
	rules VARCHAR(40) NOT NULL, 
	on_board VARCHAR(20) NOT NULL, 
	options JSON NOT NULL, 
	white TEXT NOT NULL, 
	black TEXT NOT NULL, 
	started_at DATETIME NOT NULL, 
	ended_at DATETIME, 
	status VARCHAR(10) NOT NULL, 
	result VARCHAR(2), 
	reason TEXT, action_count INTEGER DEFAULT '0' NOT NULL, seats_swapped BOOLEAN DEFAULT 0 NOT NULL, white_player INTEGER REFERENCES players (id), black_player INTEGER REFERENCES players (id), rating SMALLINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (game)
);
CREATE TABLE hexlume_schema (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "hexlume_schema" VALUES(5);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	name TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
CREATE TABLE problem_answers (
	id INTEGER NOT NULL, 
	problem_id INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	action TEXT NOT NULL, 
	was_right BOOLEAN NOT NULL, 
	answered_at DATETIME NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(problem_id) REFERENCES problems (id)
);
INSERT INTO "problem_answers" VALUES(1,1,'ann','Wa2',0,'2026-05-01 12:00:00.000000');
INSERT INTO "problem_answers" VALUES(2,1,'ann','Bc2',1,'2026-05-01 12:20:00.000000');
INSERT INTO "problem_answers" VALUES(3,2,'ann','Bc2',1,'2026-05-01 12:00:00.000000');
INSERT INTO "problem_answers" VALUES(4,2,'ann','Wa2',0,'2026-05-04 12:00:00.000000');
INSERT INTO "problem_answers" VALUES(5,3,'','Bc2',1,'2026-05-01 12:00:00.000000');
CREATE TABLE problem_schedules (
	problem_id INTEGER NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	due_at DATETIME NOT NULL, 
	card JSON NOT NULL, 
	PRIMARY KEY (problem_id, player), 
	FOREIGN KEY(problem_id) REFERENCES problems (id)
);
INSERT INTO "problem_schedules" VALUES(1,'ann','2026-05-02 12:20:00.000000','{"card_id": 0, "state": 2, "step": null, "stability": 0.24668918777567272, "difficulty": 6.402115069296838, "due": "2026-05-02T12:20:00+00:00", "last_review": "2026-05-01T12:20:00+00:00"}');
INSERT INTO "problem_schedules" VALUES(2,'ann','2026-05-04 12:10:00.000000','{"card_id": 0, "state": 3, "step": 0, "stability": 0.6368506992409603, "difficulty": 7.394502741279718, "due": "2026-05-04T12:10:00+00:00", "last_review": "2026-05-04T12:00:00+00:00"}');
INSERT INTO "problem_schedules" VALUES(3,'','2026-05-03 12:00:00.000000','{"card_id": 0, "state": 2, "step": null, "stability": 2.3065, "difficulty": 2.118103970459016, "due": "2026-05-03T12:00:00+00:00", "last_review": "2026-05-01T12:00:00+00:00"}');
CREATE TABLE problems (
	id INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	rules VARCHAR(40) NOT NULL, 
	on_board VARCHAR(20) NOT NULL, 
	options JSON NOT NULL, 
	actions JSON NOT NULL, 
	colour VARCHAR(5) NOT NULL, 
	worth VARCHAR(4), 
	best JSON NOT NULL, 
	answers JSON NOT NULL, 
	themes TEXT NOT NULL, 
	difficulty SMALLINT NOT NULL, 
	measures JSON NOT NULL, 
	player TEXT NOT NULL, 
	game_id INTEGER, 
	ply INTEGER, 
	played TEXT NOT NULL, 
	made_at DATETIME NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key"), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "problems" VALUES(1,'b62a42c07b80b596d5bd9cf72f785c40','orochi','hex2','{}','["Wb2"]','black','win','["Bc2"]','{"Bc2": {"chance": 1.0, "worth": "win", "line": ["Wa1"]}, "Wa2": {"chance": 0.0, "worth": "loss", "line": ["Ba1", "Wc1"]}}',' placement win-at-once ',2,'{"choices": 12, "depth": 3, "playouts": null}','',NULL,NULL,'','2026-11-25 12:38:18.501940');
INSERT INTO "problems" VALUES(2,'e87ae3aba4b31c80aeb58d67c36eb2b0','orochi','hex2','{}','["Wa1"]','black','win','["Bc2"]','{"Bc2": {"chance": 1.0, "worth": "win", "line": ["Wa1"]}, "Wa2": {"chance": 0.0, "worth": "loss", "line": ["Ba1", "Wc1"]}}',' placement defence ',4,'{"choices": 12, "depth": 3, "playouts": null}','',NULL,NULL,'','2026-11-25 12:38:18.513424');
INSERT INTO "problems" VALUES(3,'7a1ec6c818474f2194a114efada7d2cf','orochi','hex2','{}','["Wc2"]','black','win','["Bc2"]','{"Bc2": {"chance": 1.0, "worth": "win", "line": ["Wa1"]}, "Wa2": {"chance": 0.0, "worth": "loss", "line": ["Ba1", "Wc1"]}}',' placement win-at-once ',2,'{"choices": 12, "depth": 3, "playouts": null}','',NULL,NULL,'','2026-11-25 12:38:18.517394');
CREATE TABLE rating_steps (
	game_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	scope VARCHAR(40) NOT NULL, 
	ended_at DATETIME NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	PRIMARY KEY (game_id, player_id, scope), 
	FOREIGN KEY(game_id) REFERENCES games (id), 
	FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE ratings (
	player_id INTEGER NOT NULL, 
	scope VARCHAR(40) NOT NULL, 
	ended_at DATETIME NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	PRIMARY KEY (player_id, scope), 
	FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE INDEX ix_rating_steps_order ON rating_steps (ended_at, game_id);
CREATE INDEX ix_rating_steps_player ON rating_steps (player_id, scope, ended_at, game_id);
CREATE INDEX ix_ratings_scope ON ratings (scope, mu);
CREATE INDEX ix_games_started ON games (started_at, id);
CREATE INDEX ix_games_rules ON games (rules, on_board, started_at);
CREATE INDEX ix_games_board ON games (board, started_at);
CREATE INDEX ix_games_status ON games (status, started_at);
CREATE INDEX ix_games_result ON games (result, started_at);
CREATE INDEX ix_games_white_player ON games (white_player, started_at);
CREATE INDEX ix_games_black_player ON games (black_player, started_at);
CREATE INDEX ix_games_rating ON games (rating, ended_at, id);
CREATE INDEX ix_problems_rules ON problems (rules, difficulty);
CREATE INDEX ix_problem_answers_player ON problem_answers (player, answered_at);
CREATE INDEX ix_problem_schedules_due ON problem_schedules (player, due_at);
COMMIT;
