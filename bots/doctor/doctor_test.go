package doctor_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
)

// ample are limits that no bot of these tests needs, however loaded the
// machine is.
var ample = referee.TimeLimits{First: time.Minute, Turn: time.Minute}

// brief are for bots that do not answer.
var brief = referee.TimeLimits{First: 200 * time.Millisecond, Turn: 200 * time.Millisecond}

// promptExit keeps a program built with -race from sleeping a second before it
// ends.
const promptExit = "GORACE=atexit_sleep_ms=0"

// examine returns the doctor's report.
func examine(t *testing.T, game string, bot process.Spec, limits referee.TimeLimits) doctor.Diagnosis {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	report, err := doctor.Examination{Game: g, Isolation: isolation, Bot: bot, Opponent: builtin(game + "/random?seed=1"), Limits: limits, Budget: time.Hour}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f doctor.Finding) bool {
		return f.Title == "it ends slowly" // a busy machine decides no test
	})
	return report
}

func builtin(path string) process.Spec {
	return process.Spec{Name: path, Command: []string{os.Args[0]}, Env: []string{builtinVariable + "=" + path, promptExit}}
}

func patient(t *testing.T, name string) process.Spec {
	t.Helper()
	if patients()[name] == nil {
		t.Fatalf("no patient %q", name)
	}
	return process.Spec{Name: name, Command: []string{os.Args[0]}, Env: []string{patientVariable + "=" + name, promptExit}}
}

// Every finding of a bot that is wrong in one way, and nothing else of
// importance. What authors often do wrong is in TestPlantedBugsInPython.
func TestFindings(t *testing.T) {
	tests := []struct {
		patient string
		limits  referee.TimeLimits
		level   doctor.Severity
		check   string // "" for a bot about which nothing is to be said
		title   string
		advice  string // part of it
	}{
		{"healthy", ample, "", "", "", ""},
		{"writes CR LF", ample, "", "", "", ""},
		{"says nothing", brief, doctor.Wrong, "start", "no answer in time", "flush"},
		{"crashes at once", ample, doctor.Wrong, "start", "a crash: the program ended", "stderr"},
		{"writes blank lines", ample, doctor.Wrong, "lines", "blank lines between the answers", "one line end"},
		{"ends with a traceback", ample, doctor.Warning, "end", "it ends badly when its input ends", "EOFError"},
		{"never ends", ample, doctor.Warning, "end", "it does not end when its input ends", "stop at the end of the input"},
		{"leaves a child", ample, doctor.Warning, "leftovers", "it leaves processes behind", "end and wait for what you start"},
		{"talks a lot", ample, doctor.Warning, "stderr", "much stderr", "write less"},
		{"rolls dice", ample, doctor.Warning, "repeat", "it is not reproducible", "fixed seed"},
		{"needs LF", ample, doctor.Warning, "crlf-input", "it is confused by input with CR LF", "strip trailing white space"},
		{"writes 1,5", ample, doctor.Wrong, "locale", "it depends on the locale", "setlocale"},
		{"waves", ample, doctor.Warning, "matches", "an answer that the rules forbid (forgiven)", "arbiter rules keeper"},
		{"needs health", ample, doctor.Wrong, "situations", "a crash: the program ended", "stderr"},
	}
	for _, tt := range tests {
		t.Run(tt.patient, func(t *testing.T) {
			t.Parallel()
			report := examine(t, "keeper", patient(t, tt.patient), tt.limits)
			found := false
			for _, f := range report.Findings {
				switch {
				case f.Check == tt.check && f.Level == tt.level && strings.Contains(f.Advice, tt.advice) && sameButPlace(f.Title, tt.title):
					found = true
				case f.Level == doctor.Wrong && tt.level != doctor.Wrong, tt.check == "":
					t.Errorf("unexpected: %+v", f)
				}
				if f.Title == "" || f.Detail == "" || f.Advice == "" {
					t.Errorf("a finding has no title, detail or advice: %+v", f)
				}
			}
			if !found && tt.check != "" {
				t.Errorf("want %s: %s: %s; found", tt.level, tt.check, tt.title)
			}
			if report.OK != (tt.level != doctor.Wrong) {
				t.Errorf("ok is %t", report.OK)
			}
			if t.Failed() {
				var text bytes.Buffer
				report.Print(&text)
				t.Log(text.String())
			}
		})
	}
}

// sameButPlace compares titles; the slowest answer may come in any match.
func sameButPlace(a, b string) bool {
	place := regexp.MustCompile(`\(seed \d, seat \d\)`)
	return place.ReplaceAllString(a, "") == place.ReplaceAllString(b, "")
}

// A greeting is found before the first input, or taken for the first answer:
// either way the real answer is one too many.
func TestGreeting(t *testing.T) {
	t.Parallel()
	report := examine(t, "keeper", patient(t, "greets"), ample)
	if report.OK || report.Findings[0].Check != "start" && report.Findings[0].Check != "lines" {
		t.Errorf("findings %+v; want one of start or lines", report.Findings)
	}
}

// "Where they lie does not matter."
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "weights"), []byte("1 2 3"), 0o644); err != nil {
		t.Fatal(err)
	}
	bot := patient(t, "knows its place")
	bot.Dir = dir
	bot.Env = append(bot.Env, "DOCTOR_TEST_PLACE="+dir)
	report := examine(t, "keeper", bot, ample)
	if len(report.Findings) != 1 || report.Findings[0].Title != "it depends on the path of its folder" {
		t.Errorf("findings %+v; want one: it depends on the path of its folder", report.Findings)
	}
}

func TestNoProgram(t *testing.T) {
	t.Parallel()
	report := examine(t, "keeper", process.Spec{Name: "none", Command: []string{"./nosuchprogram"}}, ample)
	if report.OK || len(report.Findings) != 1 || report.Findings[0].Title != "a wrong path: the command names a file that is not there" {
		t.Errorf("report %+v; want that the file is not there", report)
	}
}

// The builtin bots are well.
func TestBuiltinBots(t *testing.T) {
	for _, g := range games.All() {
		path := g.Info().Name + "/random"
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			wantWell(t, examine(t, g.Info().Name, builtin(path), ample))
		})
	}
}

func wantWell(t *testing.T, report doctor.Diagnosis) {
	t.Helper()
	for _, f := range report.Findings {
		if f.Level == doctor.Wrong {
			t.Errorf("wrong: %+v", f)
		}
	}
	for _, c := range report.Checks {
		if c.Level == doctor.Skipped {
			t.Errorf("skipped: %+v", c)
		}
	}
}

// A budget that is used up skips the checks that are left.
func TestBudget(t *testing.T) {
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	report, err := doctor.Examination{Game: g, Isolation: isolation, Bot: patient(t, "healthy"), Limits: ample, Budget: time.Nanosecond}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		if c.Level != doctor.Skipped || !strings.Contains(c.Summary, "no time was left") {
			t.Errorf("check %+v; want it skipped", c)
		}
	}
}

func TestPrint(t *testing.T) {
	report := doctor.Diagnosis{
		Bot: "mine", Game: "keeper",
		Checks: []doctor.Check{{Name: "start", Level: doctor.OK, Summary: "first answer after 4.0 ms"}, {Name: "end", Level: doctor.Wrong, Summary: "it went on"}},
		Findings: []doctor.Finding{{
			Check: "end", Level: doctor.Wrong, Title: "it does not end", Turn: 5, Detail: "after turn 5\nit went on",
			Input: "1 2\n0", Answer: "MOVE 1 2", Rule: "There is no message of the end.", Advice: "stop",
		}},
	}
	const want = `mine plays keeper

  ok       start       first answer after 4.0 ms
  wrong    end         it went on

wrong: end: it does not end
  turn      5
  found     after turn 5
            it went on
  sent      1 2
            0
  answered  MOVE 1 2
  rule      There is no message of the end.
  do        stop

2 checks: 1 wrong, 0 warnings
`
	var got bytes.Buffer
	if err := report.Print(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", got.String(), want)
	}
	text, err := json.Marshal(report.Findings[0])
	if err != nil {
		t.Fatal(err)
	}
	const wantJSON = `{"check":"end","level":"wrong","title":"it does not end","detail":"after turn 5\nit went on","turn":5,` +
		`"input":"1 2\n0","answer":"MOVE 1 2","rule":"There is no message of the end.","advice":"stop"}`
	if string(text) != wantJSON {
		t.Errorf("JSON %s\nwant %s", text, wantJSON)
	}
}

// "One that says something else beside the same act is no difference."
func TestMessagesAreReproducible(t *testing.T) {
	t.Parallel()
	report := examine(t, "keeper", patient(t, "tells times"), ample)
	for _, f := range report.Findings {
		if f.Check == "repeat" {
			t.Errorf("%+v; want no finding of a message that tells the time", f)
		}
	}
}
