package doctor_test

import (
	"bytes"
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
)

// A planted bug is one that authors make, with the line by which the first finding names it,
// and part of the advice.
type planted struct{ bug, first, advice string }

// plantedBugs returns those of testdata/planted.py.
//
// Some cannot be told apart, and have one line: an answer without a line end looks the
// same whether it was flushed or not, and whether its line end comes before it.
func plantedBugs() []planted {
	return []planted{
		{"crash", "wrong: matches: a crash: the program ended", ""},
		{"missing flush", "wrong: flush: a missing flush: answers come only when the input ends", "flush stdout after each answer"},
		{"no line end", "wrong: lines: an answer without a line end", "print a newline"},
		{"no line end and no flush", "wrong: lines: an answer without a line end", ""},
		{"line end first", "wrong: lines: an answer without a line end", "print a newline"},
		{"line too many", "wrong: flush: a line too many: it waits for a line that is not sent", "count the lines"},
		{"line too few", "wrong: flush: a line too few: it leaves input unread", ""},
		{"slow turn", "wrong: time: a slow turn: it answers too late", "look for a sleep"},
		{"slow start", "wrong: start: a slow start: its first answer is too late", ""},
		{"debug print", "wrong: lines: debug output on stdout", "exactly one answer"},
		{"lower case", "wrong: matches: an answer that cannot be read: it is in lower case", "capital letters"},
		{"off by one", "wrong: matches: an answer that the rules forbid", ""},
		{"leak", "wrong: memory: a leak: its memory grows from turn to turn", ""},
		{"endless loop", "wrong: matches: an endless loop: it computes without end", ""},
	}
}

// plantedInJavaScript are those of them that planted.js has. Node writes to a pipe
// without a buffer, so a flush is never missing. It sleeps and loops as other languages
// do.
func plantedInJavaScript() []string {
	return []string{"crash", "no line end", "line end first", "line too many", "debug print", "lower case", "off by one"}
}

// "The suite of broken bots grows to 40 in four languages, each with its first line
// asserted": all in Python, C++ and Go, a syntax error in Python, and those of
// JavaScript; -every-language runs them all.
func TestPlantedBugsAreForty(t *testing.T) {
	if n := 3*len(plantedBugs()) + 1 + len(plantedInJavaScript()); n < 40 {
		t.Errorf("%d broken bots; want 40", n)
	}
}

// everyLanguage is for make soak. Else Python has every bug, and the other languages have
// those that look different in them.
var everyLanguage = flag.Bool("every-language", false, "plant every bug in every language")

// inLanguage reports whether a bug is planted in a language in which these look
// different.
func inLanguage(bug string, different ...string) bool {
	return *everyLanguage || slices.Contains(different, bug)
}

// wantPlanted examines a bot under the limits of the game and compares the first
// finding: one bug gives one finding.
func wantPlanted(t *testing.T, p planted, command ...string) {
	t.Helper()
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	bot := process.Spec{Name: "planted", Command: command, Limits: process.Resources{Memory: 256 << 20}} // so that a leak takes little of the processor
	report, err := doctor.Examination{Game: g, Isolation: isolation, Bot: bot, Limits: g.Info().Limits(), Budget: time.Hour, Save: t.TempDir()}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wrong, advice := 0, ""
	for _, f := range report.Findings {
		if f.Level == doctor.Wrong {
			wrong++
			advice = f.Advice
		}
	}
	var text bytes.Buffer
	if err := report.Print(&text); err != nil {
		t.Fatal(err)
	}
	found := ""
	for line := range strings.Lines(text.String()) {
		if found == "" && (strings.HasPrefix(line, "wrong: ") || strings.HasPrefix(line, "warning: ")) {
			found = strings.TrimSuffix(line, "\n")
		}
	}
	if wrong != 1 || found != p.first || !strings.Contains(advice, p.advice) {
		t.Errorf("want one wrong finding, %q first, with the advice %q; found\n%s", p.first, p.advice, &text)
	}
}

// besideOthers is wantPlanted in a test of its own: the bots wait for most of their time.
func besideOthers(t *testing.T, p planted, command ...string) {
	t.Run(p.bug, func(t *testing.T) {
		t.Parallel()
		wantPlanted(t, p, command...)
	})
}

func TestPlantedBugsInPython(t *testing.T) {
	t.Parallel()
	interpreter := refereetest.Python(t)
	for _, p := range plantedBugs() {
		besideOthers(t, p, interpreter, "testdata/planted.py", p.bug)
	}
	besideOthers(t, planted{"syntax error", "wrong: start: a syntax error: the program ended before it began", ""}, interpreter, "-c", "import sys\nif True print(1)\n")
}

// needNode returns the program of Node. A machine that plays bots has no need of it;
// make test installs it for the pages, so that nothing is skipped there.
func needNode(t *testing.T) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed") // make test installs it; go test alone takes what there is
	}
	return node
}

func TestPlantedBugsInJavaScript(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("left by -short to make test: the same bugs in Python are enough for a moment") // make quick passes -short; make test and CI play it
	}
	node := needNode(t)
	for _, p := range plantedBugs() {
		if slices.Contains(plantedInJavaScript(), p.bug) && inLanguage(p.bug, "crash", "no line end") {
			besideOthers(t, p, node, "testdata/planted.js", p.bug)
		}
	}
}

func TestPlantedBugsInCPP(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("left by -short to make test: the same bugs in Python are enough for a moment") // make quick passes -short; make test and CI play it
	}
	program := filepath.Join(t.TempDir(), "planted")
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("no g++ in PATH") // make test installs it; go test alone takes what there is
	}
	if out, err := exec.Command("g++", "-O1", "-o", program, "testdata/planted.cpp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range plantedBugs() {
		if inLanguage(p.bug, "crash", "missing flush", "no line end and no flush") {
			besideOthers(t, p, program, p.bug)
		}
	}
}

// Go writes a panic with its goroutines, and a buffered writer that nobody flushes.
func TestPlantedBugsInGo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("left by -short to make test: the same bugs in Python are enough for a moment") // make quick passes -short; make test and CI play it
	}
	program := filepath.Join(t.TempDir(), "planted")
	if out, err := exec.Command("go", "build", "-o", program, "testdata/planted.go").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range plantedBugs() {
		if inLanguage(p.bug, "crash", "missing flush") {
			besideOthers(t, p, program, p.bug)
		}
	}
}

// PYTHONUNBUFFERED, "inherited from the operator", does not hide a missing flush.
func TestUnbufferedShell(t *testing.T) {
	t.Setenv("PYTHONUNBUFFERED", "1")
	i := slices.IndexFunc(plantedBugs(), func(p planted) bool { return p.bug == "missing flush" })
	wantPlanted(t, plantedBugs()[i], refereetest.Python(t), "testdata/planted.py", "missing flush")
}

// The command that feeds the bot by hand shows the same.
func TestFeedByHand(t *testing.T) {
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	bot := process.Spec{Name: "planted", Command: []string{refereetest.Python(t), "testdata/planted.py", "crash"}}
	report, err := doctor.Examination{Game: g, Isolation: isolation, Bot: bot, Limits: ample, Budget: time.Hour, Save: t.TempDir()}.Run(t.Context())
	if err != nil || len(report.Findings) == 0 {
		t.Fatalf("findings %v, error %v", report.Findings, err)
	}
	f := report.Findings[0]
	if f.Turn != 40 || f.Count < 2 || !strings.Contains(f.Stderr, "IndexError") {
		t.Errorf("turn %d, %d times, stderr %q; want turn 40, several times, the exception", f.Turn, f.Count, f.Stderr)
	}
	out, err := exec.Command("sh", "-c", f.Feed).CombinedOutput()
	if err == nil || strings.Count(string(out), "MOVE") != 39 || !strings.Contains(string(out), "IndexError") {
		t.Errorf("%s: %v:\n%s\nwant 39 answers and the exception", f.Feed, err, out)
	}
}
