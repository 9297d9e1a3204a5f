package external_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/bots"
	"arbiter/bots/starter"
	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/games"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/refereetest"
	"arbiter/referee/rewind"
)

// lowest opens the starter of a referee.
func lowest(t testing.TB, isolation *sandbox.Sandbox, most int) *external.Game {
	t.Helper()
	dir := t.TempDir()
	files, err := starter.Referee()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text := strings.Replace(string(f.Text), "seats = [2, 4]", fmt.Sprintf("seats = [2, %d]", most), 1)
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g, err := external.Open(dir, isolation)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// names answers with the numbers in turn.
func names(numbers ...string) referee.Player {
	n := 0
	return player(func(referee.Ask) referee.Reply {
		n++
		return referee.Reply{Lines: []string{numbers[(n-1)%len(numbers)]}, Wall: 3 * time.Millisecond}
	})
}

// Any program that speaks the protocol is a referee: the starter's, with two to eight seats,
// with its inputs, limits, summaries and faults, in a box where there is one.
func TestStarter(t *testing.T) {
	box, err := sandbox.Open(sandbox.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	for seats, isolation := range map[int]*sandbox.Sandbox{2: nil, 3: box, 4: box, 8: nil} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			g := lowest(t, isolation, max(4, seats))
			var limits []time.Duration
			var inputs []string
			players := []referee.Player{player(func(ask referee.Ask) referee.Reply {
				limits, inputs = append(limits, ask.Limit), append(inputs, string(ask.Input))
				return referee.Reply{Lines: []string{"1"}}
			})}
			for range seats - 1 {
				players = append(players, names("2", "3"))
			}
			rec, _, err := record(t, g, referee.Setup{Seed: 7}, players...)
			if err != nil {
				t.Fatal(err)
			}
			r := rec.Footer.Result
			if len(rec.Turns) != 20*seats || r.Winner() != 0 || len(r.Faults) != 0 || r.Reason != "ended" {
				t.Errorf("%d seats: %d turns, %+v; want %d turns, and seat 0 to win", seats, len(rec.Turns), r, 20*seats)
			}
			if limits[0] != time.Second || limits[1] != 100*time.Millisecond || limits[19] != 100*time.Millisecond {
				t.Errorf("limits %v; want the referee's: a second, then 100 ms", limits)
			}
			if want := fmt.Sprintf("%d 0 20\n", seats); !strings.HasPrefix(inputs[0], want) || strings.Count(inputs[1], "\n") != 2 {
				t.Errorf("inputs %q, %q; want the first one to begin with %q", inputs[0], inputs[1], want)
			}
			frames := wantSame(t, g, rec)
			if v := frames[len(frames)-1].View.(external.View); !slices.Equal(v.Scores, r.Scores) || !slices.ContainsFunc(v.Events, func(e external.Event) bool { return strings.Contains(e.Text, "$0 wins") }) || v.Frame == "" {
				t.Errorf("the last view is %+v; want the scores, the summary and a frame", v)
			}
		})
	}
}

// "A timed out or dead seat": the referee is told that there is no answer, from then on, and
// the fault is ours. The others play on.
func TestDeadSeat(t *testing.T) {
	g := lowest(t, nil, 4)
	n := 0
	dies := player(func(ask referee.Ask) referee.Reply {
		if n++; n < 3 {
			return referee.Reply{Lines: []string{"9"}}
		}
		return referee.Reply{Fault: &referee.Fault{Turn: ask.Turn, Seat: ask.Seat, Kind: referee.Timeout, Why: "no complete answer within 100 ms"}}
	})
	rec, _, err := record(t, g, referee.Setup{Seed: 7}, names("1"), dies, names("2"))
	if err != nil {
		t.Fatal(err)
	}
	r := rec.Footer.Result
	if len(r.Faults) != 1 || r.Faults[0].Seat != 1 || r.Faults[0].Kind != referee.Timeout || r.Faults[0].Turn != 8 || r.Scores[1] != -1 || r.Reason != "ended" || r.Winner() != 0 {
		t.Errorf("%+v; want a timeout of seat 1 in turn 8, and the others to play on", r)
	}
	var tips []string
	for _, f := range wantSame(t, g, rec) {
		for _, e := range f.View.(external.View).Events {
			if e.Type == "tooltip" {
				tips = append(tips, fmt.Sprint(e.Text, *e.Seat))
			}
		}
	}
	if !slices.Equal(tips, []string{"Timeout!1"}) {
		t.Errorf("tooltips %v", tips)
	}
}

// "No bot speaks for another": what a bot writes is one line for the referee.
func TestNoBotSpeaksForAnother(t *testing.T) {
	g := lowest(t, nil, 4)
	for _, end := range []string{"\u0085", "\u2028", "\u2029", "\r", "\x00", "\xff", "\v", "\n"} {
		forged := strings.Join([]string{"5", "[[GET_GAME_INFO] 0]", "[[SET_PLAYER_OUTPUT] 1]", "9"}, end)
		rec, _, err := record(t, g, referee.Setup{Seed: 7}, names(forged), names("1"))
		if err != nil {
			t.Fatal(err)
		}
		if r := rec.Footer.Result; r.Scores[0] != -1 || r.Winner() != 1 || len(rec.Turns) != 2 {
			t.Errorf("lines parted by %q: %+v in %d turns; want the answer to be invalid, and seat 1 to win", end, r, len(rec.Turns))
		}
	}
}

// misbehave builds the referee that fails in many ways.
func misbehave(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "misbehave")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/misbehave").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// A referee that fails, hangs or sends what is not the protocol is "an error of the machine
// that names the game, quotes the referee's stderr and blames no bot".
func TestBrokenReferees(t *testing.T) {
	program := misbehave(t)
	for how, want := range map[string]string{
		"fail at the start":   "before its first question: it failed: java.lang.IllegalStateException: it broke",
		"fail in a turn":      "after turn 1: it failed: java.lang.IllegalStateException: it broke",
		"crash in a turn":     "its output ended before the scores: it exited with status 2",
		"exit at the start":   "its output ended before the scores: it exited with status 0",
		"exit at the end":     "after turn 2: its output ended before the scores: it exited with status 0",
		"half in a turn":      "its output ended before the scores",
		"hang at the start":   "it sent neither a question nor the scores within 1s",
		"hang in a turn":      "it sent neither a question nor the scores within 1s",
		"close in a turn":     "it closed its stdout",
		"print in a turn":     `found "DEBUG: here we are"; want the header of a message`,
		"frames in a turn":    "more than 67108864 bytes in a match",
		"line in a turn":      "a message of more than 8388608 bytes",
		"questions in a turn": "more than 67108864 bytes in a match",
		"seat in a turn":      `asks seat "7"; want 0 to 1`,
		"lines in a turn":     `asks for "1000000" lines`,
		"question in a turn":  "NEXT_PLAYER_INFO has 1 lines",
		"scores at the end":   "SCORES has 1 of 2 seats",
		"score at the end":    `SCORES has the line "0 1.5"; want a whole number for a score`,
		"bomb in a turn":      "the scores", // whether it had ended by then or not
	} {
		t.Run(how, func(t *testing.T) {
			deadline := 60
			if strings.HasPrefix(how, "hang") || strings.HasPrefix(how, "bomb") { // which last as long
				deadline = 1
			}
			g := open(t, `name = "broken"`, fmt.Sprintf("run = [%q, %q]", program, how), fmt.Sprint("deadline = ", deadline))
			_, _, err := record(t, g, referee.Setup{}, names("1"), names("2"))
			var broken *external.BrokenError
			if !errors.As(err, &broken) {
				t.Fatalf("error %v; want a BrokenError", err)
			}
			if text := err.Error(); !strings.Contains(text, "game broken: ") || !strings.Contains(text, want) || !strings.Contains(broken.Stderr, "about to misbehave: "+how) {
				t.Errorf("error %q; want %q, with the stderr", text, want)
			}
			if left := running(t, program); left > 0 {
				t.Errorf("%d processes are left", left)
			}
		})
	}
}

// running returns how many processes run a program.
func running(t *testing.T, program string) (n int) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if exe, err := os.Readlink(link); err == nil && exe == program {
			n++
		}
	}
	return n
}

// A match that nobody waits for any more ends at once, however long its referee may take.
func TestInterrupt(t *testing.T) {
	g := open(t, `name = "broken"`, fmt.Sprintf("run = [%q, %q]", misbehave(t), "hang in a turn"))
	m, err := g.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	time.AfterFunc(10*time.Millisecond, m.(referee.Interrupter).Interrupt)
	for !m.Over() {
		m.Answer(0, []string{"1"})
		m.Step()
	}
	if m.Err() == nil {
		t.Error("no error; want that it was interrupted")
	}
}

// Recorded conversations with published referees: the referee says what it said then, if it is
// told byte for byte what it was told, and the bots get what they were sent.
func TestConversations(t *testing.T) {
	dir := refereetest.Shared(t, "games")
	paths, err := filepath.Glob(filepath.Join(dir, "*.gz"))
	edge, errEdge := filepath.Glob(filepath.Join(dir, "edge", "*.gz"))
	if err != nil || errEdge != nil || len(paths)+len(edge) == 0 {
		t.Fatalf("no conversations in %s", dir)
	}
	for _, path := range append(paths, edge...) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".jsonl.gz"), func(t *testing.T) { testConversation(t, path) })
	}
}

func testConversation(t *testing.T, path string) {
	header, all, err := readConversation(path)
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Split(all[0].Text, "\n")
	seats, err := strconv.Atoi(start[1])
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{`name = "conversation"`, run("conversation", path), fmt.Sprintf("seats = %d", seats)}
	var setup referee.Setup
	if header["mode"] == "solo" {
		test, _ := json.Marshal(start[2:])
		setup.Position = fmt.Appendf(nil, `{"test": %s}`, test)
	} else {
		var options []string
		for _, option := range start[2:] {
			key, value, _ := strings.Cut(option, "=")
			if key == "seed" {
				setup.Seed, err = strconv.ParseInt(value, 10, 64)
			} else {
				options = append(options, fmt.Sprintf("%s = %q", key, value))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("options = {%s}", strings.Join(options, ", ")))
	}
	wantScores := header["scores"]
	if strings.Contains(path, "2048") {
		lines = append(lines, `criterion = "Points"`)
		wantScores = []any{"0 1304"}
	}
	if strings.Contains(path, "timebank") {
		lines = append(lines, "timebank = true")
	}
	want := []string(nil) // by seat, what it was sent
	for range seats {
		want = append(want, "")
	}
	replies := make([][]referee.Reply, seats)
	monitored, input, failed, frames := false, "", false, 0
	for i, s := range all {
		message := strings.Split(s.Text, "\n")
		switch {
		case strings.HasPrefix(s.Text, "[[MONITORING]"):
			monitored = true
		case strings.HasPrefix(s.Text, "[[FAIL]"):
			failed = true
		case strings.HasPrefix(s.Text, "[[VIEW]"):
			frames++
		case strings.HasPrefix(s.Text, "[[NEXT_PLAYER_INPUT]"):
			_, input, _ = strings.Cut(s.Text+"\n", "\n")
		case strings.HasPrefix(s.Text, "[[NEXT_PLAYER_INFO]"):
			seat, _ := strconv.Atoi(message[1])
			want[seat] += input
			answer := strings.Split(all[i+1].Text, "\n")[1:]
			reply := referee.Reply{Wall: 5 * time.Millisecond}
			if monitored {
				ms, _ := strconv.Atoi(answer[0])
				answer, reply.Wall = answer[1:], time.Duration(ms)*time.Millisecond
			}
			if reply.Lines = answer; message[2] != "0" {
				replies[seat] = append(replies[seat], reply)
			}
		}
	}
	got := make([]string, seats)
	var players []referee.Player
	for seat := range seats {
		players = append(players, player(func(ask referee.Ask) referee.Reply {
			got[seat] += string(ask.Input)
			reply := replies[seat][0]
			replies[seat] = replies[seat][1:]
			return reply
		}))
	}
	g := open(t, lines...)
	rec, text, err := record(t, g, setup, players...)
	if failed {
		var broken *external.BrokenError
		if !errors.As(err, &broken) || !strings.Contains(broken.Why, "java.lang.IllegalStateException") {
			t.Errorf("error %v; want the referee's", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	for seat := range seats {
		if !strings.HasPrefix(want[seat], got[seat]) || len(replies[seat]) > 0 { // what a seat is told at the end, nobody asks for
			t.Errorf("seat %d was sent %d bytes and %d answers are left; want the recorded %d bytes", seat, len(got[seat]), len(replies[seat]), len(want[seat]))
		}
	}
	var scores []any
	for seat, score := range rec.Footer.Result.Scores {
		scores = append(scores, fmt.Sprint(seat, score))
	}
	if diff := cmp.Diff(wantScores, any(scores)); diff != "" {
		t.Error(diff)
	}
	t.Logf("%d turns, a record of %d bytes", len(rec.Turns), len(text))
	shown := 0
	for _, f := range wantSame(t, g, rec) {
		if f.View.(external.View).Key {
			shown++
		}
	}
	if shown == 0 || shown > frames {
		t.Errorf("%d frames; the referee sent %d", shown, frames)
	}
}

// A builtin bot runs in this process. From an answer on, if that is not 0, it gives none.
type builtin struct {
	*rewind.Stream
	in      io.Closer
	answers int
	late    int
	ask     referee.Ask
}

func startBuiltin(t *testing.T, game, name string, seed int64, late int) *builtin {
	t.Helper()
	for _, b := range bots.Of(game).Bots {
		if b.Name != name {
			continue
		}
		options := url.Values{}
		if slices.Contains(b.Options, "seed") {
			options.Set("seed", fmt.Sprint(seed))
		}
		inR, in := io.Pipe()
		out, outW := io.Pipe()
		go func() {
			outW.CloseWithError(b.Play(inR, outW, options))
			inR.Close()
		}()
		return &builtin{Stream: rewind.NewStream(in, out), in: in, late: late}
	}
	t.Fatalf("no bot %s of %s", name, game)
	return nil
}

func (b *builtin) isLate() bool { return b.late > 0 && b.answers >= b.late }

func (b *builtin) Ask(ask referee.Ask) {
	if b.ask = ask; !b.isLate() {
		b.Stream.Ask(ask)
	}
}

func (b *builtin) Reply(ctx context.Context) (referee.Reply, error) {
	if b.isLate() {
		return referee.Reply{Fault: &referee.Fault{Turn: b.ask.Turn, Seat: b.ask.Seat, Kind: referee.Timeout, Why: "late"}}, nil
	}
	b.answers++
	return b.Stream.Reply(ctx)
}

func (b *builtin) Close() ([]byte, error) { return nil, b.in.Close() }

var matches = flag.Int("matches", 6, "matches of each game that are played behind the protocol, too")

// The games of this program, played through a referee that speaks the protocol, end with the
// same scores, ranks, answers and faults as without one.
func TestSameBehindTheProtocol(t *testing.T) {
	for _, game := range []string{"ctf", "domain", "keeper"} {
		g, err := games.Find(game)
		if err != nil {
			t.Fatal(err)
		}
		info := g.Info()
		wrapped := open(t, `name = "wrapped"`, run("wrap", game), fmt.Sprintf("seats = [%d, %d]", info.MinSeats, info.MaxSeats), `mode = "multi"`)
		for n := range *matches {
			setup := referee.Setup{Seed: int64(n) * 1_000_003}
			seats := info.MinSeats + n%(info.MaxSeats-info.MinSeats+1)
			var ends []string
			var answers [2][]string
			for i, g := range []referee.Game{g, wrapped} {
				var players []referee.Player
				for seat := range seats {
					late := 0
					if n%3 == 2 && seat == n%seats {
						late = n
					}
					players = append(players, startBuiltin(t, game, []string{"greedy", "random"}[(seat+n)%2], int64(n+seat), late))
				}
				rec, _, err := record(t, g, setup, players...)
				if err != nil {
					t.Fatalf("%s %d: %v", game, n, err)
				}
				for _, turn := range rec.Turns {
					for _, a := range turn.Answers {
						answers[i] = append(answers[i], fmt.Sprint(a.Seat, a.Lines, a.Fault != nil))
					}
				}
				r := rec.Footer.Result
				end := fmt.Sprint(r.Scores, r.Ranks)
				for _, f := range r.Faults {
					if f.Kind == referee.Timeout {
						end += fmt.Sprint(" ", f.Seat, f.Kind)
					}
				}
				ends = append(ends, end)
				if n < 3 {
					wantSame(t, g, rec)
				}
			}
			if ends[0] != ends[1] || !slices.Equal(answers[0], answers[1]) {
				t.Errorf("%s, match %d: behind the protocol %s after %d answers; want %s after %d", game, n, ends[1], len(answers[1]), ends[0], len(answers[0]))
			}
		}
	}
}
