-- A store as version 1 wrote it: three games of one board.
BEGIN TRANSACTION;
CREATE TABLE boards (
	id VARCHAR(64) NOT NULL, 
	panel VARCHAR(20) NOT NULL, 
	firmware VARCHAR(40) NOT NULL, 
	first_seen DATETIME NOT NULL, 
	last_seen DATETIME NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "boards" VALUES('e6614103','hex4','0.1.0','2026-11-21 21:48:53.912999','2026-11-21 21:48:53.979884');
CREATE TABLE events (
	game_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	ticks BIGINT NOT NULL, 
	at DATETIME NOT NULL, 
	PRIMARY KEY (game_id, seq), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "events" VALUES(1,0,'start','{"rules": "orochi", "on": "hex4", "options": {"pie": true}}',100,'2026-11-21 21:48:53.922474');
INSERT INTO "events" VALUES(1,1,'action','{"action": "Wd4", "colour": "white"}',1100,'2026-11-21 21:48:53.922704');
INSERT INTO "events" VALUES(1,2,'action','{"action": "swap", "colour": "black"}',2100,'2026-11-21 21:48:53.922809');
INSERT INTO "events" VALUES(1,3,'action','{"action": "Wd5", "colour": "white"}',3100,'2026-11-21 21:48:53.922877');
INSERT INTO "events" VALUES(1,4,'undo','{}',4100,'2026-11-21 21:48:53.922964');
INSERT INTO "events" VALUES(1,5,'abandon','{}',5100,'2026-11-21 21:48:53.923023');
INSERT INTO "events" VALUES(2,0,'start','{"rules": "orochi", "on": "hex4", "options": {"pie": true}}',100,'2026-11-21 21:48:53.970220');
INSERT INTO "events" VALUES(2,1,'action','{"action": "Wa1", "colour": "white"}',1100,'2026-11-21 21:48:53.970302');
INSERT INTO "events" VALUES(2,2,'result','{"result": "W+", "reason": "larger group"}',2100,'2026-11-21 21:48:53.970347');
INSERT INTO "events" VALUES(3,0,'start','{"rules": "orochi", "on": "hex4", "options": {"pie": true}}',100,'2026-11-21 21:48:54.001768');
INSERT INTO "events" VALUES(3,1,'action','{"action": "Wb2", "colour": "white"}',1100,'2026-11-21 21:48:54.001856');
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
	reason TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (game)
);
INSERT INTO "games" VALUES(1,'e6614103-7-1','board','e6614103','hex4','0.1.0','orochi','hex4','{"pie": true}','Ann','Ben','2026-11-21 21:48:53.920241','2026-11-21 21:48:53.923023','abandoned',NULL,NULL);
INSERT INTO "games" VALUES(2,'e6614103-8-1','board','e6614103','hex4','0.1.0','orochi','hex4','{"pie": true}','','','2026-11-21 21:48:53.969643','2026-11-21 21:48:53.970347','finished','W+','larger group');
INSERT INTO "games" VALUES(3,'e6614103-8-2','board','e6614103','hex4','0.1.0','orochi','hex4','{"pie": true}','','','2026-11-21 21:48:54.000987',NULL,'unfinished',NULL,NULL);
CREATE TABLE hexlume_schema (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "hexlume_schema" VALUES(1);
CREATE INDEX ix_games_board ON games (board);
CREATE INDEX ix_games_status ON games (status);
COMMIT;
