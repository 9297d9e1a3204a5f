package hostile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/refereetest"
)

// ample is a limit that no bot of these tests needs, however loaded the machine
// is.
const ample = time.Minute

// turns is how long a match is. Attackers act in the second.
const turns = 4

// A level is how bots are run: in boxes or without.
type level struct {
	policy    string
	isolation *sandbox.Sandbox
}

// hostileLimits are those of the bots: small ones are reached sooner.
func hostileLimits() process.Resources {
	return process.Resources{Memory: 128 << 20, Scratch: 16 << 20, Processes: 64, Threads: 64}
}

func open(t *testing.T, policy string) level {
	t.Helper()
	p, err := sandbox.ParsePolicy(policy)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sandbox.Open(sandbox.Settings{Policy: p})
	var missing sandbox.MissingError
	if errors.As(err, &missing) {
		t.Skip(err) // strict is refused here, in words that the error has; auto is played all the same
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		for _, p := range s.Protections() {
			if _, group, ok := strings.Cut(p.How, ", in "); ok {
				if _, err := os.Stat(group); err == nil {
					t.Errorf("%s: %s is left", p.Name, group)
				}
			}
		}
	})
	return level{policy, s}
}

// gentle reports whether attacks that would hurt this machine may only be hinted at.
func (l level) gentle() bool {
	report := l.isolation.Protections()
	return slices.ContainsFunc([]string{"processes", "files", "threads", "memory"}, func(name string) bool { return !report.On(name) })
}

// A match is one between two bots, of which the first may be hostile.
type match struct {
	referee.Match
	kind, token string
	victim      victim
	opponent    int // process number, from the second turn on

	turn, number int
	wrong        []string // answers of the opponent that are not what it was asked for
	stderr       strings.Builder
	record       record
}

// A record is what must not change because of others.
type record struct {
	Result referee.Result
	Digest [sha256.Size]byte // of all answers and states
	cpu    time.Duration     // the most that one answer took
}

func newMatch(t *testing.T, kind string) *match {
	t.Helper()
	rules, err := refereetest.Tally{Seats: 2, Turns: turns, Alternate: kind == spinner}.New(referee.Setup{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return &match{Match: rules, kind: kind, token: fmt.Sprintf("%016x", rand.Uint64())}
}

// Input adds to the input of the game whom to attack.
func (m *match) Input(seat int, dst []byte) []byte {
	at := len(dst)
	dst = m.Match.Input(seat, dst)
	fmt.Sscan(string(dst[at:]), &m.turn, &m.number)
	if m.turn == 2 && m.opponent == 0 && m.kind != "honest" {
		for _, pid := range processes(m.token) {
			if slices.Contains(arguments(pid), "opponent") {
				m.opponent = pid
			}
		}
	}
	return fmt.Appendf(dst[:len(dst)-1], " %d %d %d %s\n", os.Getpid(), m.opponent, m.victim.port, m.victim.folder)
}

// Answer looks at what is said in the opponent's name.
func (m *match) Answer(seat int, lines []string) {
	if want := fmt.Sprint(m.number % 10); seat == 1 && lines[0] != want {
		m.wrong = append(m.wrong, fmt.Sprintf("turn %d: %q; want %q", m.turn, lines[0], want))
	}
	m.Match.Answer(seat, lines)
}

// Turn implements referee.Recorder.
func (m *match) Turn(turn *referee.Turn) error {
	text := m.AppendState(slices.Clone(m.record.Digest[:]))
	for seat := range turn.Asked.All() {
		reply := turn.Replies[seat]
		text = fmt.Appendf(text, "%q", reply.Lines)
		m.record.cpu = max(m.record.cpu, reply.CPU)
		if seat == 0 {
			m.stderr.Write(reply.Late)
			m.stderr.Write(reply.Stderr)
		}
	}
	m.record.Digest = sha256.Sum256(text)
	return nil
}

// End implements referee.Recorder.
func (m *match) End(result referee.Result, late [][]byte) error {
	m.record.Result = result
	m.stderr.Write(late[0])
	return nil
}

// verdict returns what the bot says of its attack, the last time that it does.
func (m *match) verdict() string {
	verdict := "it said nothing"
	if m.outOfMemory() {
		verdict = "refused: " + m.record.Result.Faults[0].Why
	}
	for line := range strings.Lines(m.stderr.String()) {
		if line = strings.TrimSpace(line); line == "got" || strings.HasPrefix(line, "refused") {
			verdict = line
		}
	}
	return verdict
}

// outOfMemory reports whether the bot was ended for the memory that it used.
func (m *match) outOfMemory() bool {
	faults := m.record.Result.Faults
	return len(faults) == 1 && faults[0].Seat == 0 && faults[0].Kind == referee.Crash && strings.Contains(faults[0].Why, "128 MiB of memory")
}

// play plays the match, and returns an error of the machine.
func (l level) play(t *testing.T, m *match, dir string, limits referee.TimeLimits) error {
	table := &process.Table{Isolation: l.isolation}
	mode := "real"
	if l.gentle() {
		mode = "gentle"
	}
	var players []referee.Player
	for _, role := range []string{"bot", "opponent"} {
		p, err := table.Start(process.Spec{
			Name: m.kind, Dir: dir, Command: []string{filepath.Join(dir, "hostile"), m.kind, role, m.token, mode},
			Env: []string{"HOSTILE_SECRET=" + m.token}, Limits: hostileLimits(),
		})
		if err != nil {
			for _, other := range players {
				other.Close()
			}
			return err
		}
		players = append(players, p)
	}
	_, err := referee.Play(t.Context(), m, players, referee.Options{Limits: limits, Recorder: m})
	return err
}

// void reports whether the machine did not run a bot in time, or the referee.
func void(err error) bool {
	var v interface{ Void() bool }
	return errors.As(err, &v) && v.Void()
}

// honest plays a match of two honest bots on the processor clock, as often as
// the machine needs.
func (l level) honest(t *testing.T, dir string) (record, error) {
	for {
		m := newMatch(t, "honest")
		m.victim.folder = "-"
		err := l.play(t, m, dir, referee.TimeLimits{First: ample, Turn: 250 * time.Millisecond, Clock: referee.CPUClock})
		if !void(err) {
			return m.record, err
		}
	}
}

// A neighbour plays honest matches beside others.
type neighbour struct {
	alone   record
	stop    chan struct{}
	ended   chan []string
	charged bool // all that was wrong is that an answer was charged too much
}

// beside begins to play honest matches. Each must be the same as the match that is
// played alone.
func (l level) beside(t *testing.T, dir string, alone record) *neighbour {
	n := &neighbour{alone: alone, stop: make(chan struct{}), ended: make(chan []string)}
	go func() {
		var wrong []string
		overcharged := 0
		for more := true; more; {
			select {
			case <-n.stop:
				more = false // after one that began before the end
			default:
			}
			got, err := l.honest(t, dir)
			switch {
			case err != nil:
				wrong = append(wrong, err.Error())
			case got.Digest != alone.Digest || !reflect.DeepEqual(got.Result, alone.Result):
				wrong = append(wrong, fmt.Sprintf("%+v; want %+v", got, alone))
			case got.cpu > 3*alone.cpu+20*time.Millisecond:
				overcharged++
				wrong = append(wrong, fmt.Sprintf("an answer was charged %v of processor time; alone %v", got.cpu, alone.cpu))
			}
		}
		n.charged = overcharged == len(wrong)
		n.ended <- wrong
	}()
	return n
}

// end ends the honest matches and returns what went wrong in them.
func (n *neighbour) end() []string {
	close(n.stop)
	return <-n.ended
}
