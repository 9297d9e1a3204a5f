-- +goose Up

-- A bot process that ends early has the fault "crash". It was called "exit", like
-- the end of a keeper match in which the hero reaches the exit. Reasons are spelled
-- with underscores in all games. A seat that gives no answer for another cause than
-- time forfeits the match.

UPDATE faults SET kind = 'crash' WHERE kind = 'exit';
UPDATE seats SET fault = 'crash' WHERE fault = 'exit';

UPDATE matches SET reason = replace(reason, '-', '_')
	WHERE reason IN ('domain-tie', 'turn-limit', 'dead-hp', 'dead-push', 'dead-attraction', 'dead-cycle');
UPDATE matches SET reason = 'forfeit'
	WHERE reason IN ('timeout', 'no_answer')
	AND NOT EXISTS (SELECT 1 FROM faults f WHERE f.match = matches.n AND f.kind = 'timeout');
UPDATE matches SET reason = 'both_forfeit'
	WHERE reason = 'both_timeout'
	AND (SELECT count(*) FROM faults f WHERE f.match = matches.n AND f.kind = 'timeout') < 2;

-- +goose Down

UPDATE matches SET reason = 'both_timeout' WHERE reason = 'both_forfeit';
UPDATE matches SET reason = 'no_answer' WHERE reason = 'forfeit' AND game = 'heropath';
UPDATE matches SET reason = 'timeout' WHERE reason = 'forfeit';
UPDATE matches SET reason = replace(reason, '_', '-')
	WHERE game IN ('domain', 'flames') AND reason IN ('domain_tie', 'turn_limit', 'dead_hp', 'dead_push', 'dead_attraction', 'dead_cycle');

UPDATE seats SET fault = 'exit' WHERE fault = 'crash';
UPDATE faults SET kind = 'exit' WHERE kind = 'crash';
