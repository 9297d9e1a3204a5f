package main

import (
	"cmp"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// An importRule is what a package may import of this module. In both fields
// <game> stands for a package under referee/games: for every game, and for the
// same game where the rule itself is about <game>.
type importRule struct {
	pkg     string
	imports string // separated by blanks
}

// importRules returns which package may import which: the one place that says so.
func importRules() []importRule {
	return []importRule{
		{"referee", ""},
		{"referee/rng", ""},
		{"referee/games/<game>", "referee referee/rng"},
		{"referee/games", "referee referee/games/<game> referee/nearest"},
		{"referee/nearest", ""},
		{"referee/plural", ""},
		{"referee/printable", ""},
		{"referee/process", "referee referee/nearest referee/printable referee/process/sandbox referee/process/view"},
		{"referee/process/hostile", ""},
		{"referee/process/view", ""},
		{"referee/process/twin", ""},
		{"referee/process/sandbox", "referee/process/view"},
		{"referee/replay", "referee"},
		{"referee/replay/htmlexport", "referee referee/printable referee/replay"},
		{"referee/codingame", "referee referee/printable referee/replay"},
		{"referee/codingame/fetch", "referee/codingame"},
		{"referee/rewind", "referee referee/replay"},
		{"referee/external", "referee referee/process referee/process/sandbox"},
		{"referee/refereetest", "referee referee/replay referee/rng"},

		{"bots", "bots/<game> bots/judge bots/option referee/nearest"},
		{"bots/botstest", ""},
		{"bots/clock", "referee"},
		{"bots/ctf", "bots/clock bots/ctf/stranger bots/ctf/style bots/judge bots/option bots/recorded referee referee/games/ctf referee/rng"},
		{"bots/ctf/style", "referee/games/ctf"},
		{"bots/ctf/stranger", "bots/ctf/style referee/games/ctf"},
		{"bots/<game>", "bots/clock bots/judge bots/option bots/recorded referee referee/games/<game> referee/rng"},
		{"bots/judge", "referee"},
		{"bots/option", "bots/clock referee"},
		{"bots/recorded", ""},
		{"bots/cmd/arbiter-bot", "bots"},
		{"bots/starter", ""},
		{"bots/starter/go/<game>", ""},
		{"bots/doctor", "referee referee/plural referee/process referee/process/sandbox"},
		{"bots/selfplay", "bots referee referee/replay referee/rng"},

		{"server/league/rating", ""},
		{"server/league", "referee referee/rng referee/nearest referee/plural referee/printable referee/replay server/league/rating"},
		{"server/kept/sqlite", "referee referee/replay server/league migrations"},
		{"server/kept/index", "referee server/league/rating server/league"},
		{"server/kept/sample", "referee server/league"},
		{"server/kept/backup", "referee/external referee/process server/league"},
		{"server/kept/audit", "referee referee/games referee/replay server/league"},
		{"server/kept/imports", "referee referee/codingame referee/replay server/league"},
		{"server/playing/cond", ""},
		{"server/playing/dispatch", "referee referee/process referee/process/sandbox referee/replay referee/rewind server/league server/playing/cond"},
		{"server/playing/engine", "referee server/league server/playing/dispatch"},
		{"server/playing/resolve", "referee/process referee/process/sandbox bots server/league server/playing/dispatch"},
		{"server/playing/botstore", "referee/printable referee/process server/league server/playing/dispatch"},
		{"server/playing/check", "referee referee/plural referee/printable referee/process server/league/rating server/league server/playing/resolve"},
		{"server/playing/bisect", "referee/plural referee/printable server/league/rating"},
		{"server/playing/history", "referee/plural referee/printable server/league/rating server/playing/bisect"},
		{"server/playing/ladder", "referee referee/nearest server/league/rating server/league"},
		{"server/playing/follow", "referee referee/plural server/league/rating server/league server/playing/engine server/playing/resolve server/playing/check server/playing/bisect server/playing/history"},
		{"server/playing/rerun", "referee referee/printable referee/replay server/league server/playing/resolve"},
		{"server/playing/live", "referee referee/replay server/playing/cond server/playing/dispatch"},
		{"server/playing/human", "referee referee/process/sandbox referee/replay server/league server/playing/cond server/playing/dispatch server/playing/live"},
		{"server/study/analysis", "referee referee/replay referee/rewind bots/judge"},
		{"server/study/analyst", "referee referee/process referee/replay bots/judge server/league server/playing/cond server/study/analysis"},
		{"server/study/whatif", "referee referee/plural referee/process referee/process/sandbox referee/replay referee/rewind bots/judge server/league server/playing/dispatch server/study/analysis"},
		{"server/study/debug", "referee/process referee/rewind"},
		{"server/serving/scheduler", "referee referee/games referee/plural referee/rewind server/league server/playing/cond server/playing/dispatch server/playing/engine server/playing/resolve server/playing/botstore server/playing/check server/playing/ladder server/playing/live"},
		{"server/serving/core", "referee/nearest referee/printable referee/replay server/league server/playing/ladder server/serving/scheduler"},
		{"server/serving/core/coretest", "bots/botstest server/league server/playing/dispatch server/playing/resolve server/playing/botstore server/serving/scheduler server/serving/core"}, // only for tests
		{"server/serving/queue", "referee referee/games referee/process referee/process/sandbox referee/replay bots server/league server/kept/audit server/playing/cond server/playing/dispatch server/playing/resolve server/playing/botstore server/playing/live"},
		{"server/serving/queue/broker", "server/serving/queue"},
		{"server/serving/api/transport", "server/league"},
		{"server/serving/api/transport/transporttest", ""},
		{"server/serving/api", "referee referee/codingame referee/external referee/games referee/nearest referee/replay referee/replay/htmlexport bots bots/judge server/league/rating server/league server/kept/index server/playing/engine server/playing/botstore server/playing/check server/playing/bisect server/playing/history server/playing/rerun server/playing/live server/playing/human server/study/analysis server/study/analyst server/study/whatif server/serving/scheduler server/serving/core server/serving/queue server/serving/api/transport"},
		{"server/client", "referee referee/process referee/replay server/league server/playing/resolve server/playing/botstore server/playing/ladder"},
		{"server/cmd/arbiter/output", "referee/printable server/league server/playing/follow"},
		{"server/cmd/arbiter/flags", "referee referee/external referee/games/heropath referee/games referee/nearest referee/printable referee/process referee/process/view referee/process/sandbox referee/replay bots bots/judge server/league server/kept/sqlite server/playing/dispatch server/playing/resolve server/study/analysis server/study/analyst server/serving/scheduler server/serving/core server/client server/cmd/arbiter/output"},
		{"server/cmd/arbiter/tournaments", "referee referee/games referee/nearest referee/plural referee/printable referee/process server/league/rating server/league server/kept/sqlite server/playing/dispatch server/playing/engine server/playing/resolve server/playing/botstore server/playing/check server/playing/bisect server/playing/history server/playing/ladder server/playing/follow server/serving/scheduler server/serving/core server/client server/cmd/arbiter/output server/cmd/arbiter/flags"},
		{"server/cmd/arbiter/matches", "referee referee/codingame referee/codingame/fetch referee/external referee/games/heropath referee/plural referee/printable referee/process referee/process/sandbox referee/replay referee/replay/htmlexport referee/rewind server/league server/kept/imports server/playing/dispatch server/playing/resolve server/playing/rerun server/playing/human server/study/whatif server/cmd/arbiter/output server/cmd/arbiter/flags web"},
		{"server/cmd/arbiter/study", "referee referee/games referee/plural referee/printable referee/process/sandbox referee/replay referee/rewind bots/judge server/league/rating server/league server/playing/dispatch server/playing/resolve server/study/analysis server/study/whatif server/study/debug server/cmd/arbiter/output server/cmd/arbiter/flags"},
		{"server/cmd/arbiter/bots", "referee referee/external referee/games/heropath referee/games referee/plural referee/printable referee/process referee/process/view referee/process/sandbox bots bots/recorded bots/starter bots/doctor bots/selfplay server/league server/playing/dispatch server/playing/resolve server/cmd/arbiter/output server/cmd/arbiter/flags docs/rules"},
		{"server/cmd/arbiter/serve", "referee/nearest referee/process referee/process/sandbox server/league server/kept/sqlite server/playing/dispatch server/playing/botstore server/playing/live server/playing/human server/study/analyst server/study/whatif server/serving/scheduler server/serving/queue server/serving/queue/broker server/serving/api/transport server/serving/api server/cmd/arbiter/output server/cmd/arbiter/flags web"},
		{"server/cmd/arbiter/database", "referee/plural referee/printable referee/process referee/process/sandbox server/league server/kept/sqlite server/kept/sample server/kept/backup server/kept/audit server/playing/human server/cmd/arbiter/output server/cmd/arbiter/flags"},
		{"server/cmd/arbiter", "referee referee/games referee/nearest referee/printable referee/process bots server/league server/playing/resolve server/cmd/arbiter/output server/cmd/arbiter/flags server/cmd/arbiter/tournaments server/cmd/arbiter/matches server/cmd/arbiter/study server/cmd/arbiter/bots server/cmd/arbiter/serve server/cmd/arbiter/database"},

		{"docs", ""},
		{"docs/reference", ""}, // only for tests
		{"docs/rules", ""},

		{"migrations", ""},
		{"web", ""},
		{"web/typescript", ""},
	}
}

// onlyImporter returns the packages that a single other one may import, or packages
// below that.
func onlyImporter() map[string]string {
	return map[string]string{
		"server/kept/sqlite": "server/cmd/arbiter", // the others take the stores of league
		"migrations":         "server/kept/sqlite",
	}
}

// "Imports run one way": each package imports what its rule names, no more and no
// less, and each package has a rule. Test files are free to import anything.
func TestImportsRunOneWay(t *testing.T) {
	imports := moduleImports(t)
	games := gamesOf(imports)
	ruled := map[string]bool{}
	for _, rule := range importRules() {
		unused := map[string]bool{}
		for _, allowed := range strings.Fields(rule.imports) {
			unused[allowed] = true
		}
		found := false
		for _, game := range games {
			pkg := strings.ReplaceAll(rule.pkg, "<game>", game)
			if _, exists := imports[pkg]; !exists || ruled[pkg] {
				continue
			}
			ruled[pkg], found = true, true
			for _, imported := range imports[pkg] {
				allowed, ok := rule.allows(imported, game, games)
				if !ok {
					t.Errorf("%s imports %s; its rule in importRules allows: %s", pkg, imported, cmp.Or(rule.imports, "nothing"))
				}
				unused[allowed] = false
			}
		}
		if !found {
			t.Errorf("no package %s; remove its rule from importRules", rule.pkg)
		}
		for _, allowed := range slices.Sorted(maps.Keys(unused)) {
			if unused[allowed] {
				t.Errorf("%s does not import %s; remove it from its rule in importRules", rule.pkg, allowed)
			}
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		if !ruled[pkg] {
			t.Errorf("no rule for %s; add to importRules: {%q, %q}", pkg, pkg, strings.Join(imports[pkg], " "))
		}
		for _, imported := range imports[pkg] {
			if only := onlyImporter()[imported]; only != "" && !strings.HasPrefix(pkg+"/", only+"/") {
				t.Errorf("%s imports %s; only %s may", pkg, imported, only)
			}
		}
	}
}

// rooms are the folders of server in the order in which they can be read, those that
// do not import each other side by side.
func rooms() [][]string {
	return [][]string{
		{"server/league"},
		{"server/kept", "server/playing"},
		{"server/study"},
		{"server/serving", "server/client"},
		{"server/cmd"},
	}
}

// roomOf returns the room of a package below server, and its place in the order.
func roomOf(t *testing.T, pkg string) (room string, place int) {
	t.Helper()
	for place, side := range rooms() {
		for _, room := range side {
			if pkg == room || strings.HasPrefix(pkg, room+"/") {
				return room, place
			}
		}
	}
	t.Errorf("%s is in none of the rooms of server; want one of %v", pkg, rooms())
	return "", 0
}

// "Rooms stand in an order in which they can be read, and so do the packages of a
// room": each imports only what stands above it, and no room one beside it.
func TestServerIsReadInOrder(t *testing.T) {
	above := map[string]bool{}
	for _, rule := range importRules() {
		for _, imported := range strings.Fields(rule.imports) {
			if !strings.HasPrefix(imported, "server/") {
				continue
			}
			if !above[imported] {
				t.Errorf("%s imports %s, which stands below it; move it in importRules and in the tree of docs/architecture.md", rule.pkg, imported)
			}
			room, place := roomOf(t, rule.pkg)
			if of, at := roomOf(t, imported); of != room && at >= place {
				t.Errorf("%s imports %s; the room %s stands beside %s or below it", rule.pkg, imported, of, room)
			}
		}
		above[rule.pkg] = true
	}
}

// allows returns the word of the rule that allows an import, and whether there is
// one. game is the game that the rule is applied to.
func (r importRule) allows(imported, game string, games []string) (string, bool) {
	for _, allowed := range strings.Fields(r.imports) {
		same := []string{game}
		if !strings.Contains(r.pkg, "<game>") {
			same = games
		}
		for _, g := range same {
			if imported == strings.ReplaceAll(allowed, "<game>", g) {
				return allowed, true
			}
		}
	}
	return "", false
}

// moduleImports returns the packages of this module and what each imports of it,
// without the module's name. Test files are left out.
func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	named, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := strings.TrimSpace(string(named)) + "/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(words[0], module)
		imports[pkg] = nil
		for _, imported := range words[1:] {
			if path, ours := strings.CutPrefix(imported, module); ours {
				imports[pkg] = append(imports[pkg], path)
			}
		}
	}
	return imports
}

// gamesOf returns the names of the packages under referee/games.
func gamesOf(imports map[string][]string) []string {
	var games []string
	for pkg := range imports {
		if game, ok := strings.CutPrefix(pkg, "referee/games/"); ok {
			games = append(games, game)
		}
	}
	slices.Sort(games)
	return games
}
