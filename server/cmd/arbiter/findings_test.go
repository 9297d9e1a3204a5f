package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"testing"

	"arbiter/server/playing/bisect"
	"arbiter/server/playing/history"
)

// "What the experiment knows is kept with its tournament": a bisect and a history of a real
// repository leave what they print, and each commit leads to the matches of its own bot.
func TestFindingsOfCommands(t *testing.T) {
	t.Parallel()
	folder, program := t.TempDir(), arbiterProgram(t)
	shell(t, folder, `git init --quiet . && git config user.name a && git config user.email a@example.org
mkdir -p bots/mine
echo 'echo NOTHING' > bots/mine/bot.sh
for v in 0 1 2 3; do
  run="`+filepath.Join(filepath.Dir(program), "arbiter-bot")+` domain/greedy"
  [ $v -ge 2 ] && run="sh bot.sh"
  printf 'name = "mine"\ngames = ["domain"]\nrun = "%s"\n# change %s\n' "$run" $v > bots/mine/bot.toml
  git add . && git commit --quiet -m "change $v"
done`)
	path := filepath.Join(folder, "t.db")
	play := func(into any, args ...string) {
		t.Helper()
		cmd := exec.Command(program, append(args, "--db", path, "--path", "bots/mine", "--time-factor", "100", "--json")...)
		cmd.Dir = folder
		out, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			t.Fatalf("%v: %v: %s", args, err, exit.Stderr)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, into); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	server := startCommand(t, exec.Command(program, serveArgs(path, "--runtime", filepath.Dir(program))...))
	var printed, kept, answered struct { // answered by the check of the ends
		Bisect  bisect.Findings
		History history.Findings
	}
	play(&answered.Bisect, "bisect", "domain", "--good", "HEAD~3", "--bad", "HEAD~2")
	get(t, server.url+"/api/tournaments/"+url.PathEscape(answered.Bisect.Tournament)+"/findings", &kept)
	if kept.Bisect.Sentence != answered.Bisect.Sentence || kept.Bisect.Answer != bisect.NoLoss || kept.Bisect.Check == "" || len(kept.Bisect.Commits) != 1 {
		t.Errorf("%+v is kept; want the commit without a loss, and the check", kept.Bisect)
	}
	get(t, server.url+"/api/checks/"+url.PathEscape(kept.Bisect.Check), &struct{}{}) // which has the matches
	play(&printed.Bisect, "bisect", "domain", "--good", "HEAD~3")
	play(&printed.History, "history", "domain", "HEAD~3..", "--band", "400")
	for _, tournament := range []string{printed.Bisect.Tournament, printed.History.Tournament} {
		get(t, server.url+"/api/tournaments/"+url.PathEscape(tournament)+"/findings", &kept)
	}
	if kept.Bisect.Sentence != printed.Bisect.Sentence || kept.History.Sentence != printed.History.Sentence {
		t.Errorf("%s\n%s\nis kept; want what was printed:\n%s\n%s", kept.Bisect.Sentence, kept.History.Sentence, printed.Bisect.Sentence, printed.History.Sentence)
	}
	played := func(tournament, bot string) int {
		t.Helper()
		var matches struct{ Total int }
		get(t, server.url+"/api/matches?"+url.Values{"tournament": {tournament}, "bot": {bot}}.Encode(), &matches)
		return matches.Total
	}
	bots := map[string]string{} // by commit
	for _, c := range kept.History.Commits {
		bots[c.Commit] = c.Bot
		if c.Games == 0 || played(kept.History.Tournament, c.Bot) != c.Games {
			t.Errorf("%s has %d games, and %q has %d matches; want as many", c.Subject, c.Games, c.Bot, played(kept.History.Tournament, c.Bot))
		}
	}
	if len(bots) != 4 {
		t.Errorf("%d commits have a bot; want 4", len(bots))
	}
	inSearch := 0
	for _, c := range append(kept.Bisect.Commits, kept.Bisect.Good) {
		if c.Games > 0 && c.Bot != bots[c.Commit] {
			t.Errorf("%s has the bot %s in the bisect and %s in the history", c.Subject, c.Bot, bots[c.Commit])
		}
		if c.Games > 0 {
			inSearch += played(kept.Bisect.Tournament, c.Bot)
		}
	}
	if inSearch == 0 {
		t.Errorf("no commit of the bisect leads to a match: %+v", kept.Bisect)
	}
	var list struct {
		Findings []struct{ Tournament, Kind string }
	}
	get(t, server.url+"/api/findings", &list)
	if want := fmt.Sprint([]struct{ Tournament, Kind string }{{printed.History.Tournament, "history"}, {printed.Bisect.Tournament, "bisect"}, {answered.Bisect.Tournament, "bisect"}}); fmt.Sprint(list.Findings) != want {
		t.Errorf("the list is %v; want %s", list.Findings, want)
	}
}

// get reads JSON from a server.
func get(t *testing.T, address string, into any) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", address, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
}
