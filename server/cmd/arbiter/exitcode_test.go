package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"

	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
)

// "Something that was named was not found" is exit code 2, from every verb and of
// whatever is named.
func TestNotFound(t *testing.T) {
	recorded, err := filepath.Abs("testdata/v0.1/keeper.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	db, err := sqlite.Open(context.Background(), "arbiter.db", sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, line := range []string{
		"games nosuch", "bots nosuch", "version nosuch", "help nosuch", "completion nosuch", "man nosuch",
		"rules nosuch", "new nosuch dir", "new keeper dir --lang nosuch", "env nosuch",
		"play nosuch bot", "play keeper nosuch", "play keeper builtin:keeper/nosuch", "play keeper builtin:keeper/wait --setup nosuch",
		"play --from nosuch --turn 1", "play --from REPLAY --turn 1 -b 0=nosuch",
		"doctor nosuch bot", "doctor keeper nosuch", "doctor keeper git:nosuch",
		"play nosuch --test test --score answer", "play heropath --test nosuch --score answer",
		"replay verify nosuch", "replay verify nosuch.jsonl.gz --db nosuch.db", "replay verify REPLAY nosuch",
		"replay show nosuch", "replay export nosuch", "replay input nosuch --seat 0", "replay log nosuch --seat 0", "replay log REPLAY --seat 7",
		"debug nosuch --seat 0", "debug REPLAY --seat 0 --bot nosuch", "analyse nosuch", "analyse nosuch --db nosuch.db",
		"try nosuch --turn 1 --score x", "try REPLAY --turn 1 --score x --seat 7",
		"diff builtin:keeper/wait nosuch", "diff nosuch REPLAY", "diff --of nosuch builtin:keeper/wait", "diff --game nosuch bot",
		"analyse bot nosuch", "analyse bot --tournament nosuch", "analyse bot --game nosuch",
		"puzzle add set nosuch --turn 1", "puzzle add set --from-report nosuch", "diff bot --set nosuch",
		"run nosuch.toml", "run --game nosuch -b a -b b --seeds 1", "run --game keeper -b nosuch -b builtin:keeper/wait --seeds 1",
		"run --game keeper -b builtin:keeper/random -b builtin:keeper/wait --seeds 1 --anchor nosuch",
		"standings nosuch", "standings --game nosuch", "standings --game keeper --anchor nosuch", "standings t --db nosuch.db",
		"check nosuch --baseline a --candidate b", "check keeper --baseline nosuch --candidate builtin:keeper/wait",
		"check keeper --candidate builtin:keeper/wait", "check keeper --baseline builtin:keeper/wait --candidate builtin:keeper/random --book nosuch",
		"ladder play nosuch -b bot", "ladder add nosuch bot", "ladder remove nosuch bot", "ladder list nosuch",
		"bisect nosuch --good a --path b", "bisect keeper --good nosuch --path b",
		"history nosuch a.. --path b", "history keeper nosuch.. --path b", "history keeper HEAD --path b",
		"serve --config nosuch", "serve --tokens nosuch --addr 127.0.0.1:0", "work nats://127.0.0.1:1 --queue-token-file nosuch",
		"matches --of nosuch", "matches --of nosuch --lost", "matches --tournament nosuch", "matches --game nosuch", "matches --fault nosuch", "matches --db nosuch.db",
		"db backup b.tar.gz --db nosuch.db", "db restore nosuch.tar.gz --db new.db", "db check --db nosuch.db", "db export --db nosuch.db", "db prune --db nosuch.db", "db vacuum --db nosuch.db", "db import nosuch", "db delete-tournament nosuch",
		"stats elo nosuch", "stats sprt nosuch", "stats plan nosuch",
		"play keeper builtin:keeper/wait --replay nosuch/m.jsonl.gz", "play keeper builtin:keeper/wait --replay .", "replay export REPLAY --out nosuch/m.html", "replay export REPLAY --out .",
		"run --game keeper -b builtin:keeper/random -b builtin:keeper/wait --seeds 1 --db nosuch/x.db", "serve --db nosuch/x.db --addr 127.0.0.1:0", "matches --db .", "serve --db . --addr 127.0.0.1:0",
		"replay show .", "check keeper --candidate builtin:keeper/wait --baseline-file .", "new keeper ''", "new keeper REPLAY", "db import .", "matches --db REPLAY", "serve --uploads REPLAY --addr 127.0.0.1:0", "serve --addr 127.0.0.1:99999", "serve --addr foo",
		"game add nosuch", "game list nosuch", "game check nosuch", "game remove nosuch", "import nosuch",
		"selfplay nosuch --policy bot", "selfplay keeper --policy nosuch", "selfplay keeper --policy builtin:keeper/nosuch",
	} {
		args, err := shellquote.Split(strings.ReplaceAll(line, "REPLAY", recorded))
		if err != nil {
			t.Fatal(err)
		}
		tried[args[0]], tried[strings.Join(args[:2], " ")] = true, true
		var out, log bytes.Buffer
		if code := run(args, output.NewStreams(strings.NewReader(""), &out, &log, "")); code != output.ExitUsage || log.Len() == 0 {
			t.Errorf("arbiter %s: exit code %d, %s%s; want %d and a reason", line, code, &out, &log, output.ExitUsage)
		}
	}
	for _, leaf := range parserOf(t).Model.Leaves(true) {
		if !tried[words(leaf)] {
			t.Errorf("arbiter %s is not tried", words(leaf))
		}
	}
}

// "check exits 1 only for its verdict": what fails besides is 2 or 4.
func TestCheckFailsByTheMachine(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, log bytes.Buffer
	code := run(strings.Fields("check keeper --baseline builtin:keeper/wait --candidate builtin:keeper/wait --accept --baseline-file no/such/folder.toml"), output.NewStreams(nil, &out, &log, ""))
	if code != output.ExitMachine || !strings.Contains(out.String(), "not weaker") {
		t.Errorf("exit code %d, %s%s; want %d beside the verdict", code, &out, &log, output.ExitMachine)
	}
}

// docs/exit-codes.md shows the table of exit codes, and --help says it.
func TestExitCodesAreDocumented(t *testing.T) {
	table := "| code | every other verb | `arbiter check` | `arbiter bisect` | `arbiter history` |\n|---|---|---|---|---|\n"
	for _, m := range output.ExitMeanings() {
		table += fmt.Sprintf("| %d | %s | %s | %s | %s |\n", m.Code, m.Verbs, m.Check, m.Bisect, m.History)
	}
	if page := readDocument(t, "docs/exit-codes.md"); !strings.Contains(page, table) {
		t.Errorf("docs/exit-codes.md has another table than\n%s", table)
	}
	for args, want := range map[string]string{"--help": "2 invalid usage, or something that was named was not found; 130", "check --help": "3 not proven when a limit was reached or the starts ran out; 4", "bisect --help": "0 a commit is named or there is nothing to find; 2", "history --help": "0 all versions are known; 2"} {
		var out bytes.Buffer
		run(strings.Fields(args), output.NewStreams(nil, &out, &out, ""))
		if help := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(help, want) {
			t.Errorf("%s: %s; want %q", args, help, want)
		}
	}
}
