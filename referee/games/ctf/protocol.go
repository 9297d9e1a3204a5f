package ctf

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee"
)

// AppendInit appends the initialization lines of a seat.
func (s *State) AppendInit(dst []byte, seat int) []byte {
	dst = appendLine(dst, s.Rows, s.Cols)
	for r := range s.Rows {
		for c := range s.Cols {
			dst = append(dst, ".#"[s.Walls[r]>>c&1])
		}
		dst = append(dst, '\n')
	}
	dst = appendCell(dst, s.Bases[seat])
	dst = appendCell(dst, s.Bases[1-seat])
	dst = appendLine(append(dst, "FIRE "...), FirePrice, FireDamage)
	dst = appendLine(append(dst, "FREEZE "...), FreezePrice, FreezeTimeout)
	return appendLine(append(dst, "MINE "...), MinePrice, MineDamage)
}

// AppendTurn appends the lines that a seat is sent in every turn: what its
// living minions see, and both flags.
func (s *State) AppendTurn(dst []byte, seat int) []byte {
	dst = appendLine(dst, s.Credits[seat], s.Credits[1-seat])
	for _, owner := range [2]int{seat, 1 - seat} {
		flag := s.Flags[owner]
		dst = appendLine(dst, int(flag.Pos.R), int(flag.Pos.C), int(flag.Carrier))
	}
	dst = appendLine(dst, s.Alive(seat))
	for id := range s.PerSeat {
		if m := s.Minions[seat][id]; m.Alive() {
			dst = appendMinion(dst, id, m)
		}
	}
	var shown [MaxMinions]bool
	count := 0
	for id := range s.PerSeat {
		if shown[id] = s.Shows(seat, id); shown[id] {
			count++
		}
	}
	dst = appendLine(dst, count)
	for id := range s.PerSeat {
		if shown[id] {
			dst = appendMinion(dst, id, s.Minions[1-seat][id])
		}
	}
	return s.appendCoins(dst, seat)
}

// appendCoins lists the visible coins: by the minion that sees them first, and
// for each minion row by row, every coin of the left half followed by the coin
// on its mirror image.
func (s *State) appendCoins(dst []byte, seat int) []byte {
	hidden := s.Coins // not listed yet
	var found [MaxMinions]Cells
	total := 0
	for id := range s.PerSeat {
		if m := &s.Minions[seat][id]; m.Alive() {
			found[id] = s.Sight(m.Pos)
			total += found[id].takeFrom(&hidden)
		}
	}
	dst = appendLine(dst, total)
	for id := range s.PerSeat {
		for r, row := range found[id] {
			if row == 0 {
				continue
			}
			mirrored := bits.Reverse64(row) >> (64 - s.Cols)
			for some := row | mirrored; ; some &= some - 1 {
				c := lowest(some)
				opposite := s.Cols - 1 - c
				if opposite < c {
					break
				}
				if row>>c&1 != 0 {
					dst = appendLine(dst, r, c)
				}
				if opposite > c && row>>opposite&1 != 0 {
					dst = appendLine(dst, r, opposite)
				}
			}
		}
	}
	return dst
}

func appendLine(dst []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ' ')
		}
		switch { // most have one or two digits, in every line of every turn
		case 0 <= n && n < 10:
			dst = append(dst, '0'+byte(n))
		case 10 <= n && n < 100:
			dst = append(dst, '0'+byte(n/10), '0'+byte(n%10))
		default:
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
	}
	return append(dst, '\n')
}

func appendCell(dst []byte, c Cell) []byte { return appendLine(dst, int(c.R), int(c.C)) }

func appendMinion(dst []byte, id int, m Minion) []byte {
	return appendLine(dst, id, int(m.Pos.R), int(m.Pos.C), int(m.Health), int(m.Timeout))
}

// Append appends the command for the minion id as the protocol writes it.
func (c Command) Append(dst []byte, id int) []byte {
	dst = append(dst, c.Verb.String()...)
	dst = strconv.AppendInt(append(dst, ' '), int64(id), 10)
	if c.Verb == Move || c.Verb == PlantMine {
		dst = strconv.AppendInt(append(dst, ' '), int64(c.Target.R), 10)
		dst = strconv.AppendInt(append(dst, ' '), int64(c.Target.C), 10)
	}
	return dst
}

// Parse reads the answer line of a seat: commands separated by "|", at most
// one for each minion. At the first part that is wrong the rest of the line is
// not read; the fault says why, with Turn and Seat still to be set. The
// commands before it count. Without any, Orders.Missing is set: "You must
// provide a valid command for atleast one minion each turn."
func (s *State) Parse(seat int, line string) (Orders, *referee.Fault) {
	var o Orders
	var given uint8 // bit id: the minion has its command
	accepted := 0
	for part := range strings.SplitSeq(line, "|") {
		part = strings.TrimFunc(part, func(r rune) bool { return r <= ' ' })
		if part == "" {
			continue
		}
		if fault := s.parsePart(seat, part, &o, &given); fault != nil {
			o.Broken, o.Missing = accepted > 0, accepted == 0
			if accepted == 0 {
				fault.Why += "; no valid command came before it, which loses the match"
			} else {
				fault.Why += "; the commands before it count, the rest of the line is not read"
			}
			return o, fault
		}
		accepted++
	}
	if accepted == 0 {
		o.Missing = true
		return o, &referee.Fault{
			Kind: referee.Garbled, Line: referee.Quote(line),
			Why: "no command, which loses the match; want a command for at least one minion, such as WAIT 0",
		}
	}
	return o, nil
}

// parsePart reads one command. A part for a minion that is dead or timed out
// is not looked at beyond the id.
func (s *State) parsePart(seat int, part string, o *Orders, given *uint8) *referee.Fault {
	wrong := func(kind referee.Kind, format string, args ...any) *referee.Fault {
		f := &referee.Fault{Kind: kind, Line: referee.Quote(part), Why: fmt.Sprintf(format, args...)}
		if kind == referee.Illegal {
			f.Rule = ruleInvalid
		}
		return f
	}
	rest := part
	verb, ok := cutVerb(&rest)
	if !ok {
		if upper := strings.ToUpper(firstWord(part)); slices.Contains([]string{"WAIT", "MOVE", "FIRE", "FREEZE", "MINE"}, upper) {
			return wrong(referee.Garbled, "unknown command %q; commands are in capitals: %s", firstWord(part), upper)
		}
		return wrong(referee.Garbled, "unknown command %q; want WAIT, MOVE, FIRE, FREEZE or MINE", firstWord(part))
	}
	idText, ok := cutNumber(&rest, false)
	if !ok {
		return wrong(referee.Garbled, "no minion id after %s; want %s", verb, form(verb))
	}
	if strings.ContainsAny(rest, "\n\r\u0085\u2028\u2029") {
		return wrong(referee.Garbled, "a line break after the id; want %s", form(verb))
	}
	id, ok := atoi(idText)
	if !ok || id >= s.PerSeat {
		return wrong(referee.Illegal, "no minion %s; want 0 to %d", referee.Quote(idText), s.PerSeat-1)
	}
	if *given>>id&1 != 0 {
		return wrong(referee.Illegal, "second command for minion %d; a minion can receive only one command per turn", id)
	}
	if !s.Minions[seat][id].Free() {
		o.Ignored |= 1 << id
		return nil
	}
	command := Command{Verb: verb}
	if verb == Move || verb == PlantMine {
		rowText, rowOK := cutNumber(&rest, true)
		colText, colOK := cutNumber(&rest, true)
		if !rowOK || !colOK {
			return wrong(referee.Garbled, "%s without two whole numbers after the id; want %s", verb, form(verb))
		}
		r, rowOK := atoi(rowText)
		c, colOK := atoi(colText)
		if !rowOK || !colOK || r < 0 || r >= s.Rows || c < 0 || c >= s.Cols {
			return wrong(referee.Illegal, "row %s column %s is outside the grid; want rows 0 to %d and columns 0 to %d",
				referee.Quote(rowText), referee.Quote(colText), s.Rows-1, s.Cols-1)
		}
		command.Target = Cell{int8(r), int8(c)}
	}
	if rest != "" && !isBlank(rest[0]) {
		return wrong(referee.Garbled, "%q right after the command; want %s, then | or a blank", firstWord(rest), form(verb))
	}
	o.Commands[id] = command
	*given |= 1 << id
	return nil
}

// form returns the form of a command, for a bot's author.
func form(v Verb) string {
	if v == Move || v == PlantMine {
		return v.String() + " id row column"
	}
	return v.String() + " id"
}

// cutVerb cuts the command's word, in any letter case, off the text. Of the
// words' letters only ASCII ones fold together, so EqualFold takes no others.
func cutVerb(text *string) (Verb, bool) {
	for _, verb := range [...]Verb{Wait, Move, Fire, Freeze, PlantMine} {
		word := verb.String()
		if len(*text) < len(word) || !strings.EqualFold((*text)[:len(word)], word) {
			continue
		}
		if rest := (*text)[len(word):]; rest == "" || isBlank(rest[0]) {
			*text = rest
			return verb, true
		}
	}
	return Wait, false
}

// cutNumber cuts blanks and the run of digits after them off the text, with a
// minus sign where signed.
func cutNumber(text *string, signed bool) (number string, ok bool) {
	rest := trimBlanks(*text)
	if len(rest) == len(*text) {
		return "", false
	}
	end := 0
	if signed && strings.HasPrefix(rest, "-") {
		end = 1
	}
	digits := end
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	if end == digits {
		return "", false
	}
	*text = rest[end:]
	return rest[:end], true
}

// trimBlanks returns the text without the blanks that it begins with.
// strings.TrimLeft takes several times as long.
func trimBlanks(text string) string {
	for text != "" && isBlank(text[0]) {
		text = text[1:]
	}
	return text
}

func isBlank(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

// atoi returns the number that the digits are, if it has 32 bits.
func atoi(digits string) (int, bool) {
	n, err := strconv.ParseInt(digits, 10, 64)
	return int(n), err == nil && n >= math.MinInt32 && n <= math.MaxInt32
}

func firstWord(text string) string {
	if word, _, found := strings.Cut(trimBlanks(text), " "); found {
		return referee.Quote(word)
	}
	return referee.Quote(text)
}
