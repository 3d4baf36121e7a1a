-- A store of version 9: six games, a review, a puzzle and an answer to it.
BEGIN TRANSACTION;
CREATE TABLE board_boots (
	board VARCHAR(64) NOT NULL,
	boot BIGINT NOT NULL,
	began_at DATETIME NOT NULL,
	estimated_at DATETIME NOT NULL,
	PRIMARY KEY (board, boot)
);
INSERT INTO "board_boots" VALUES('b0a4d',1,'2026-01-05 12:14:03.423787','2026-11-26 21:28:46.236586');
INSERT INTO "board_boots" VALUES('b1',1,'2026-01-04 12:14:06.015786','2026-11-26 21:28:46.212567');
CREATE TABLE boards (
	id VARCHAR(64) NOT NULL,
	panel VARCHAR(20) NOT NULL,
	firmware VARCHAR(40) NOT NULL,
	first_seen DATETIME NOT NULL,
	last_seen DATETIME NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "boards" VALUES('b0a4d','hex9','0.1.0','2026-11-26 21:28:45.936542','2026-11-26 21:28:46.237272');
INSERT INTO "boards" VALUES('b1','hex9','0.1.0','2026-11-26 21:28:46.214253','2026-11-26 21:28:46.269188');
CREATE TABLE dropped_games (
	id INTEGER NOT NULL,
	board VARCHAR(64) NOT NULL,
	first VARCHAR(64) NOT NULL,
	"before" VARCHAR(64) NOT NULL,
	games INTEGER NOT NULL,
	exact BOOLEAN NOT NULL,
	reported_at DATETIME NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "dropped_games" VALUES(1,'b0a4d','b0a4d-1-2','b0a4d-1-5',3,1,'2026-11-26 21:28:46.315509');
CREATE TABLE "evaluations" (
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
INSERT INTO "evaluations" VALUES(1,16,'329fe849f4786cf1a44ca1f181541cb6','white','loss','[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["b2"]}]',8,0.0,'2026-11-26 21:28:49.425645');
INSERT INTO "evaluations" VALUES(1,15,'2c8c7a93acc6e4cecd2060a851e8ad52','white','loss','[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 3, "line": ["b2"]}, {"action": "d3", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["d3"]}]',2,0.0,'2026-11-26 21:28:49.437846');
INSERT INTO "evaluations" VALUES(1,14,'e10b0c2cebac4e179e7c20fb4118826d','black','win','[{"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}]',8,0.0,'2026-11-26 21:28:49.441335');
INSERT INTO "evaluations" VALUES(1,13,'37ad1a4cb6956acac2fb45a56595d2db','black','win','[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "d3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["d3"]}]',0,0.0,'2026-11-26 21:28:49.455874');
INSERT INTO "evaluations" VALUES(1,12,'167864881c5064e2c307048af66884c4','white','win','[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}]',0,0.0,'2026-11-26 21:28:49.465858');
INSERT INTO "evaluations" VALUES(1,11,'fe29e76977993e8ac3f7956bd70b0be6','white','win','[{"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "e2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["e2"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}]',0,0.0,'2026-11-26 21:28:49.481936');
INSERT INTO "evaluations" VALUES(1,10,'cbf17ae952c5ffe662a2db36e59244a5','black','loss','[{"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "e3", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["e3"]}]',8,0.0,'2026-11-26 21:28:49.485324');
INSERT INTO "evaluations" VALUES(1,9,'145d7eb678e85fd10406d649f5abc5a3','black','loss','[{"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 0.0, "proven": "loss", "visits": 5, "line": ["c2"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}, {"action": "c5", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c5"]}, {"action": "e1", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["e1", "e3"]}]',8,0.0,'2026-11-26 21:28:49.494943');
INSERT INTO "evaluations" VALUES(1,8,'dd79a3cf4aa6451d322467888394f8bd','white','win','[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "d2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d2"]}, {"action": "e1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["e1"]}, {"action": "c3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c3"]}]',0,0.0,'2026-11-26 21:28:49.512282');
INSERT INTO "evaluations" VALUES(1,7,'6b2b48f9d80205a55527c8d8ce8cff34','white','win','[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "a3", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a3"]}, {"action": "b2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b2"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}]',0,0.0,'2026-11-26 21:28:49.526734');
INSERT INTO "evaluations" VALUES(1,6,'ae2c85d4d8f7bf8ada76365f46c5f0ce','black','loss','[{"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}, {"action": "b4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b4"]}, {"action": "d2", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["d2"]}, {"action": "e2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["e2"]}]',8,0.0,'2026-11-26 21:28:49.545052');
INSERT INTO "evaluations" VALUES(1,5,'0f1c62c1024aac93654d311dee71b0ee','black','loss','[{"action": "a1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a1"]}, {"action": "a3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a3"]}, {"action": "b1", "chance": 0.0, "proven": "loss", "visits": 8, "line": ["b1", "d2"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}]',8,0.0,'2026-11-26 21:28:49.604446');
INSERT INTO "evaluations" VALUES(1,4,'b046855ca09c6af93ce811f5dfb95910','white','win','[{"action": "d1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d1"]}, {"action": "b3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b3"]}, {"action": "d2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["d2"]}]',0,0.0,'2026-11-26 21:28:49.646682');
INSERT INTO "evaluations" VALUES(1,3,'dcf0dd00ca2dd8f19a0101185e627de6','white','win','[{"action": "a1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a1"]}, {"action": "b1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b1"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "d1", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d1"]}, {"action": "d4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d4"]}]',0,0.0,'2026-11-26 21:28:50.417790');
INSERT INTO "evaluations" VALUES(1,2,'102d360d46f5da285551bbea3ab4018e','black','loss','[{"action": "a2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["a2"]}, {"action": "c2", "chance": 0.0, "proven": "loss", "visits": 1, "line": ["c2"]}, {"action": "e2", "chance": 0.0, "proven": "loss", "visits": 6, "line": ["e2"]}]',8,0.0,'2026-11-26 21:28:50.602654');
INSERT INTO "evaluations" VALUES(1,1,'5e4510daa46cd409e390a1f5b360d725','black','win','[{"action": "a2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["a2"]}, {"action": "b4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["b4"]}, {"action": "c2", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c2"]}, {"action": "c5", "chance": 1.0, "proven": "win", "visits": 0, "line": ["c5"]}, {"action": "d4", "chance": 1.0, "proven": "win", "visits": 0, "line": ["d4"]}, {"action": "c4", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c4"]}]',0,0.0,'2026-11-26 21:28:52.241062');
INSERT INTO "evaluations" VALUES(1,0,'e3b0c44298fc1c149afbf4c8996fb924','white','loss','[{"action": "a1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a1"]}, {"action": "a2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a2"]}, {"action": "a3", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["a3"]}, {"action": "b1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b1"]}, {"action": "b2", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["b2"]}, {"action": "c1", "chance": 0.0, "proven": "loss", "visits": 0, "line": ["c1"]}]',8,0.0,'2026-11-26 21:28:52.245705');
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
INSERT INTO "events" VALUES(1,0,'start','{"rules": "sibling", "on": "hex3", "options": {"pie": false}}',0,'2026-11-26 21:28:45.956788',1,'2026-01-01 11:59:59.000000');
INSERT INTO "events" VALUES(1,1,'action','{"action": "c1", "colour": "white"}',1500,'2026-11-26 21:28:45.976610',1,'2026-01-01 12:00:00.500000');
INSERT INTO "events" VALUES(1,2,'action','{"action": "c4", "colour": "black"}',3000,'2026-11-26 21:28:45.984203',1,'2026-01-01 12:00:02.000000');
INSERT INTO "events" VALUES(1,3,'action','{"action": "a2", "colour": "black"}',4500,'2026-11-26 21:28:45.988404',1,'2026-01-01 12:00:03.500000');
INSERT INTO "events" VALUES(1,4,'action','{"action": "d4", "colour": "white"}',6000,'2026-11-26 21:28:45.996354',1,'2026-01-01 12:00:05.000000');
INSERT INTO "events" VALUES(1,5,'action','{"action": "d1", "colour": "white"}',7500,'2026-11-26 21:28:46.000158',1,'2026-01-01 12:00:06.500000');
INSERT INTO "events" VALUES(1,6,'action','{"action": "b1", "colour": "black"}',9000,'2026-11-26 21:28:46.004404',1,'2026-01-01 12:00:08.000000');
INSERT INTO "events" VALUES(1,7,'action','{"action": "b3", "colour": "black"}',10500,'2026-11-26 21:28:46.008050',1,'2026-01-01 12:00:09.500000');
INSERT INTO "events" VALUES(1,8,'action','{"action": "a3", "colour": "white"}',12000,'2026-11-26 21:28:46.012074',1,'2026-01-01 12:00:11.000000');
INSERT INTO "events" VALUES(1,9,'action','{"action": "a1", "colour": "white"}',13500,'2026-11-26 21:28:46.016012',1,'2026-01-01 12:00:12.500000');
INSERT INTO "events" VALUES(1,10,'action','{"action": "e1", "colour": "black"}',15000,'2026-11-26 21:28:46.020109',1,'2026-01-01 12:00:14.000000');
INSERT INTO "events" VALUES(1,11,'action','{"action": "e3", "colour": "black"}',16500,'2026-11-26 21:28:46.028398',1,'2026-01-01 12:00:15.500000');
INSERT INTO "events" VALUES(1,12,'action','{"action": "e2", "colour": "white"}',18000,'2026-11-26 21:28:46.036232',1,'2026-01-01 12:00:17.000000');
INSERT INTO "events" VALUES(1,13,'action','{"action": "b4", "colour": "white"}',19500,'2026-11-26 21:28:46.044360',1,'2026-01-01 12:00:18.500000');
INSERT INTO "events" VALUES(1,14,'action','{"action": "c2", "colour": "black"}',21000,'2026-11-26 21:28:46.047328',1,'2026-01-01 12:00:20.000000');
INSERT INTO "events" VALUES(1,15,'action','{"action": "c5", "colour": "black"}',22500,'2026-11-26 21:28:46.056874',1,'2026-01-01 12:00:21.500000');
INSERT INTO "events" VALUES(1,16,'action','{"action": "d3", "colour": "white"}',24000,'2026-11-26 21:28:46.068032',1,'2026-01-01 12:00:23.000000');
INSERT INTO "events" VALUES(1,17,'action','{"action": "b2", "colour": "white"}',25500,'2026-11-26 21:28:46.080459',1,'2026-01-01 12:00:24.500000');
INSERT INTO "events" VALUES(1,18,'result','{"result": "B+", "reason": "larger-first-group"}',27000,'2026-11-26 21:28:46.092521',1,'2026-01-01 12:00:26.000000');
INSERT INTO "events" VALUES(2,0,'start','{"rules": "orochi", "on": "hex4", "options": {}}',0,'2026-11-26 21:28:46.108700',1,'2026-01-01 11:59:59.000000');
INSERT INTO "events" VALUES(2,1,'action','{"action": "Bd6", "colour": "white"}',1500,'2026-11-26 21:28:46.124578',1,'2026-01-01 12:00:00.500000');
INSERT INTO "events" VALUES(2,2,'action','{"action": "Bc1", "colour": "black"}',3000,'2026-11-26 21:28:46.136466',1,'2026-01-01 12:00:02.000000');
INSERT INTO "events" VALUES(2,3,'action','{"action": "We6", "colour": "black"}',4500,'2026-11-26 21:28:46.148461',1,'2026-01-01 12:00:03.500000');
INSERT INTO "events" VALUES(2,4,'action','{"action": "Wa4", "colour": "white"}',6000,'2026-11-26 21:28:46.156428',1,'2026-01-01 12:00:05.000000');
INSERT INTO "events" VALUES(2,5,'undo','{}',7500,'2026-11-26 21:28:46.164347',1,'2026-01-01 12:00:06.500000');
INSERT INTO "events" VALUES(2,6,'action','{"action": "Bb1", "colour": "white"}',9000,'2026-11-26 21:28:46.180682',1,'2026-01-01 12:00:08.000000');
INSERT INTO "events" VALUES(2,7,'conclude','{"result": "W+", "reason": "resigned"}',10500,'2026-11-26 21:28:46.196520',1,'2026-01-01 12:00:09.500000');
INSERT INTO "events" VALUES(3,0,'start','{"rules": "orochi", "on": "hex4", "options": {}}',0,'2026-11-26 21:28:46.212567',1,'2026-01-04 12:14:06.015786');
INSERT INTO "events" VALUES(3,1,'action','{"action": "Wd4", "colour": "white"}',1137,'2026-11-26 21:28:46.212567',1,'2026-01-04 12:14:07.152786');
INSERT INTO "events" VALUES(3,2,'action','{"action": "swap", "colour": "black"}',2548,'2026-11-26 21:28:46.212567',1,'2026-01-04 12:14:08.563786');
INSERT INTO "events" VALUES(3,3,'result','{"result": "W+", "reason": "larger-group"}',4233,'2026-11-26 21:28:46.212567',1,'2026-01-04 12:14:10.248786');
INSERT INTO "events" VALUES(4,0,'start','{"rules": "orochi", "on": "hex4", "options": {}}',0,'2026-11-26 21:28:46.236586',1,'2026-01-05 12:14:03.423787');
INSERT INTO "events" VALUES(4,1,'action','{"action": "Wd4", "colour": "white"}',1137,'2026-11-26 21:28:46.236586',1,'2026-01-05 12:14:04.560787');
INSERT INTO "events" VALUES(5,0,'start','{"rules": "orochi", "on": "hex4", "options": {}}',0,'2026-11-26 21:28:46.253174',1,'2026-01-04 12:14:06.015786');
INSERT INTO "events" VALUES(5,1,'action','{"action": "Wd4", "colour": "white"}',1137,'2026-11-26 21:28:46.253174',1,'2026-01-04 12:14:07.152786');
INSERT INTO "events" VALUES(5,2,'abandon','{}',2548,'2026-11-26 21:28:46.253174',1,'2026-01-04 12:14:08.563786');
INSERT INTO "events" VALUES(6,0,'start','{"rules": "orochi", "on": "hex4", "options": {}}',0,'2026-11-26 21:28:46.268550',1,'2026-01-04 12:14:06.015786');
INSERT INTO "events" VALUES(6,1,'action','{"action": "Wd4", "colour": "white"}',1137,'2026-11-26 21:28:46.268550',1,'2026-01-04 12:14:07.152786');
INSERT INTO "events" VALUES(6,2,'result','{"result": "B+", "reason": "larger-group"}',2548,'2026-11-26 21:28:46.268550',1,'2026-01-04 12:14:08.563786');
CREATE TABLE "game_summaries" (
	game_id INTEGER NOT NULL,
	opening TEXT NOT NULL,
	times TEXT NOT NULL,
	PRIMARY KEY (game_id),
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "game_summaries" VALUES(1,'wc1 bc4 ba2 wd4 wd1 bb1 bb3 wa3 wa1 be1 be3 we2 wb4 bc2 bc5 wd3','15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15');
INSERT INTO "game_summaries" VALUES(2,'wBd6 bBc1 bWe6 wBb1','15 15 15 15');
INSERT INTO "game_summaries" VALUES(3,'wWd4 bswap','11 14');
INSERT INTO "game_summaries" VALUES(5,'wWd4','11');
INSERT INTO "game_summaries" VALUES(6,'wWd4','11');
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
	reason TEXT, action_count INTEGER DEFAULT '0' NOT NULL, seats_swapped BOOLEAN DEFAULT 0 NOT NULL, white_player INTEGER REFERENCES players (id), black_player INTEGER REFERENCES players (id),
	PRIMARY KEY (id),
	UNIQUE (game)
);
INSERT INTO "games" VALUES(1,'sibling-4','board','b0a4d','hex4','0.1.0','sibling','hex3','{"pie": false}','Ann','Ben','2026-01-01 11:59:59.000000','2026-01-01 12:00:26.000000','finished','B+','larger-first-group',17,0,1,2);
INSERT INTO "games" VALUES(2,'orochi-7','board','b0a4d','hex4','0.1.0','orochi','hex4','{}','Ann','Ben','2026-01-01 11:59:59.000000','2026-01-01 12:00:09.500000','finished','W+','resigned',4,0,1,2);
INSERT INTO "games" VALUES(3,'b1-1-1','board','b1','hex9','0.1.0','orochi','hex4','{}','Ben','Cy','2026-01-04 12:14:06.015786','2026-01-04 12:14:10.248786','finished','W+','larger-group',2,1,3,2);
INSERT INTO "games" VALUES(4,'b0a4d-1-9','board','b0a4d','hex9','0.1.0','orochi','hex4','{}','Ann','Cy','2026-01-05 12:14:03.423787',NULL,'unfinished',NULL,NULL,1,0,1,3);
INSERT INTO "games" VALUES(5,'b1-1-2','board','b1','hex9','0.1.0','orochi','hex4','{}','','','2026-01-04 12:14:06.015786','2026-01-04 12:14:08.563786','abandoned',NULL,NULL,1,0,NULL,NULL);
INSERT INTO "games" VALUES(6,'b1-1-3','puzzle','b1','hex9','0.1.0','orochi','hex4','{}','Ann','Ben','2026-01-04 12:14:06.015786','2026-01-04 12:14:08.563786','finished','B+','larger-group',1,0,1,2);
CREATE TABLE hexlume_schema (
	version INTEGER NOT NULL,
	PRIMARY KEY (version)
);
INSERT INTO "hexlume_schema" VALUES(9);
CREATE TABLE network_games (
	id INTEGER NOT NULL,
	game VARCHAR(64) NOT NULL,
	role VARCHAR(5) NOT NULL,
	code TEXT NOT NULL,
	notes JSON NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game, role)
);
CREATE TABLE players (
	id INTEGER NOT NULL,
	"key" TEXT NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE ("key")
);
INSERT INTO "players" VALUES(1,'ann','Ann');
INSERT INTO "players" VALUES(2,'ben','Ben');
INSERT INTO "players" VALUES(3,'cy','Cy');
CREATE TABLE "puzzle_answers" (
	id INTEGER NOT NULL,
	puzzle_id INTEGER NOT NULL,
	player TEXT NOT NULL,
	action TEXT NOT NULL,
	was_right BOOLEAN NOT NULL,
	answered_at DATETIME NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(puzzle_id) REFERENCES "puzzles" (id)
);
INSERT INTO "puzzle_answers" VALUES(1,1,'ann','a1',0,'2026-01-09 00:00:00.000000');
CREATE TABLE "puzzles" (
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
INSERT INTO "puzzles" VALUES(1,'bc409ac398d2765ff0c5b95a48be1b3e','sibling','hex3','{"pie": false}','["d3", "a3", "c3", "c1", "e1", "d1", "d4", "c5", "e3", "e2", "b4", "d2", "b1", "c2"]','black','win','["a2"]','{"a2": {"chance": 1.0, "worth": "win", "line": []}, "c4": {"chance": 0.0, "worth": "loss", "line": []}}',' placement win-at-once defence ',1,'{"choices": 2, "depth": 1, "playouts": 24}','',NULL,NULL,'','2026-11-26 21:28:55.190319');
CREATE TABLE sessions (
	name VARCHAR(64) NOT NULL,
	allows VARCHAR(5) NOT NULL,
	ends_at DOUBLE NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE variations (
	game_id INTEGER NOT NULL,
	data JSON NOT NULL,
	PRIMARY KEY (game_id),
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE INDEX ix_games_started ON games (started_at, id);
CREATE INDEX ix_games_rules ON games (rules, on_board, started_at);
CREATE INDEX ix_games_board ON games (board, started_at);
CREATE INDEX ix_games_status ON games (status, started_at);
CREATE INDEX ix_games_result ON games (result, started_at);
CREATE INDEX ix_games_white_player ON games (white_player, started_at);
CREATE INDEX ix_games_black_player ON games (black_player, started_at);
CREATE UNIQUE INDEX ix_dropped_games_board ON dropped_games (board, "before", first);
CREATE INDEX ix_puzzles_rules ON puzzles (rules, difficulty);
CREATE INDEX ix_puzzle_answers_player ON puzzle_answers (player, answered_at);
COMMIT;
