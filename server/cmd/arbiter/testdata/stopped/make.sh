#!/bin/sh
# Makes league.sqlite.gz and what is expected of it, with a build of the program:
#
#     sh make.sh PROGRAM
#
# It needs sqlite3 and jq. Each tournament of commands.txt is played to its end and cut
# to its first six matches, of which one was void twice and played again and one is left
# out after three voids. Played to its end again and cut to a half, one match before the
# cut is missing, as when two were played at a time; it was void once. Then every one is
# resumed in a copy of its own. NAME.txt has the IDs of its matches at the end, in the
# order in which they were played; NAME.json has its figures.
set -euf
program=$(realpath "$1")
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r commands.txt bots "$work"
cd "$work"

# play NAME COMMAND... plays a tournament and prints the result as JSON. An undecided
# check has exit code 3, a regression 1.
play() {
	shift
	code=0
	"$program" "$@" --db league.sqlite --json --concurrency 1 --affinity off --time-first 0s --time-turn 0s </dev/null 2>err.txt || code=$?
	case $code in
	0 | 1 | 3) ;;
	*)
		cat err.txt >&2
		exit 1
		;;
	esac
}

sql() { sqlite3 league.sqlite "PRAGMA foreign_keys = ON; $1"; }

# cut TOURNAMENT N keeps the first N matches.
cut() {
	sql "DELETE FROM matches WHERE tournament = '$1' AND n NOT IN (SELECT n FROM matches WHERE tournament = '$1' ORDER BY n LIMIT $2);
		UPDATE runs SET state = 'idle' WHERE tournament = '$1'"
}

# void TOURNAMENT POSITION TIMES LEFT_OUT notes that the match at a position, from 0, was void.
void() {
	sql "INSERT INTO voids
		SELECT m.tournament, m.id, $3, $4, json_object(
			'round', m.round,
			'seats', (SELECT json_group_array(bot) FROM (SELECT bot FROM seats WHERE match = m.n ORDER BY seat)),
			'start', iif(m.setup IS NULL, json_object('seed', m.seed || ''), json_object('seed', m.seed || '', 'setup', m.setup, 'name', m.start)),
			'game', m.repetition)
		FROM matches m WHERE tournament = '$1' ORDER BY n LIMIT 1 OFFSET $2"
}

# lose TOURNAMENT POSITION deletes a match.
lose() {
	sql "DELETE FROM matches WHERE n = (SELECT n FROM matches WHERE tournament = '$1' ORDER BY n LIMIT 1 OFFSET $2)"
}

while read -r name command; do
	play $name $command >/dev/null
	t=$(sql "SELECT id FROM tournaments ORDER BY rowid DESC LIMIT 1")
	cut "$t" 6
	case $name in
	gauntlet | check-seeds) ;; # no voids
	check-played-since) # another process has played since what was left out
		void "$t" 0 3 1
		;;
	*)
		void "$t" 1 2 0
		void "$t" 3 3 1
		lose "$t" 3
		;;
	esac
	play $name $command >/dev/null
	half=$(sql "SELECT count(*) / 2 FROM matches WHERE tournament = '$t'")
	cut "$t" "$half"
	case $name in
	gauntlet | check-seeds) ;;
	*) void "$t" $((half - 3)) 1 0 ;;
	esac
	lose "$t" $((half - 3))
	echo "$t" >"$name.txt"
done <commands.txt
sql "DELETE FROM records; VACUUM"
"$program" db check --db league.sqlite
sqlite3 league.sqlite "PRAGMA journal_mode = DELETE" >/dev/null
cp league.sqlite stopped.sqlite
gzip -9n <stopped.sqlite >"$here/league.sqlite.gz"

while read -r name command; do
	rm -f league.sqlite*
	cp stopped.sqlite league.sqlite
	t=$(cat "$name.txt")
	play $name $command | jq --arg t "$t" '{tournament: $t} + if .standings then {
			voids: (.voids // 0), left_out: (.left_out // 0),
			lines: [.standings.lines[] | {place, bot, matches, games, points, score, elo, faults, forgiven}]
		} else {
			verdict, by: (.by // ""), starts, matches, distinct, reused: (.reused // 0), voids: (.voids // 0), void_matches: (.void_matches // 0),
			games, pairs, llr, llrs, faults, scores, opponents
		} end | del(.. | nulls)' >"$here/$name.json"
	sql "SELECT id FROM matches WHERE tournament = '$t' ORDER BY n" >"$here/$name.txt"
done <commands.txt
