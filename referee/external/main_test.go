package external_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
)

// The referees of tests are this program: it is a referee if its first argument names one.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 {
		in := bufio.NewReader(os.Stdin)
		switch os.Args[1] {
		case "conversation":
			converse(in, os.Args[2])
			return
		case "wrap":
			wrap(in, os.Args[2])
			return
		case "numbers":
			numbers(in, os.Args[2] == "crash")
			return
		}
	}
	os.Exit(m.Run())
}

// open writes a game.toml and opens its folder.
func open(t testing.TB, lines ...string) *external.Game {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, external.GameFile), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	g, err := external.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// run returns the line of a game.toml that starts this program as a referee.
func run(mode, argument string) string {
	return fmt.Sprintf("run = [%q, %q, %q]", os.Args[0], mode, argument)
}

// A player answers with what f returns.
func player(f func(referee.Ask) referee.Reply) referee.Player { return refereetest.Func(f).Player() }

// record plays a match and returns its record.
func record(t testing.TB, g referee.Game, setup referee.Setup, players ...referee.Player) (*replay.Record, []byte, error) {
	t.Helper()
	m, err := g.New(setup, len(players))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	h := replay.NewHeader(g.Info(), setup, g.Info().Limits())
	h.Seats = make([]replay.Seat, len(players))
	w, err := replay.NewWriter(h, m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := referee.Play(t.Context(), m, players, referee.Options{Limits: g.Info().Limits(), Recorder: w}); err != nil {
		return nil, nil, err
	}
	text := bytes.Clone(w.Bytes())
	rec, err := replay.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return rec, text, nil
}

// wantSame checks that the referee plays a record again as it was recorded, and that the
// record alone has the same frames.
func wantSame(t testing.TB, g referee.Game, rec *replay.Record) []replay.Frame {
	t.Helper()
	if v, err := replay.Verify(rec, g); err != nil || v.Status != replay.Same {
		t.Errorf("%v, error %v; want the same match again", v, err)
	}
	var frames []replay.Frame
	for f, err := range replay.Frames(rec, g) {
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f)
	}
	return frames
}

// A said is a message of a recorded conversation.
type said struct {
	To, From, Text string
}

// readConversation reads a recorded conversation.
func readConversation(path string) (header map[string]any, all []said, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	zip, err := gzip.NewReader(file)
	if err != nil {
		return nil, nil, err
	}
	dec := json.NewDecoder(zip)
	if err := dec.Decode(&header); err != nil {
		return nil, nil, err
	}
	for {
		var s said
		if err := dec.Decode(&s); err == io.EOF {
			return header, all, nil
		} else if err != nil {
			return nil, nil, err
		}
		all = append(all, s)
	}
}

// converse repeats a referee's side of a conversation, and compares the other side byte for
// byte. A turn that plays itself is answered without a time of its own.
func converse(in *bufio.Reader, path string) {
	_, all, err := readConversation(path)
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	asked := "" // the last NEXT_PLAYER_INFO
	for i, s := range all {
		if s.From != "" {
			fmt.Fprintln(out, s.Text)
			if strings.HasPrefix(s.Text, "[[NEXT_PLAYER_INFO]") {
				asked = s.Text
			}
			continue
		}
		out.Flush()
		want := s.Text + "\n"
		got := make([]byte, len(want))
		n, err := io.ReadFull(in, got)
		itself := strings.Split(asked, "\n")
		if len(itself) > 2 && itself[2] == "0" && strings.Contains(want, "OUTPUT] 1]") {
			got = []byte(strings.Replace(string(got), "\n0\n", "\n1\n", 1))
		}
		if err == io.EOF && i == len(all)-1 {
			return
		}
		if err != nil || string(got) != want {
			fmt.Fprintf(os.Stderr, "message %d: found %q, error %v; want %q\n", i, got[:n], err, want)
			out.Flush()
			os.Exit(3)
		}
	}
}

// wrap is a referee for a game of this program.
func wrap(in *bufio.Reader, game string) {
	read := func() (name string, lines []string) {
		header, err := in.ReadString('\n')
		if err != nil {
			os.Exit(4)
		}
		name, count, _ := strings.Cut(strings.Trim(header, "[]\n"), "] ")
		n, err := strconv.Atoi(count)
		if err != nil {
			panic(err)
		}
		for range n {
			line, err := in.ReadString('\n')
			if err != nil {
				panic(err)
			}
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		return name, lines
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := func(name string, lines ...string) {
		fmt.Fprintf(out, "[[%s] %d]\n", name, len(lines))
		for _, line := range lines {
			fmt.Fprintln(out, line)
		}
	}
	g, err := games.Find(game)
	if err != nil {
		panic(err)
	}
	_, start := read()
	read()
	seats, err := strconv.Atoi(start[0])
	if err != nil {
		panic(err)
	}
	seed, err := strconv.ParseInt(strings.TrimPrefix(start[1], "seed="), 10, 64)
	if err != nil {
		panic(err)
	}
	m, err := g.New(referee.Setup{Seed: seed}, seats)
	if err != nil {
		panic(err)
	}
	answered := referee.Seats(0)
	frame := 0
	show := func() {
		write("VIEW", fmt.Sprintf("KEY_FRAME %d", frame), fmt.Sprintf("{%q: %d}", "digest", len(m.AppendState(nil))))
		write("INFOS")
		write("SUMMARY", strings.Split(strings.TrimSpace(string(m.Board(nil))), "\n")...)
		frame++
	}
	for turn := 1; !m.Over(); turn++ {
		for seat := range m.Asked().All() {
			show()
			limit := g.Info().Turn
			if !answered.Has(seat) {
				limit = g.Info().First
			}
			answered |= referee.SeatSet(seat)
			write("NEXT_PLAYER_INPUT", strings.Split(strings.TrimSuffix(string(m.Input(seat, nil)), "\n"), "\n")...)
			write("NEXT_PLAYER_INFO", fmt.Sprint(seat), fmt.Sprint(m.Lines(seat)), fmt.Sprint(limit.Milliseconds()))
			out.Flush()
			name, lines := read()
			read()
			if name == "SET_PLAYER_TIMEOUT" {
				m.Drop(seat, referee.Fault{Turn: turn, Seat: seat, Kind: referee.Timeout})
			} else {
				m.Answer(seat, lines)
			}
		}
		m.Step()
	}
	show()
	write("UINPUT", start[1:]...)
	write("METADATA", "{}")
	var scores []string
	for seat, score := range m.Result().Scores {
		scores = append(scores, fmt.Sprint(seat, score))
	}
	write("SCORES", scores...)
}
