-- +goose Up

-- What identifies a bot: the digest, of which its ID is made, is XXH64, and another
-- bot with the same can be made. '' until a bot of an older version is entered again.

ALTER TABLE bots ADD COLUMN sha256 TEXT NOT NULL DEFAULT '';

-- +goose Down

ALTER TABLE bots DROP COLUMN sha256;
