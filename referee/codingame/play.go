package codingame

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
)

// Where a match was played.
const (
	FromSite   = "codingame"
	FromEngine = "engine"
)

// Differs is the reason of the result of a match that our rules play differently.
const Differs = "differs"

// A Played is a match that was played through the rules, up to the turn in which they differ.
type Played struct {
	Record     *replay.Record
	Result     referee.Result // by the rules; the file's where they differ
	Play       replay.Digest  // of how it was played; 0 where the rules differ
	Attributes []referee.Attribute

	scores []int64 // by the rules; nil where they do not come to an end
}

// Differs returns where the rules differ; nil if they come to the same end.
func (p *Played) Differs() *replay.Deviation { return p.Record.Header.Imported.Differs }

// Options are options of Play.
type Options struct {
	Version string    // of the program, for the record
	At      time.Time // when the record is made; nobody knows when the match was played
}

// A GameError reports that the game of a match is not known, or is not the expected one.
type GameError struct{ Why string }

// Error implements error.
func (e GameError) Error() string { return e.Why }

// Find returns the game of the match: the one of games that the file names, or else the only
// one whose rules play the match to its recorded result. It starts no referee that is a
// program. The error is a GameError if no game or several fit.
func (m *Match) Find(games []referee.Game) (referee.Game, error) {
	if g := m.named(games); g != nil {
		return g, nil
	}
	if m.Arbiter != nil && m.Arbiter.Game != "" {
		return nil, GameError{fmt.Sprintf("a match of the game %.60q, which is not known here", m.Arbiter.Game)}
	}
	var found []referee.Game
	var names []string
	for _, g := range games {
		if _, program := g.(referee.Rereader); program {
			continue
		}
		played, err := m.Play(g, Options{})
		if err != nil || slices.ContainsFunc(played, func(p *Played) bool { return p.Differs() != nil }) {
			continue
		}
		found, names = append(found, g), append(names, g.Info().Name)
	}
	switch len(found) {
	case 0:
		title := "the file names no game"
		if len(m.Titles) > 0 {
			title = fmt.Sprintf("its title %.60q is of no game here", m.Titles[0])
		}
		return nil, GameError{title + ", and no game here plays it to its recorded result"}
	case 1:
		return found[0], nil
	}
	return nil, GameError{"it may be a match of " + strings.Join(names, " or ")}
}

// named returns the game that the file names; nil for none. Of several titles that are in one
// of the file, the longest counts.
func (m *Match) named(games []referee.Game) (found referee.Game) {
	longest := 0
	for _, g := range games {
		if m.Arbiter != nil && m.Arbiter.Game == g.Info().Name {
			return g
		}
		name := letters(g.Info().Title)
		for _, title := range m.Titles {
			if len(name) > longest && strings.Contains(letters(title), name) {
				found, longest = g, len(name)
			}
		}
	}
	return found
}

// letters returns the letters and digits of a title, which languages and leagues surround with others.
func letters(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// Play plays the answers through the rules of the game, and compares with the file: the seat of
// each turn, the number of turns, the referee's words where the game knows them, the scores and
// the ranks. Where they differ, Played.Differs says how. It returns one match, or in a solo
// game one for each player of the file. An error means that the match cannot be played at all.
func (m *Match) Play(g referee.Game, o Options) ([]*Played, error) {
	if m.Failed != "" {
		return nil, fmt.Errorf("the engine failed in this match, which has no result: %.200q", strings.TrimSpace(m.Failed))
	}
	info := g.Info()
	seats := m.Seats()
	if info.Solo() {
		var all []*Played
		for seat := range max(seats, 1) {
			p, err := m.playSeats(g, o, seat)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
		m.compareRanks(info, all)
		return all, nil
	}
	if seats < info.MinSeats || seats > info.MaxSeats {
		return nil, GameError{fmt.Sprintf("a match of %d players; %s has %d to %d", seats, info.Name, info.MinSeats, info.MaxSeats)}
	}
	p, err := m.playSeats(g, o, -1)
	if err != nil {
		return nil, err
	}
	return []*Played{p}, nil
}

// compareRanks compares the ranks of seats that played beside each other with those that their
// scores by the rules give.
func (m *Match) compareRanks(info referee.Info, all []*Played) {
	if m.Ranks == nil {
		return
	}
	scores := make([]int64, len(all))
	for seat, p := range all {
		if p.scores == nil {
			return // what differs there is said already
		}
		scores[seat] = p.scores[0]
	}
	for seat, want := range info.Ranks(scores) {
		if p := all[seat]; m.Ranks[seat] != want && p.Differs() == nil {
			m.differ(p, seat, len(p.Record.Turns), fmt.Sprintf("the file has the rank %d; by the scores of all players it is %d", m.Ranks[seat], want))
		}
	}
}

// playSeats plays the match, or that of one seat. An answer without any character may be a
// timeout or an empty line, which the site does not tell apart: the result does.
func (m *Match) playSeats(g referee.Game, o Options, only int) (*Played, error) {
	played, err := m.play(g, o, only, false)
	if err != nil || played.Differs() == nil {
		return played, err
	}
	if !slices.ContainsFunc(m.Frames, func(f Frame) bool { return f.Seat >= 0 && f.Answer != nil && *f.Answer == "" }) {
		return played, nil
	}
	if again, err := m.play(g, o, only, true); err == nil && again.Differs() == nil {
		return again, nil
	}
	return played, nil
}

// setup returns the start of the match.
func (m *Match) setup(g referee.Game) (setup referee.Setup, seeded bool, err error) {
	_, program := g.(referee.Rereader)
	options := map[string]string{}
	for _, line := range m.Input {
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); !ok || key != "seed" {
			if ok && key != "" {
				options[key] = strings.TrimSpace(value)
			}
			continue
		}
		seed, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		if err != nil {
			return setup, false, fmt.Errorf("found the seed %.40q; want a whole number of 64 bits", value)
		}
		setup.Seed, seeded = seed, true
	}
	switch {
	case m.Arbiter != nil && m.Arbiter.Setup != nil:
		setup.Position = m.Arbiter.Setup
	case program && g.Info().Solo() && m.Input != nil && !seeded:
		setup.Position, err = json.Marshal(map[string][]string{"test": m.Input})
	case program && len(options) > 0:
		setup.Position, err = json.Marshal(options)
	}
	return setup, seeded || setup.Position != nil, err
}

// A game is a match that is being played through the rules.
type game struct {
	*Match
	rules  referee.Match
	only   int         // the seat of the file that is played; -1 for all
	exact  bool        // each question of the referee is a frame
	empty  bool        // an answer without any character is an empty line
	at     int         // of the next frame
	last   map[int]int // by seat: the last frame with an answer
	faults map[int]FrameFault
	lines  map[int]ExactAnswer
	room   int // bytes of stderr that are still kept
}

// play plays the match of all seats, or of one.
func (m *Match) play(g referee.Game, o Options, only int, empty bool) (*Played, error) {
	setup, seeded, err := m.setup(g)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	names := m.Names
	if only >= 0 {
		names = []string{name(m.Names, only)}
	}
	rules, err := g.New(setup, len(names))
	if err != nil {
		return nil, err
	}
	defer rules.Close()

	p := &Played{Record: &replay.Record{Header: m.header(info, setup, names, only)}}
	p.Record.Header.Arbiter, p.Record.Header.PlayedAt = o.Version, o.At
	var chain replay.Chain
	p.Record.Header.Start = chain.Next(rules)
	witness, _ := rules.(referee.Witness)
	if witness != nil {
		p.Record.Header.Referee, p.Record.Header.Kept = witness.Referee(), witness.AppendKept(nil)
	}
	p.Attributes = rules.Attributes()

	_, program := g.(referee.Rereader)
	x := m.begin(rules, only, program, empty)
	number, why := 0, ""
	for !rules.Over() {
		number++
		turn := replay.Turn{Number: number}
		if turn.Answers, why = x.answers(number); why != "" {
			break
		}
		rules.Step()
		turn.Digest = chain.Next(rules)
		if err := rules.Err(); err != nil {
			return nil, err
		}
		if why = x.contradiction(); why != "" {
			break
		}
		if witness != nil {
			turn.Kept = witness.AppendKept(nil)
		}
		p.Record.Turns = append(p.Record.Turns, turn)
	}
	if err := rules.Err(); err != nil {
		return nil, err
	}
	p.Result = rules.Result()
	if why == "" {
		if why = x.rest(); why != "" {
			number++
		} else {
			p.scores = slices.Clone(p.Result.Scores)
			why = x.compare(p.Result)
		}
	}
	if why != "" {
		if !seeded {
			why += " (the file has no seed, so seed 0 was played)"
		}
		m.differ(p, max(only, 0), number, why)
		return p, nil
	}
	p.Play = chain.Play()
	p.Record.Footer = &replay.Footer{Result: p.Result, Late: make([][]byte, len(names))}
	return p, nil
}

// differ marks a match that the rules play differently from a turn on.
func (m *Match) differ(p *Played, seat, turn int, why string) {
	d := &replay.Deviation{Turn: turn, Why: why}
	r := &p.Result
	one := len(p.Record.Header.Seats) == 1
	switch {
	case m.Scores == nil:
	case one && seat < len(m.Scores):
		r.Scores = []int64{m.Scores[seat]}
	case !one:
		r.Scores = slices.Clone(m.Scores)
	}
	r.Ranks = referee.RankScores(r.Scores)
	if !one && m.Ranks != nil {
		r.Ranks = slices.Clone(m.Ranks)
	}
	r.Reason = Differs
	r.Faults = slices.DeleteFunc(slices.Clone(r.Faults), func(f referee.Fault) bool { return f.Turn > len(p.Record.Turns) })
	d.Scores, d.Ranks = r.Scores, r.Ranks
	p.Play, p.Record.Footer, p.Record.Header.Imported.Differs = 0, nil, d
	p.Record.Truncated = p.Record.Header.Imported.Ending(len(p.Record.Turns))
}

// name returns the name of a player as it is kept: of strangers, so on one line, and not too long.
func name(names []string, seat int) string {
	if seat >= len(names) {
		return fmt.Sprintf("player %d", seat)
	}
	const most = 60
	text := strings.Map(func(r rune) rune {
		if !printable.Safe(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, names[seat])
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most])
	}
	return cmp.Or(strings.TrimSpace(text), fmt.Sprintf("player %d", seat))
}

// header returns the header of the record.
func (m *Match) header(info referee.Info, setup referee.Setup, names []string, only int) replay.Header {
	h := replay.NewHeader(info, setup, info.Limits())
	h.Imported = &replay.Imported{From: FromEngine, Match: m.Number, Seat: max(only, 0)}
	if m.Site {
		h.Imported.From = FromSite
	}
	for seat := range names {
		called := name(names, seat)
		h.Seats = append(h.Seats, replay.Seat{Name: called, Bot: FromSite + ":" + called, Digest: replay.ImportedDigest})
	}
	return h
}

// begin returns the game in front of its first question.
func (m *Match) begin(rules referee.Match, only int, exact, empty bool) *game {
	x := &game{
		Match: m, rules: rules, only: only, exact: exact, empty: empty,
		last: map[int]int{}, faults: map[int]FrameFault{}, lines: map[int]ExactAnswer{}, room: replay.MaxStderr,
	}
	for i := range m.Frames {
		if f := &m.Frames[i]; f.answered(empty) {
			x.last[f.Seat] = i
		}
	}
	if m.Arbiter != nil {
		for _, f := range m.Arbiter.Faults {
			x.faults[f.Frame] = f
		}
		for _, a := range m.Arbiter.Exact {
			x.lines[a.Frame] = a
		}
	}
	if exact && len(m.Frames) > 0 {
		x.at = 1 // the first one is the start
	}
	return x
}

// seat returns the seat of the file that a seat of the rules is.
func (x *game) seat(seat int) int {
	if x.only >= 0 {
		return x.only
	}
	return seat
}

// answers gives the rules the answers of a turn, and returns them or what differs.
func (x *game) answers(turn int) (all []replay.Answer, why string) {
	asked := x.rules.Asked()
	if asked == 0 && x.exact {
		return nil, x.nobody()
	}
	for seat := range asked.All() {
		frame, answered, why := x.next(seat)
		if why != "" {
			return nil, why
		}
		f := &x.Frames[frame]
		a := replay.Answer{Seat: seat, Stderr: x.stderr(f)}
		if answered {
			if a.Lines, why = x.linesOf(frame, x.rules.Lines(seat)); why != "" {
				return nil, fmt.Sprintf("seat %d: %s", seat, why)
			}
			x.rules.Answer(seat, a.Lines)
		} else {
			a.Fault = x.fault(frame, turn, seat)
			x.rules.Drop(seat, *a.Fault)
		}
		all = append(all, a)
	}
	return all, ""
}

// nobody takes a frame in which no seat is asked.
func (x *game) nobody() string {
	if x.at == len(x.Frames) {
		return "the file ends; the referee goes on"
	}
	if f := &x.Frames[x.at]; f.answered(false) {
		return fmt.Sprintf("the file has an answer of seat %d; the referee asks nobody", f.Seat)
	}
	x.at++
	return ""
}

// next returns the frame with the answer of a seat, or the one that shows that there was none.
func (x *game) next(asked int) (frame int, answered bool, why string) {
	seat := x.seat(asked)
	for ; x.at < len(x.Frames); x.at++ {
		f := &x.Frames[x.at]
		has := f.answered(x.empty)
		switch {
		case has && x.only >= 0 && f.Seat != x.only:
			continue // of a seat that plays beside
		case has && f.Seat != seat, x.exact && f.Seat >= 0 && f.Seat != seat:
			return 0, false, fmt.Sprintf("the file asks seat %d; the rules ask seat %d", f.Seat, seat)
		case !has && !x.exact && !x.silent(seat):
			continue // the referee's own
		}
		x.at++
		return x.at - 1, has, ""
	}
	return 0, false, fmt.Sprintf("the file ends; the rules ask seat %d", seat)
}

// silent reports whether the next frame shows that a seat gave no answer: it is the seat's, and
// the seat never answers again. One that has timed out is not asked any more.
func (x *game) silent(seat int) bool {
	f := &x.Frames[x.at]
	last, ever := x.last[seat]
	return (f.Seat == seat || f.Seat < 0 && !x.Site && x.at > 0) && (!ever || last < x.at)
}

// linesOf returns the lines of the answer in a frame, of which there are to be so many.
func (x *game) linesOf(frame, want int) (lines []string, why string) {
	if exact, ok := x.lines[frame]; ok {
		for _, line := range exact.Lines {
			lines = append(lines, string(line))
		}
	} else {
		lines = split(*x.Frames[frame].Answer, want)
	}
	if want != referee.Document && len(lines) != want {
		return nil, fmt.Sprintf("the file has an answer of %d lines; the rules ask for %d", len(lines), want)
	}
	return lines, ""
}

// split returns the lines of an answer as it was printed.
func split(text string, want int) []string {
	text = strings.TrimSuffix(text, "\n")
	if want == referee.Document {
		return []string{text}
	}
	lines := strings.SplitN(text, "\n", maxLines)
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	return lines
}

// stderr returns what is kept of the stderr of a frame.
func (x *game) stderr(f *Frame) []byte {
	n := min(len(f.Stderr), x.room)
	x.room -= n
	if n == 0 {
		return nil
	}
	return []byte(f.Stderr[:n])
}

// fault returns why there is no answer in a frame.
func (x *game) fault(frame, turn, seat int) *referee.Fault {
	f := &referee.Fault{Turn: turn, Seat: seat, Kind: referee.Timeout, Why: "no answer"}
	if own, ok := x.faults[frame]; ok && (own.Kind.Info().OfTime || own.Kind == referee.Flood || own.Kind == referee.Unasked) {
		f.Kind, f.Line, f.Why = own.Kind, referee.Quote(own.Line), cmp.Or(referee.Quote(own.Why), f.Why)
	}
	return f
}

// contradiction returns what the referee says of the last turn and is not so.
func (x *game) contradiction() string {
	s, ok := x.rules.(referee.SummaryChecker)
	if !ok || x.at == 0 {
		return ""
	}
	var lines []string
	for line := range strings.SplitSeq(x.summary(), "\n") {
		line = strings.TrimRight(line, "\r")
		if x.only > 0 { // the rules know seat 0 alone
			of, ok := strings.CutPrefix(line, fmt.Sprintf("$%d", x.only))
			if !ok {
				continue
			}
			line = "$0" + of
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return s.Contradicts(lines)
}

// summary returns what the referee says of the last turn. Of seats that play beside each other
// it speaks at once, in a frame after the last answer.
func (x *game) summary() string {
	var text strings.Builder
	text.WriteString(strings.TrimRight(x.Frames[x.at-1].Summary, blanks))
	if x.only < 0 {
		return text.String()
	}
	for i := x.at; i < len(x.Frames); i++ {
		f := &x.Frames[i]
		if f.answered(x.empty) && f.Seat == x.only {
			break
		}
		if f.Summary != "" {
			text.WriteString("\n" + strings.TrimRight(f.Summary, blanks))
		}
	}
	return text.String()
}

// rest returns what differs if the file goes on behind the end of the match.
func (x *game) rest() string {
	for i := x.at; i < len(x.Frames); i++ {
		if f := &x.Frames[i]; f.answered(false) && strings.Trim(*f.Answer, blanks) != "" && (x.only < 0 || f.Seat == x.only) {
			return fmt.Sprintf("by the rules the match is over after the turn before (%s); the file has another answer of seat %d", x.rules.Result().Reason, f.Seat)
		}
	}
	return ""
}

// compare returns what differs in the result.
func (x *game) compare(r referee.Result) string {
	scores, ranks := r.Scores, r.Ranks
	if s, ok := x.rules.(referee.RefereeScorer); ok {
		scores = s.RefereeScores()
	}
	theirs, theirRanks := x.Scores, x.Ranks
	if x.only >= 0 {
		theirRanks = nil // compared when all have been played
		if theirs != nil {
			theirs = theirs[x.only : x.only+1]
		}
	}
	switch {
	case theirs == nil:
		return "the file has no scores"
	case !slices.Equal(theirs, scores):
		return fmt.Sprintf("the file has the scores %v; the rules give %v", theirs, scores)
	case theirRanks != nil && !slices.Equal(theirRanks, ranks):
		return fmt.Sprintf("the file has the ranks %v; the rules give %v", theirRanks, ranks)
	}
	return ""
}

// Bytes returns the record, compressed as a database keeps it.
func (p *Played) Bytes() ([]byte, error) {
	var out bytes.Buffer
	err := replay.Compress(&out, p.Record)
	return out.Bytes(), err
}
