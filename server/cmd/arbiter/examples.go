package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// examples returns the examples of each command, by its words; those of the
// program have the key "". A test parses them all.
func examples() map[string][]string {
	return map[string][]string{
		"": {
			"arbiter new keeper mybot",
			"arbiter play keeper mybot --watch",
			"arbiter doctor keeper mybot",
			"arbiter run --game keeper -b mybot -b builtin:keeper/random --seeds 1..60",
			"arbiter serve",
		},
		"games":                {"arbiter games", "arbiter games --json"},
		"game add":             {"arbiter game add ./mygame", "arbiter game add ~/SpringChallenge2021 --maven", "arbiter game add referee.jar --name spring-2021"},
		"game list":            {"arbiter game list"},
		"game check":           {"arbiter game check mygame"},
		"game remove":          {"arbiter game remove mygame"},
		"rules":                {"arbiter rules keeper"},
		"bots":                 {"arbiter bots"},
		"new":                  {"arbiter new keeper mybot", "arbiter new ctf mybot --lang cpp", "arbiter new --referee mygame"},
		"play":                 {"arbiter play keeper ./mybot --seed 42 --watch", "arbiter play ctf ./mybot builtin:ctf/random --replay m.jsonl.gz", "arbiter play ./mygame ./mybot ./mybot", `arbiter play domain new="python3 bot.py --depth 4" builtin:domain/greedy`, "arbiter play heropath --test test.json --score answer.json --best best.json", "arbiter play --human domain builtin:domain/boss --seat 1", "arbiter play --from m.jsonl.gz --turn 40 -b 0=./mybot --replay b.jsonl.gz", "arbiter play --from m.jsonl.gz --turn 40 --human --seat 1"},
		"doctor":               {"arbiter doctor keeper ./mybot", "arbiter doctor ctf ./mybot --json --time-limit 1m"},
		"debug":                {"arbiter debug m.jsonl.gz --seat 0 --bot mybot --turn 17", "arbiter debug m.jsonl.gz --seat 0 --bot mybot --slow", "arbiter debug m.jsonl.gz --seat 0 --bot mybot --turn 17 -- gdb"},
		"try":                  {"arbiter try m.jsonl.gz --turn 17 --seat 0 --answer 'MOVE 3 4'", "arbiter try 44255b7526 --turn 5 --answer '3 4 U' --answer '3 4 D' --budget 30s", "arbiter try m.jsonl.gz --turn 17 --seat 0 --answer 'MOVE 3 4' -b 0=./mybot --budget 2m"},
		"analyse":              {"arbiter analyse m.jsonl.gz", "arbiter analyse m.jsonl.gz --seat 0 --budget 60s", "arbiter analyse 5f2c --db arbiter.db --json", "arbiter analyse mybot", "arbiter analyse mybot replays", "arbiter analyse mybot --tournament nightly --json"},
		"replay verify":        {"arbiter replay verify m.jsonl.gz", "arbiter replay verify 44255b7526 --db league.db", "arbiter replay verify m.jsonl.gz --game ./mygame"},
		"replay show":          {"arbiter replay m.jsonl.gz", "arbiter replay 44255b7526 --db league.db"},
		"replay export":        {"arbiter replay export m.jsonl.gz --html --out m.html", "arbiter replay export 44255b7526 --full --out frames.jsonl", "arbiter replay export m.jsonl.gz --codingame --out m.json"},
		"replay input":         {"arbiter replay input m.jsonl.gz --seat 0 --turn 17", "arbiter replay input m.jsonl.gz --seat 0 --to 17 > in.txt"},
		"diff":                 {"arbiter diff ./mybot m.jsonl.gz", "arbiter diff ./mybot --game keeper --filter 'score<0'", "arbiter diff git:HEAD:bots/mine --of mine@730e5e29 --tournament nightly --json", "arbiter diff ./mybot --set mistakes", "arbiter diff git:HEAD:bots/mine bots/mine --set mistakes"},
		"puzzle add":           {"arbiter puzzle add mistakes m.jsonl.gz --turn 17", "arbiter puzzle add mistakes 44255b7526 --turn 17 --seat 1 --best-answer '3 4 U'", "arbiter puzzle add mistakes --from-report report.json"},
		"replay log":           {"arbiter replay log m.jsonl.gz --seat 0", "arbiter replay log 44255b7526 --seat 1 --server http://127.0.0.1:8080"},
		"run":                  {"arbiter run --game domain -b bots/mine -b git:v1.2:bots/mine --openings 60", "arbiter run --game keeper -b old=./old -b new=./new --seeds 1..500 --csv standings.csv", "arbiter run league.toml", "arbiter run --again league"},
		"standings":            {"arbiter standings league", "arbiter standings --game ctf --filter 'cols<34,minions>=4'", "arbiter standings league --server http://127.0.0.1:8080 --json"},
		"check":                {"arbiter check keeper --baseline git:main:bots/mine --candidate bots/mine", "arbiter check ctf --candidate bots/mine --quick --junit junit.xml --accept"},
		"history":              {"arbiter history keeper v1.2..HEAD --path bots/mine", "arbiter history keeper v1.2.. --path bots/mine --against builtin:keeper/greedy --add"},
		"bisect":               {"arbiter bisect keeper --good v1.2 --path bots/mine", "arbiter bisect ctf --good main~40 --bad main --path bots/mine --more --json"},
		"ladder play":          {"arbiter ladder domain -b bots/mine -b builtin:domain/boss?level=3", "arbiter ladder keeper evening --watch bots --time-limit 8h", "arbiter ladder ctf --watch git:main:bots/mine"},
		"ladder add":           {"arbiter ladder add domain ./mybot", "arbiter ladder add keeper --name evening git:v1.2:bots/mine"},
		"ladder remove":        {"arbiter ladder remove domain mybot"},
		"ladder list":          {"arbiter ladder list domain", "arbiter ladder list keeper evening --json"},
		"serve":                {"arbiter serve", "arbiter serve --addr 0.0.0.0:8080 --db league.db --tokens tokens.toml", "arbiter serve --workers 0.0.0.0:4222 --queue-token-file queue.token"},
		"work":                 {"arbiter work nats://coordinator:4222 --queue-token-file queue.token"},
		"import":               {"arbiter import lost.json", "arbiter import downloads --into ladder", "arbiter import codingame:891665074", "arbiter import run.json --game ./mygame --json"},
		"matches":              {"arbiter matches --fault any", "arbiter matches --game ctf --of mine --lost --sort margin", "arbiter matches --game keeper --of mine --limit 0 --json", "arbiter matches --filter 'bot=mine,score<0'"},
		"db backup":            {"arbiter db backup arbiter-backup.tar.gz", "arbiter db backup league.tar.gz --db league.db --tokens tokens.toml"},
		"db restore":           {"arbiter db restore league.tar.gz --db league.db"},
		"db check":             {"arbiter db check", "arbiter db check --deep --db league.db"},
		"db export":            {"arbiter db export --db league.db --out league.jsonl"},
		"db import":            {"arbiter db import league.jsonl --db copy.db"},
		"db prune":             {"arbiter db prune --last 100", "arbiter db prune --last 0 --no-faults --yes"},
		"db vacuum":            {"arbiter db vacuum --db league.db"},
		"db delete-tournament": {"arbiter db delete-tournament nightly --db league.db"},
		"stats elo":            {"arbiter stats elo --wdl 60,30,40", "arbiter stats elo --penta 5,20,60,25,10 --json"},
		"stats sprt":           {"arbiter stats sprt --penta 5,20,60,25,10 --elo0 0 --elo1 5"},
		"stats plan":           {"arbiter stats plan --quick", "arbiter stats plan --solo --json"},
		"selfplay":             {"arbiter selfplay domain --policy builtin:domain/random --games 1000 --out games.jsonl", "arbiter selfplay ctf --policy ./mybot --policy builtin:ctf/random --out games.npz"},
		"env":                  {"arbiter env keeper", "arbiter env --client > arbiter_env.py"},
		"version":              {"arbiter version"},
		"help":                 {"arbiter help", "arbiter help db check"},
		"completion":           {`eval "$(arbiter completion bash)"`, "arbiter completion zsh > ~/.zfunc/_arbiter", "arbiter completion fish > ~/.config/fish/completions/arbiter.fish"},
		"man":                  {"arbiter man > arbiter.1"},
	}
}

// words returns the words of a command without the program's name.
func words(node *kong.Node) string {
	if node == nil || node.Parent == nil {
		return ""
	}
	return strings.TrimSpace(words(node.Parent) + " " + node.Name)
}

// examplesOf returns the examples of a command, or of all that it has below it.
func examplesOf(node *kong.Node) []string {
	if own := examples()[words(node)]; own != nil || node == nil {
		return own
	}
	var all []string
	for _, child := range node.Children {
		all = append(all, examplesOf(child)...)
	}
	return all
}

func printExamples(w io.Writer, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "\nExamples:\n  %s\n", strings.Join(lines, "\n  "))
	return err
}
