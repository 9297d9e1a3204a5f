package external

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
)

// A source has the exchanges of a match in order.
type source interface {
	// next returns the exchange that follows on an answer; nil for the first one.
	next(a *answer, seats int) (*exchange, error)
	stderr() string
	Close() error
	Interrupt()
}

// maxFrames is how many bytes of frames a record keeps of a match. Published referees fail
// with more than a quarter of it.
const maxFrames = 4 << 20

// softLimit is by how many milliseconds engines that count slow answers exceed the limit that
// they count them by.
const softLimit = 50

// A match is a match whose referee is a program of its own. A question of it is a turn. One
// that asks for no lines is a turn that plays itself, and its input is kept for the next
// question to the seat.
type match struct {
	game   *Game
	seats  int
	init   []string
	source source

	now      *exchange // the last one; nil before the first
	turn     int       // turns played
	over     bool
	err      error
	monitor  bool // the referee wants to be told times
	frames   int  // bytes of frames that were kept
	held     [][]byte
	answered referee.Seats // seats past their first answer
	dropped  referee.Seats // seats that have given no answer
	scores   []int64
	faults   []referee.Fault

	// Of the question.
	granted time.Duration // the limit; 0 for none
	took    time.Duration // the time of the answer
	lines   []string
	timeout bool
}

// begin starts the referee and takes its first question, unless that has been done.
func (m *match) begin() {
	if m.now != nil || m.over {
		return
	}
	m.advance(nil)
}

// advance takes the exchange that follows on an answer.
func (m *match) advance(a *answer) {
	x, err := m.next(a)
	if err == nil && x.Asks == nil {
		m.scores, err = m.game.scores(x, m.dropped)
	}
	if err != nil {
		m.fail(err)
		return
	}
	if a != nil {
		x.Told, x.Timeout = a.told, a.timeout
	}
	m.keepFrame(x)
	m.now, m.monitor = x, m.monitor || x.Monitor
	m.granted, m.took, m.lines, m.timeout = 0, 0, nil, false
	if x.Asks != nil && x.Asks.Lines > 0 {
		m.granted = m.asked()
	}
	switch {
	case x.Asks == nil:
		m.over = true
		if err := m.source.Close(); err != nil {
			m.err = fmt.Errorf("game %s: end its referee: %w", m.game.info.Name, err)
		}
	case x.Asks.Lines == 0:
		m.held[x.Asks.Seat] = appendLines(m.held[x.Asks.Seat], x.Input)
	}
}

// keepFrame drops a frame that the record is not to keep.
func (m *match) keepFrame(x *exchange) {
	if m.now == nil && m.game.noFrames {
		x.Framed = framesNone
	}
	if m.frames += len(x.Frame); m.frames > maxFrames && x.Frame != "" {
		x.Frame, x.Cut = "", true
	}
}

// fail ends the match by an error of the machine.
func (m *match) fail(err error) {
	m.over = true
	closed := m.source.Close()
	if errors.Is(err, errInterrupted) {
		m.err = err
		return
	}
	m.err = &BrokenError{Game: m.game.info.Name, Turn: m.turn, Why: errors.Join(err, closed).Error(), Stderr: m.source.stderr(), Err: err}
}

// Over implements referee.Match.
func (m *match) Over() bool {
	m.begin()
	return m.over
}

// Err implements referee.Match.
func (m *match) Err() error { return m.err }

// Close implements referee.Match.
func (m *match) Close() error { return m.source.Close() }

// Interrupt implements referee.Interrupter.
func (m *match) Interrupt() { m.source.Interrupt() }

// Referee implements referee.Witness.
func (m *match) Referee() string {
	digest, _ := m.game.Digest() // a session that finds none fails
	return digest
}

// Asked implements referee.Match: one seat, or none where the turn plays itself.
func (m *match) Asked() referee.Seats {
	if m.begin(); m.over || m.now.Asks.Lines == 0 {
		return 0
	}
	return referee.SeatSet(m.now.Asks.Seat)
}

// Input implements referee.Match. Before it comes what the seat was sent with questions that
// asked for nothing.
func (m *match) Input(seat int, dst []byte) []byte {
	return appendLines(append(dst, m.held[seat]...), m.now.Input)
}

func appendLines(dst []byte, lines []string) []byte {
	for _, line := range lines {
		dst = append(append(dst, line...), '\n')
	}
	return dst
}

// Lines implements referee.Match.
func (m *match) Lines(int) int { return m.now.Asks.Lines }

// Limit implements referee.Match: what the referee asks for. Where the match has other limits
// than the game's own, it changes by the same factor.
func (m *match) Limit(seat int, usual time.Duration) time.Duration {
	nominal := m.game.info.Turn
	if !m.answered.Has(seat) {
		nominal = m.game.info.First
	}
	m.granted = m.asked()
	switch usual {
	case 0:
		m.granted = 0
	case nominal:
	default:
		m.granted = time.Duration(float64(m.granted) * float64(usual) / float64(nominal))
	}
	return m.granted
}

// asked returns the limit that the referee asks for. A time bank that is empty leaves the
// shortest one: no limit would be none.
func (m *match) asked() time.Duration {
	return max(time.Millisecond, time.Duration(m.now.Asks.Limit)*time.Millisecond)
}

// Took implements referee.Match.
func (m *match) Took(_ int, d time.Duration) { m.took = d }

// told returns the milliseconds that the referee is told. Where the match has twice the limit,
// that is half of the measured time. Only a time bank is told all of it: engines that count
// slow answers would hold the machine's noise against a bot.
func (m *match) told() int64 {
	if m.granted == 0 {
		return 0
	}
	ms := time.Duration(float64(m.took) * float64(m.asked()) / float64(m.granted)).Milliseconds()
	if !m.game.timeBank {
		ms = min(ms, max(0, m.now.Asks.Limit-softLimit))
	}
	return ms
}

// Answer implements referee.Match.
func (m *match) Answer(seat int, lines []string) {
	if want := m.now.Asks.Lines; len(lines) < want {
		m.Drop(seat, referee.Fault{
			Turn: m.turn + 1, Seat: seat, Kind: referee.Garbled, Line: referee.Quote(fmt.Sprint(lines)),
			Why: fmt.Sprintf("an answer of %d lines; want %d", len(lines), want),
		})
		return
	}
	m.lines, m.timeout = slices.Clone(lines[:m.now.Asks.Lines]), false
	for i, line := range m.lines {
		m.lines[i] = clean(line)
	}
}

// Drop implements referee.Match. The first fault of a seat is told: a referee may go on to ask
// a seat whose bot has ended.
func (m *match) Drop(seat int, f referee.Fault) {
	m.lines, m.timeout = nil, true
	if !m.dropped.Has(seat) {
		m.faults = append(m.faults, f)
	}
	m.dropped |= referee.SeatSet(seat)
}

// Step implements referee.Match.
func (m *match) Step() {
	if m.Over() {
		return
	}
	a := &answer{lines: m.lines, timeout: m.timeout}
	if m.monitor && !a.timeout {
		told := m.told()
		a.told = &told
	}
	if q := m.now.Asks; q.Lines > 0 {
		m.held[q.Seat] = m.held[q.Seat][:0]
		m.answered |= referee.SeatSet(q.Seat)
	}
	m.turn++
	m.advance(a)
}

// Attributes implements referee.Match: nothing is known of a start.
func (m *match) Attributes() []referee.Attribute { return nil }

// A Scene is what never changes in a match.
type Scene struct {
	Seats int      `json:"seats"`
	Start []string `json:"start"` // what the match was started with: parameters, or the test case of a solo game
}

// A View is what the referee said after a turn.
type View struct {
	Frame      string          `json:"frame,omitempty"`      // for the game's own viewer
	Key        bool            `json:"key"`                  // the frame shows a new turn of the game
	Events     []Event         `json:"events"`               // what the referee says of the turn
	Asks       *question       `json:"asks,omitempty"`       // nil at the end
	Scores     []int64         `json:"scores,omitempty"`     // at the end, by seat, as the referee says them
	Parameters []string        `json:"parameters,omitempty"` // at the end: what the match was played with
	Metadata   json.RawMessage `json:"metadata,omitempty"`   // at the end
}

// An Event is a line of the summary, or a tooltip, which is about a seat.
type Event struct {
	Type string `json:"type"`
	Step int    `json:"step"` // 0: all are shown together
	Seat *int   `json:"seat,omitempty"`
	Text string `json:"text"`
}

// The types of events.
const (
	summaryEvent = "summary"
	tooltipEvent = "tooltip"
)

// events returns what the referee says of the turn.
func (x *exchange) events() []Event {
	events := []Event{}
	for _, line := range x.Summary {
		if strings.TrimSpace(line) != "" {
			events = append(events, Event{Type: summaryEvent, Text: line})
		}
	}
	for _, tip := range x.Tooltip {
		e := Event{Type: tooltipEvent, Text: tip.Text}
		if tip.Seat >= 0 {
			e.Seat = &tip.Seat
		}
		events = append(events, e)
	}
	return events
}

// Scene implements referee.Match.
func (m *match) Scene() any { return Scene{m.seats, m.init[1:]} }

// View implements referee.Match.
func (m *match) View() any {
	if m.begin(); m.now == nil {
		return View{Events: []Event{}}
	}
	x := m.now
	return View{x.Frame, x.Key, x.events(), x.Asks, x.Scores, x.Parameters, x.Metadata}
}

// Board implements referee.Match: what the referee says of the turn, and the next input.
func (m *match) Board(dst []byte) []byte {
	if m.begin(); m.now == nil {
		return dst
	}
	return appendLines(appendLines(dst, m.now.Summary), m.now.Input)
}

// AppendState implements referee.Match. Frames, tooltips and metadata are left out, but for the
// score: two runs of a referee may write them in another order.
func (m *match) AppendState(dst []byte) []byte {
	if m.begin(); m.now == nil {
		return dst
	}
	dst = m.now.appendState(dst)
	if m.game.criterion != "" {
		for _, score := range m.scores {
			dst = binary.AppendVarint(dst, score)
		}
	}
	return dst
}

// AppendKept implements referee.Witness.
func (m *match) AppendKept(dst []byte) []byte {
	if m.begin(); m.now == nil {
		return append(dst, "{}"...)
	}
	x := *m.now
	if m.game.noFrames {
		x.Frame = ""
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		panic(err) // texts and numbers always encode, and the metadata is JSON
	}
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
}

// Result implements referee.Match.
func (m *match) Result() referee.Result {
	scores := m.scores
	if scores == nil {
		scores = make([]int64, m.seats)
	}
	r := referee.Result{Scores: scores, Ranks: m.game.info.Ranks(scores), Faults: m.faults, Scoring: m.game.info.Scoring}
	switch {
	case m.scores == nil:
	case m.dropped.Len() > 0 && m.dropped.Len() >= m.seats-1:
		r.Reason = "forfeit"
	default:
		r.Reason = "ended"
	}
	return r
}

// Contradicts implements referee.SummaryChecker. What this referee says is to be what that one said.
func (m *match) Contradicts(summary []string) string {
	own := strings.Split(strings.TrimSpace(strings.Join(m.now.Summary, "\n")), "\n")
	for i := range max(len(own), len(summary)) {
		ours, theirs := "nothing", "nothing"
		if i < len(own) {
			ours = fmt.Sprintf("%q", referee.Quote(strings.TrimSpace(own[i])))
		}
		if i < len(summary) {
			theirs = fmt.Sprintf("%q", referee.Quote(strings.TrimSpace(summary[i])))
		}
		if ours != theirs {
			return fmt.Sprintf("line %d of the summary: the file has %s; the referee says %s", i+1, theirs, ours)
		}
	}
	return ""
}

// RefereeScores implements referee.RefereeScorer.
func (m *match) RefereeScores() []int64 { return m.now.Scores }
