package external

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"arbiter/referee"
)

// An exchange is all that the referee sends between two answers: what it has to say of the
// turn that was played, and the next question or the end. As JSON it is what a record keeps.
type exchange struct {
	Told    *int64    `json:"told,omitempty"`    // milliseconds that the referee was told for the answer before
	Timeout bool      `json:"timeout,omitempty"` // it was told instead that there was none
	Monitor bool      `json:"monitor,omitempty"` // it wants to be told, from now on
	Framed  string    `json:"frames,omitempty"`  // of the start: framesNone where no frames are kept
	Key     bool      `json:"key,omitempty"`     // of the frame
	Frame   string    `json:"frame,omitempty"`   // for the game's own viewer
	Cut     bool      `json:"cut,omitempty"`     // the frame was too much to be kept
	Summary []string  `json:"summary,omitempty"` // what the referee says of the turn, for people
	Tooltip []Tooltip `json:"tooltips,omitempty"`
	Input   []string  `json:"input,omitempty"` // for the seat that is asked
	Asks    *question `json:"asks,omitempty"`  // nil at the end

	Scores     []int64         `json:"scores,omitempty"` // by seat, at the end
	Parameters []string        `json:"parameters,omitempty"`
	Metadata   json.RawMessage `json:"metadata,omitempty"`
}

// A question is for one seat.
type question struct {
	Seat  int   `json:"seat"`
	Lines int   `json:"lines"` // of the answer; 0: the turn plays itself
	Limit int64 `json:"limit"` // milliseconds; of a time bank it can be 0 or less
}

// A Tooltip is what the referee says about a seat, at a turn.
type Tooltip struct {
	Text string `json:"text"`
	Seat int    `json:"seat"`
}

// An answer is what the referee is told.
type answer struct {
	lines   []string
	timeout bool   // there is none
	told    *int64 // milliseconds, where the referee wants to be told
}

// An engine is the dialect of published referees.
type engine struct{}

// start implements dialect.
func (engine) start(init []string) []byte {
	return appendMessage(appendMessage(nil, "INIT", init...), "GET_GAME_INFO")
}

// answer implements dialect: a message, and the next one asks the referee to go on.
func (engine) answer(dst []byte, a *answer) []byte {
	switch {
	case a.timeout:
		dst = appendMessage(dst, "SET_PLAYER_TIMEOUT")
	case a.told != nil:
		dst = appendMessage(dst, "SET_PLAYER_OUTPUT", append([]string{strconv.FormatInt(*a.told, 10)}, a.lines...)...)
	default:
		dst = appendMessage(dst, "SET_PLAYER_OUTPUT", a.lines...)
	}
	return appendMessage(dst, "GET_GAME_INFO")
}

// A failError is the referee's own word that it failed.
type failError struct{ trace []string }

func (e *failError) Error() string {
	if len(e.trace) == 0 {
		return "it failed and said no more"
	}
	return "it failed: " + referee.Quote(strings.TrimSpace(e.trace[0]))
}

// exchange implements dialect. The names of messages that it does not know are those of newer
// engines.
func (engine) exchange(r *reader, seats int) (*exchange, error) {
	x := &exchange{}
	for {
		m, err := r.message()
		if err != nil {
			return nil, err
		}
		switch m.name {
		case "VIEW":
			x.view(m.lines)
		case "MONITORING":
			x.Monitor = true
		case "INFOS", "SUMMARY":
			x.Summary = append(x.Summary, m.lines...)
		case "TOOLTIP":
			x.Tooltip = append(x.Tooltip, tooltips(m.lines, seats)...)
		case "NEXT_PLAYER_INPUT":
			x.Input = m.lines
		case "NEXT_PLAYER_INFO":
			x.Asks, err = parseQuestion(m.lines, seats)
			return x, err
		case "UINPUT":
			x.Parameters = m.lines
		case "METADATA":
			if text := strings.Join(m.lines, "\n"); json.Valid([]byte(text)) {
				x.Metadata = json.RawMessage(text)
			}
		case "SCORES":
			x.Scores, err = parseScores(m.lines, seats)
			return x, err
		case "FAIL":
			return nil, &failError{m.lines}
		}
	}
}

// view takes a frame.
func (x *exchange) view(lines []string) {
	if len(lines) == 0 {
		return
	}
	x.Key = strings.HasPrefix(lines[0], "KEY_FRAME")
	x.Frame = strings.Join(lines[1:], "\n")
}

// parseQuestion parses the lines of NEXT_PLAYER_INFO.
func parseQuestion(lines []string, seats int) (*question, error) {
	var q question
	if len(lines) != 3 {
		return nil, fmt.Errorf("NEXT_PLAYER_INFO has %d lines; want the seat, the lines of its answer and its limit in milliseconds", len(lines))
	}
	var err error
	if q.Seat, err = strconv.Atoi(lines[0]); err != nil || q.Seat < 0 || q.Seat >= seats {
		return nil, fmt.Errorf("NEXT_PLAYER_INFO asks seat %.20q; want 0 to %d", lines[0], seats-1)
	}
	if q.Lines, err = strconv.Atoi(lines[1]); err != nil || q.Lines < 0 || q.Lines > mostAsked {
		return nil, fmt.Errorf("NEXT_PLAYER_INFO asks for %.20q lines; want a number from 0 to %d", lines[1], mostAsked)
	}
	if q.Limit, err = strconv.ParseInt(lines[2], 10, 32); err != nil {
		return nil, fmt.Errorf("NEXT_PLAYER_INFO has the limit %.20q; want milliseconds", lines[2])
	}
	return &q, nil
}

// mostAsked is the most lines that a question may ask for.
const mostAsked = 10_000

// parseScores parses the lines of SCORES, each the number of a seat and its score.
func parseScores(lines []string, seats int) ([]int64, error) {
	scores, seen := make([]int64, seats), referee.Seats(0)
	for _, line := range lines {
		fields := strings.Fields(line)
		if len(fields) != 2 {
			return nil, fmt.Errorf("SCORES has the line %.40q; want a seat and its score", line)
		}
		seat, err := strconv.Atoi(fields[0])
		if err != nil || seat < 0 || seat >= seats || seen.Has(seat) {
			return nil, fmt.Errorf("SCORES has the line %.40q; want each seat from 0 to %d once", line, seats-1)
		}
		if scores[seat], err = strconv.ParseInt(fields[1], 10, 64); err != nil {
			return nil, fmt.Errorf("SCORES has the line %.40q; want a whole number for a score", line)
		}
		seen |= referee.SeatSet(seat)
	}
	if seen.Len() != seats {
		return nil, fmt.Errorf("SCORES has %d of %d seats", seen.Len(), seats)
	}
	return scores, nil
}

// tooltips pairs the lines of TOOLTIP: a text and the seat that it is about. A text may have
// several lines, so that they are paired from the end.
func tooltips(lines []string, seats int) (all []Tooltip) {
	about := func(line string) int {
		if seat, err := strconv.Atoi(line); err == nil && 0 <= seat && seat < seats {
			return seat
		}
		return -1
	}
	for end := len(lines); end > 0; {
		seat := about(lines[end-1])
		if seat >= 0 {
			end--
		}
		start := max(0, end-1)
		for start > 0 && about(lines[start-1]) < 0 {
			start--
		}
		all = append([]Tooltip{{strings.Join(lines[start:end], "\n"), seat}}, all...)
		end = start
	}
	return all
}

// appendState appends what decides whether two exchanges are the same: question, input,
// scores and summary.
func (x *exchange) appendState(dst []byte) []byte {
	if q := x.Asks; q != nil {
		dst = binary.AppendVarint(dst, int64(q.Seat))
		dst = binary.AppendVarint(dst, int64(q.Lines))
		dst = binary.AppendVarint(dst, q.Limit)
	} else {
		dst = append(dst, "end"...)
	}
	for _, lines := range [][]string{x.Input, x.Summary} {
		dst = binary.AppendUvarint(dst, uint64(len(lines)))
		for _, line := range lines {
			dst = binary.AppendUvarint(dst, uint64(len(line)))
			dst = append(dst, line...)
		}
	}
	for _, score := range x.Scores {
		dst = binary.AppendVarint(dst, score)
	}
	return dst
}
