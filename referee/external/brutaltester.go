package external

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee"
)

// A brutaltester is the dialect of the referees that brutaltester had first:
//
//	to the referee    ###Seed 42
//	                  ###Start 2
//	from the referee  ###Input 0      the lines that follow are for player 0
//	                  ###Output 0 1   asks for one line of player 0
//	                  ###Error 0 text
//	                  ###End 1 0      the players by rank; equal ones stand together, ###End 01
type brutaltester struct {
	first, later int64 // limits in milliseconds, of which the dialect knows nothing
	asked        referee.Seats
	held         [][]string // by seat, the input until the seat is asked
	size         int        // of all that is held
	lines        int        // of the answer that the referee waits for
}

// noAnswer stands for each line of a bot that has failed. No message says so in this dialect.
// Referees take a word that is no command for a wrong answer; an empty line makes some crash.
const noAnswer = "TIMEOUT"

// seedLine returns the line with a seed as brutaltester draws them, which referees read as an
// int. Small seeds stay what they are.
func seedLine(seed int64) string {
	return fmt.Sprintf("###Seed %d", uint64(seed)%math.MaxInt32)
}

// start implements dialect.
func (d *brutaltester) start(init []string) []byte {
	return appendLines(nil, append(slices.Clone(init[1:]), "###Start "+init[0]))
}

// answer implements dialect. Answers go to the referee alone, but it may repeat a bot's words in
// an input, where a line that begins with ### would be its own. So blanks take the place of ###,
// and no bot ends the match or asks another.
func (d *brutaltester) answer(dst []byte, a *answer) []byte {
	lines := a.lines
	if a.timeout {
		lines = slices.Repeat([]string{noAnswer}, d.lines)
	}
	for _, line := range lines {
		dst = append(append(dst, strings.ReplaceAll(line, "###", "   ")...), '\n')
	}
	return dst
}

// exchange implements dialect. All that waits for a question is bounded as a message is.
func (d *brutaltester) exchange(r *reader, seats int) (*exchange, error) {
	if d.held == nil {
		d.held = make([][]string, seats)
	}
	x, to := &exchange{}, -1 // to: the seat that lines are for
	for said := 0; ; {
		line, err := r.line(maxMessage)
		if err != nil {
			return nil, err
		}
		if said += sizeOf(line); d.size+said > maxMessage {
			return nil, errLong
		}
		if !strings.HasPrefix(line, "###") {
			if to < 0 {
				return nil, fmt.Errorf("its output is not that of a referee: found %q; want a line with ###Input, ###Output, ###Error or ###End. What is for people goes to stderr", referee.Quote(line))
			}
			d.held[to] = append(d.held[to], line)
			d.size, said = d.size+sizeOf(line), said-sizeOf(line)
			continue
		}
		to = -1
		fields := strings.Fields(line)
		switch fields[0] {
		case "###Input":
			to, err = seatOf(line, fields, seats)
		case "###Error":
			var seat int
			seat, err = seatOf(line, fields, seats)
			x.Tooltip = append(x.Tooltip, Tooltip{strings.Join(fields[min(2, len(fields)):], " "), seat})
		case "###Output":
			return x, d.ask(x, line, fields, seats)
		case "###End":
			x.Scores, err = parsePlaces(line, fields[1:], seats)
			return x, err
		default:
			err = fmt.Errorf("found %q; want ###Input, ###Output, ###Error or ###End", referee.Quote(line))
		}
		if err != nil {
			return nil, err
		}
	}
}

// ask parses a question. The seat gets what was held for it, and the limit is the game's. Some
// referees ask for an answer in parts. Its bot would have the fault that it wrote the second
// part before it was asked.
func (d *brutaltester) ask(x *exchange, line string, fields []string, seats int) error {
	seat, err := seatOf(line, fields, seats)
	if err != nil {
		return err
	}
	if len(fields) == 3 {
		d.lines, err = strconv.Atoi(fields[2])
	}
	if len(fields) != 3 || err != nil || d.lines < 1 || d.lines > mostAsked {
		return fmt.Errorf("found %q; want a player and how many lines it is to answer, from 1 to %d", referee.Quote(line), mostAsked)
	}
	if len(d.held[seat]) == 0 {
		return fmt.Errorf("found %q without an input for player %d before it; want one ###Output after each input, for all lines of the answer", referee.Quote(line), seat)
	}
	x.Asks = &question{seat, d.lines, d.later}
	if !d.asked.Has(seat) {
		x.Asks.Limit = d.first
	}
	d.asked |= referee.SeatSet(seat)
	x.Input, d.held[seat] = d.held[seat], nil
	for _, line := range x.Input {
		d.size -= sizeOf(line)
	}
	return nil
}

// sizeOf returns what a line counts, so that a message of maxLines lines is none too long.
func sizeOf(line string) int { return len(line) + maxMessage/maxLines }

// seatOf returns the seat that a line is about.
func seatOf(line string, fields []string, seats int) (int, error) {
	if len(fields) > 1 {
		if seat, err := strconv.Atoi(fields[1]); err == nil && 0 <= seat && seat < seats {
			return seat, nil
		}
	}
	return -1, fmt.Errorf("found %q; want a player from 0 to %d", referee.Quote(line), seats-1)
}

// parsePlaces parses the groups of ###End, the best first. The score of a seat is how many
// are behind it.
func parsePlaces(line string, groups []string, seats int) ([]int64, error) {
	scores, seen := make([]int64, seats), referee.Seats(0)
	for _, group := range groups {
		for _, digit := range group {
			seat := int(digit - '0')
			if seat < 0 || seat >= seats || seen.Has(seat) {
				return nil, fmt.Errorf("found %q; want each player from 0 to %d once", referee.Quote(line), seats-1)
			}
			seen |= referee.SeatSet(seat)
		}
		for _, digit := range group {
			scores[digit-'0'] = int64(seats - seen.Len())
		}
	}
	if seen.Len() != seats {
		return nil, fmt.Errorf("found %q, which has %d of %d players", referee.Quote(line), seen.Len(), seats)
	}
	return scores, nil
}
