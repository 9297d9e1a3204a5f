package codingame

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A document reads one match, in either form.
type document struct {
	*walker
	match *Match

	framed           bool                // it has "frames"
	outputs, errors  map[int][]*string   // by seat; those of the referee are not read
	summaries        []*string           // by frame
	rawScores, ranks []json.Number       // by seat, as the file has them
	scoresOf         map[int]json.Number // the same where the file has them by seat
	agents           map[int]string      // names by seat
	said             string              // what the site says instead of a match
}

// maxDepth is how many objects may stand around a match: "success", and "gameResult" in it.
const maxDepth = 2

// read reads an object that is the match or has it inside.
func (d *document) read(depth int) error {
	m := d.match
	return d.object(func(key string) error {
		switch key {
		case "success", "gameResult":
			if depth == maxDepth {
				return fmt.Errorf("a match inside of %d others; want one at most %d deep", depth, maxDepth)
			}
			return d.read(depth + 1)
		case "puzzleTitle", "questionTitle":
			return d.titles()
		case "gameId":
			return d.number(&m.Number)
		case "refereeInput":
			return d.input()
		case "uinput", "gameParameters":
			return d.list(maxLines, func(int) error { return d.input() })
		case "scores":
			return d.scores()
		case "ranks":
			return d.list(MaxSeats, func(int) error {
				var n json.Number
				err := d.value(&n)
				d.ranks = append(d.ranks, n)
				return err
			})
		case "agents":
			return d.list(MaxSeats, d.agent)
		case "frames":
			d.framed, m.Site = true, true
			return d.list(MaxFrames, func(int) error { return d.frame() })
		case "outputs":
			return d.bySeat(&d.outputs)
		case "errors":
			return d.bySeat(&d.errors)
		case "summaries":
			return d.list(MaxFrames, func(int) error {
				var s *string
				err := d.value(&s)
				d.summaries = append(d.summaries, s)
				return err
			})
		case "failCause":
			return d.text(func(s string) { m.Failed = s })
		case "message": // of an answer of the site that is no match
			return d.maybe(func(s string) { d.said = s })
		case "arbiter":
			return d.supplement()
		}
		return d.ignore()
	})
}

// text reads a text. Null is no text.
func (d *document) text(take func(string)) error {
	var s *string
	err := d.value(&s)
	if err == nil && s != nil {
		take(*s)
	}
	return err
}

// maybe reads any value and takes it if it is a text.
func (d *document) maybe(take func(string)) error {
	var text json.RawMessage
	if err := d.value(&text); err != nil {
		return err
	}
	var s string
	if json.Unmarshal(text, &s) == nil {
		take(s)
	}
	return nil
}

// number reads a whole number, which may be a text.
func (d *document) number(n *int64) error {
	var found json.Number // takes a text with a number, too
	if err := d.value(&found); err != nil {
		return err
	}
	if found == "" {
		return nil
	}
	number, err := strconv.ParseInt(string(found), 10, 64)
	if err != nil || number < 0 {
		return fmt.Errorf("found %.40s; want a whole number", found)
	}
	*n = number
	return nil
}

// input reads what the referee was started with.
func (d *document) input() error {
	var text string
	if err := d.text(func(s string) { text = s }); err != nil {
		return err
	}
	if len(d.match.Input)+strings.Count(text, "\n") >= maxLines {
		return fmt.Errorf("more than %d lines", maxLines)
	}
	d.match.Input = append(d.match.Input, linesOf(text)...)
	return nil
}

// titles reads a title, or a list of them.
func (d *document) titles() error {
	n := 0
	add := func(title string) error {
		if n++; n > maxTitles {
			return fmt.Errorf("more than %d titles", maxTitles)
		}
		if title != "" {
			d.match.Titles = append(d.match.Titles, title)
		}
		return nil
	}
	found, err := d.dec.Token()
	if title, ok := found.(string); ok {
		return add(title)
	}
	if err != nil || found == nil {
		return err
	}
	if found != json.Delim('[') {
		return fmt.Errorf("found %s; want a string or a list of strings", kindOf(found))
	}
	for d.dec.More() {
		var title string
		if err := d.text(func(s string) { title = s }); err != nil {
			return err
		}
		if err := add(title); err != nil {
			return err
		}
	}
	_, err = d.dec.Token()
	return err
}

// supplement reads what Arbiter has added.
func (d *document) supplement() error {
	s := &Supplement{}
	d.match.Arbiter = s
	return d.object(func(key string) error {
		switch key {
		case "game":
			return d.value(&s.Game)
		case "setup":
			return d.value(&s.Setup)
		case "faults":
			return d.list(MaxFrames, func(int) error {
				var f FrameFault
				err := d.value(&f)
				s.Faults = append(s.Faults, f)
				return err
			})
		case "exact":
			return d.list(MaxFrames, func(int) error {
				var a ExactAnswer
				err := d.object(func(key string) error {
					switch key {
					case "frame":
						return d.value(&a.Frame)
					case "lines":
						return d.list(maxLines, func(int) error {
							var line []byte
							err := d.value(&line)
							a.Lines = append(a.Lines, line)
							return err
						})
					}
					return d.ignore()
				})
				s.Exact = append(s.Exact, a)
				return err
			})
		}
		return d.ignore()
	})
}

// scores reads the scores, which are a list by seat or an object of seats.
func (d *document) scores() error {
	var text json.RawMessage
	if err := d.value(&text); err != nil {
		return err
	}
	w := walker{dec: json.NewDecoder(bytes.NewReader(text)), where: slices.Clone(d.where)}
	if len(text) > 0 && text[0] == '{' {
		d.scoresOf = map[int]json.Number{}
		return w.object(func(key string) error {
			seat, err := seatOf(key)
			if err != nil {
				return err
			}
			var score json.Number
			err = w.value(&score)
			d.scoresOf[seat] = score
			return err
		})
	}
	return w.list(MaxSeats, func(int) error {
		var score json.Number
		err := w.value(&score)
		d.rawScores = append(d.rawScores, score)
		return err
	})
}

// seatOf returns the seat that a key names.
func seatOf(key string) (int, error) {
	seat, err := strconv.Atoi(key)
	if err != nil || seat < 0 || seat >= MaxSeats || strconv.Itoa(seat) != key {
		return 0, fmt.Errorf("found the seat %.20q; want 0 to %d", key, MaxSeats-1)
	}
	return seat, nil
}

// agent reads a player. Its place in the list is its seat if it does not say another one.
func (d *document) agent(i int) error {
	seat, own, owner, boss := int64(i), "", "", ""
	name := func(key string, to *string) error {
		return d.object(func(found string) error {
			if found == key {
				return d.text(func(s string) { *to = s })
			}
			return d.ignore()
		})
	}
	err := d.object(func(key string) error {
		switch key {
		case "index":
			return d.number(&seat)
		case "name":
			return d.text(func(s string) { own = s })
		case "codingamer":
			return name("pseudo", &owner)
		case "arenaboss":
			return name("nickname", &boss)
		}
		return d.ignore()
	})
	if err != nil {
		return err
	}
	if seat >= MaxSeats {
		return fmt.Errorf("found the index %d; want 0 to %d", seat, MaxSeats-1)
	}
	if d.agents == nil {
		d.agents = map[int]string{}
	}
	if _, twice := d.agents[int(seat)]; twice {
		return fmt.Errorf("two agents have the index %d", seat)
	}
	d.agents[int(seat)] = cmp.Or(owner, boss, own)
	return nil
}

// frame reads a frame of the site.
func (d *document) frame() error {
	f := Frame{Seat: -1}
	err := d.object(func(key string) error {
		switch key {
		case "agentId":
			var n json.Number
			if err := d.value(&n); err != nil {
				return err
			}
			if n == "" || n == "-1" {
				return nil
			}
			seat, err := seatOf(string(n))
			f.Seat = seat
			return err
		case "stdout":
			return d.value(&f.Answer)
		case "stderr":
			return d.text(func(s string) { f.Stderr = s })
		case "summary", "gameSummary":
			return d.text(func(s string) { f.Summary = s })
		}
		return d.ignore()
	})
	if err == nil && f.Seat < 0 && f.Answer != nil && strings.TrimSpace(*f.Answer) == "" {
		f.Answer = nil
	}
	d.match.Frames = append(d.match.Frames, f)
	return err
}

// bySeat reads an object of lists by seat. The list of the referee is not needed.
func (d *document) bySeat(lists *map[int][]*string) error {
	*lists = map[int][]*string{}
	return d.object(func(key string) error {
		if key == "referee" {
			return d.ignore()
		}
		seat, err := seatOf(key)
		if err != nil {
			return err
		}
		d.match.seats[seat] = true
		return d.list(MaxFrames, func(int) error {
			var s *string
			err := d.value(&s)
			(*lists)[seat] = append((*lists)[seat], s)
			return err
		})
	})
}

// linesOf returns the lines of a text, without the empty ones at its end.
func linesOf(text string) []string {
	text = strings.TrimRight(text, blanks)
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, "\r")
	}
	return lines
}

// finish makes a Match of what was read.
func (d *document) finish() error {
	m := d.match
	switch {
	case d.framed && d.outputs != nil:
		return errors.New(`found both "frames" and "outputs"; want one of them`)
	case d.outputs != nil:
		d.run()
	case !d.framed && d.said != "":
		return fmt.Errorf("no match; the site says %.200q", d.said)
	case !d.framed:
		return errors.New(`neither "frames" nor "outputs"; want what the site answers for a replay, or what its engine writes of a local run`)
	}
	for _, f := range m.Frames {
		if f.Seat >= 0 {
			m.seats[f.Seat] = true
		}
	}
	if err := d.result(); err != nil {
		return err
	}
	for seat := range d.agents {
		for len(m.Names) <= seat {
			m.Names = append(m.Names, "")
		}
		m.Names[seat] = d.agents[seat]
	}
	seats := m.Seats()
	if m.Scores != nil && len(m.Scores) != seats {
		return fmt.Errorf("found %d scores of %d players", len(m.Scores), seats)
	}
	if m.Ranks != nil && len(m.Ranks) != seats {
		return fmt.Errorf("found %d ranks of %d players", len(m.Ranks), seats)
	}
	for len(m.Names) < seats {
		m.Names = append(m.Names, "")
	}
	return nil
}

// run makes frames of the lists of a local run.
func (d *document) run() {
	m := d.match
	n := 0
	for _, lists := range []map[int][]*string{d.outputs, d.errors} {
		for _, list := range lists {
			n = max(n, len(list))
		}
	}
	at := func(list []*string, i int) *string {
		if i < len(list) {
			return list[i]
		}
		return nil
	}
	seats := slices.Sorted(maps.Keys(m.seats))
	for i := range n {
		f := Frame{Seat: -1}
		for _, seat := range seats {
			// Where nobody has an answer, the one who has a text on stderr was asked, and be it empty.
			// The first text is that of the start.
			if text := at(d.errors[seat], i); text != nil && i > 0 && f.Answer == nil {
				f.Seat, f.Stderr = seat, *text
			}
			if text := at(d.outputs[seat], i); text != nil {
				f.Seat, f.Answer, f.Stderr = seat, text, ""
				if text := at(d.errors[seat], i); text != nil {
					f.Stderr = *text
				}
			}
		}
		if text := at(d.summaries, i); text != nil {
			f.Summary = *text
		}
		m.Frames = append(m.Frames, f)
	}
}

// result takes over scores and ranks.
func (d *document) result() error {
	m := d.match
	if d.scoresOf != nil {
		for seat := range d.scoresOf {
			for len(d.rawScores) <= seat {
				d.rawScores = append(d.rawScores, "")
			}
		}
		for seat, score := range d.scoresOf {
			d.rawScores[seat] = score
		}
	}
	for seat, score := range d.rawScores {
		n, err := whole(score)
		if err != nil {
			return fmt.Errorf("the score of seat %d: %w", seat, err)
		}
		m.Scores = append(m.Scores, n)
	}
	for seat, rank := range d.ranks {
		n, err := whole(rank)
		if err != nil || n < 0 || n >= MaxSeats {
			return fmt.Errorf("the rank of seat %d: found %.40s; want 0 to %d", seat, rank, MaxSeats-1)
		}
		m.Ranks = append(m.Ranks, int(n)+1)
	}
	return nil
}

// whole returns a whole number, which the site writes with decimals.
func whole(n json.Number) (int64, error) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i, nil
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, fmt.Errorf("found %.40q; want a whole number", string(n))
	}
	return int64(f), nil
}
