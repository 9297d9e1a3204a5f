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
		{"arbiter/referee/replay", []string{"arbiter/referee"}},
		{"arbiter/referee/refereetest", []string{"arbiter/referee", "arbiter/referee/rng"}},
		{"arbiter/referee", nil},
		{"arbiter/bots/option", nil},
		{"arbiter/bots/starter", nil},
		{"arbiter/bots/cmd/bot", []string{"arbiter/bots"}},
		{"arbiter/bots", append(games, "arbiter/bots/", "arbiter/referee", "arbiter/referee/rng")},
		{"arbiter/server/rating", nil},
		{"arbiter/server/league", []string{"arbiter/referee", "arbiter/server/rating"}},
		{"arbiter/server/dispatch", []string{"arbiter/referee", "arbiter/referee/process", "arbiter/referee/replay", "arbiter/server/league"}},
		{"arbiter/server/contend", []string{"arbiter/bots", "arbiter/referee/process", "arbiter/server/dispatch", "arbiter/server/league"}},
		{"arbiter/server/doctor", append(games, "arbiter/referee", "arbiter/referee/process", "arbiter/referee/replay")},
		{"arbiter/server/selfplay", []string{"arbiter/bots", "arbiter/referee", "arbiter/referee/rng"}},
		{"arbiter/server/sqlite", []string{"arbiter/migrations", "arbiter/referee", "arbiter/referee/replay", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/client", []string{"arbiter/referee", "arbiter/referee/replay", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/trial", []string{"arbiter/referee", "arbiter/server/league", "arbiter/server/rating"}},
		{"arbiter/server/live", nil},
		{"arbiter/server/hand", append(games, "arbiter/bots/ctf", "arbiter/referee", "arbiter/referee/replay", "arbiter/server/dispatch", "arbiter/server/league", "arbiter/server/spectate")},
		{"arbiter/server/page", []string{"arbiter/referee", "arbiter/referee/replay"}},
		{"arbiter/server/spectate", []string{"arbiter/referee", "arbiter/referee/replay", "arbiter/server/dispatch", "arbiter/server/league", "arbiter/server/live"}},
		{"arbiter/server/scheduler", []string{"arbiter/referee", "arbiter/referee/games", "arbiter/server/"}},
		{"arbiter/server", []string{"arbiter/referee", "arbiter/referee/games", "arbiter/referee/replay", "arbiter/server/hand", "arbiter/server/league", "arbiter/server/live", "arbiter/server/page", "arbiter/server/rating", "arbiter/server/scheduler", "arbiter/server/sqlite", "arbiter/server/trial", "arbiter/server/upload"}},
		{"arbiter/server/upload", nil},
		{"arbiter/migrations", nil},
		{"arbiter/web/typescript", nil},
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
