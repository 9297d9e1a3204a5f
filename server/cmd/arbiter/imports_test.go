package main

import (
	"os/exec"
	"strings"
	"testing"
)

// Imports run one way: what each part of the tree may import of the rest, in
// the words of docs/architecture.md. The first match counts.
func TestImportsRunOneWay(t *testing.T) {
	games := []string{"arbiter/referee/games/ctf", "arbiter/referee/games/domain", "arbiter/referee/games/flames", "arbiter/referee/games/heropath", "arbiter/referee/games/keeper"}
	allowed := []struct {
		from string
		to   []string
	}{
		{"arbiter/referee/rng", nil},
		{"arbiter/referee/games/", []string{"arbiter/referee", "arbiter/referee/rng"}},
		{"arbiter/referee/games", append(games, "arbiter/referee", "arbiter/referee/rng")},
		{"arbiter/referee/process", []string{"arbiter/referee"}},
		{"arbiter/referee/replay/htmlexport", []string{"arbiter/referee", "arbiter/referee/replay"}},
		{"arbiter/referee/replay", []string{"arbiter/referee"}},
		{"arbiter/referee/refereetest", []string{"arbiter/referee", "arbiter/referee/rng"}},
		{"arbiter/referee", nil},
		{"arbiter/bots/doctor", append(games, "arbiter/referee", "arbiter/referee/process", "arbiter/referee/replay")},
		{"arbiter/bots/selfplay", []string{"arbiter/bots", "arbiter/referee", "arbiter/referee/rng"}},
		{"arbiter/bots/option", nil},
		{"arbiter/bots/starter", nil},
		{"arbiter/bots/cmd/bot", []string{"arbiter/bots"}},
		{"arbiter/bots", append(games, "arbiter/bots/", "arbiter/referee", "arbiter/referee/rng")},
		{"arbiter/server/cond", nil},
		{"arbiter/server/rating", nil},
		{"arbiter/server/league", []string{"arbiter/referee", "arbiter/server/rating"}},
		{"arbiter/server/dispatch", []string{"arbiter/referee", "arbiter/referee/process", "arbiter/referee/replay", "arbiter/server/cond", "arbiter/server/league"}},
		{"arbiter/server/resolve", []string{"arbiter/bots", "arbiter/referee/process", "arbiter/server/dispatch", "arbiter/server/league"}},
		{"arbiter/server/botstore", []string{"arbiter/referee/process", "arbiter/server/dispatch", "arbiter/server/league"}},
		{"arbiter/server/sqlite", []string{"arbiter/migrations", "arbiter/referee", "arbiter/referee/replay", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/client", []string{"arbiter/referee", "arbiter/referee/replay", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/check", []string{"arbiter/referee", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/live", []string{"arbiter/server/cond"}},
		{"arbiter/server/human", append(games, "arbiter/bots/ctf", "arbiter/referee", "arbiter/referee/replay", "arbiter/server/cond", "arbiter/server/dispatch", "arbiter/server/league", "arbiter/server/spectate")},
		{"arbiter/server/spectate", []string{"arbiter/referee", "arbiter/referee/replay", "arbiter/server/cond", "arbiter/server/dispatch", "arbiter/server/league", "arbiter/server/live"}},
		{"arbiter/server/scheduler", []string{"arbiter/referee", "arbiter/referee/games", "arbiter/referee/replay", "arbiter/server/"}},
		{"arbiter/server/api", []string{"arbiter/referee", "arbiter/referee/games", "arbiter/referee/replay", "arbiter/server/human", "arbiter/server/league", "arbiter/server/live", "arbiter/referee/replay/htmlexport", "arbiter/server/rating", "arbiter/server/scheduler", "arbiter/server/sqlite", "arbiter/server/check", "arbiter/server/botstore"}},
		{"arbiter/migrations", nil},
		{"arbiter/web", nil},
		{"arbiter/server/cmd/arbiter", []string{"arbiter/"}},
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}:{{join .Imports " "}}`, "arbiter/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		from, imports, _ := strings.Cut(strings.TrimSpace(line), ":")
		rule := -1
		for i, r := range allowed {
			if from == r.from || strings.HasSuffix(r.from, "/") && strings.HasPrefix(from, r.from) || strings.HasPrefix(from, r.from+"/") && r.from == "arbiter/bots" {
				rule = i
				break
			}
		}
		if rule < 0 {
			t.Errorf("%s has no rule; add it here and to docs/architecture.md", from)
			continue
		}
		for imported := range strings.FieldsSeq(imports) {
			if strings.HasPrefix(imported, "arbiter/") && !mayImport(allowed[rule].to, imported) {
				t.Errorf("%s imports %s; it may import %v", from, imported, allowed[rule].to)
			}
		}
	}
}

func mayImport(allowed []string, imported string) bool {
	for _, a := range allowed {
		if imported == a || strings.HasSuffix(a, "/") && strings.HasPrefix(imported, a) {
			return true
		}
	}
	return false
}
