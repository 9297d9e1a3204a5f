-- +goose Up

-- Bots that came by an import: what they were typed as is the word of somebody
-- else, and starts nothing. A bot that somebody enters here is none any more.
--
-- Databases of before did not tell. A bot of theirs that was registered here, or
-- that is in no tournament, as those of single matches, or in one that was started
-- here, was entered here. The others may have been imported: they count as such
-- until somebody enters them.

ALTER TABLE bots ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;

UPDATE bots SET imported = 1
WHERE NOT EXISTS (SELECT 1 FROM lives l WHERE l.game = bots.game AND l.bot = bots.id)
  AND EXISTS (SELECT 1 FROM entries e WHERE e.game = bots.game AND e.bot = bots.id)
  AND NOT EXISTS (SELECT 1 FROM entries e JOIN runs r ON r.tournament = e.tournament WHERE e.game = bots.game AND e.bot = bots.id);

-- +goose Down

ALTER TABLE bots DROP COLUMN imported;
