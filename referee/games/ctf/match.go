package ctf

import (
	"encoding/binary"
	"fmt"
	"time"

	"arbiter/referee"
)

// Game is Capture the Flag.
type Game struct{}

// Info implements referee.Game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name:     "ctf",
		Title:    "Capture the Flag",
		Rules:    1,
		MinSeats: 2,
		MaxSeats: 2,
		First:    1000 * time.Millisecond,
		Turn:     50 * time.Millisecond,
		Seed:     "The seed draws the map, the number of minions and where they start; nothing is drawn later.",
		Answers:  MaxTurns,
	}
}

// New implements referee.Game.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != 2 {
		return nil, fmt.Errorf("ctf: %d seats; want 2", seats)
	}
	if setup.Position == nil {
		return newMatch(Deal(setup.Seed)), nil
	}
	s, err := Position(setup.Position)
	if err != nil {
		return nil, err
	}
	return newMatch(s), nil
}

// match puts the protocol around a State.
type match struct {
	referee.Pure

	state     State
	orders    [2]Orders
	events    *Events
	faults    []referee.Fault
	from, end int     // the faults of the last turn
	told      [2]told // by seat
	guide     guide
	view      view
}

// told remembers which forgiven mistakes a seat has been told of. Once a match
// is enough to learn from, and a bot that repeats one each turn fills no
// record.
type told struct{ dead, stuck, misplaced, unpaid bool }

func newMatch(s State) *match {
	return &match{
		state: s, events: NewEvents(), faults: []referee.Fault{},
		view: view{Mines: []mineView{}, Events: []any{}}, // JSON lists, even when empty
	}
}

// Over implements referee.Match.
func (m *match) Over() bool { return m.state.Over() }

// Asked implements referee.Match: both seats answer at the same time.
func (m *match) Asked() referee.Seats {
	if m.state.Over() {
		return 0
	}
	return referee.SeatSet(0, 1)
}

// Input implements referee.Match.
func (m *match) Input(seat int, dst []byte) []byte {
	if m.state.Turn == 0 {
		dst = m.state.AppendInit(dst, seat)
	}
	return m.state.AppendTurn(dst, seat)
}

// Lines implements referee.Match.
func (m *match) Lines(int) int { return 1 }

// Answer implements referee.Match.
func (m *match) Answer(seat int, lines []string) {
	line := ""
	if len(lines) > 0 {
		line = lines[0]
	}
	orders, fault := m.state.Parse(seat, line)
	m.orders[seat] = orders
	if fault != nil {
		fault.Turn, fault.Seat = m.state.Turn+1, seat
		m.faults = append(m.faults, *fault)
	}
	for id := range m.state.PerSeat {
		if orders.Ignored>>id&1 != 0 && !m.state.Minions[seat][id].Alive() {
			m.forgive(&m.told[seat].dead, m.state.Turn+1, seat, line, ruleDead, "minion %d is dead; the command has no impact", id)
		}
	}
}

// Drop implements referee.Match. Whatever the cause, no answer is the
// statement's "does not provide a valid command in time".
func (m *match) Drop(seat int, f referee.Fault) {
	m.orders[seat] = Orders{Missing: true, Late: f.Kind == referee.Timeout}
	m.faults = append(m.faults, f)
}

// Step implements referee.Match. It allocates nothing unless there is a
// mistake to tell of, or a target is seen again.
func (m *match) Step() {
	m.state.step(m.orders, m.events, &m.guide)
	m.orders = [2]Orders{}
	for _, e := range m.events.All() {
		m.teach(e)
	}
	m.from, m.end = m.end, len(m.faults)
}

// teach tells a bot's author of commands that the rules let pass without
// effect.
func (m *match) teach(e Event) {
	seat, id := int(e.Seat), int(e.Minion)
	told := &m.told[seat]
	command := Command{e.By, e.Target}
	switch e.Kind {
	case Stuck:
		what := "out of reach"
		if m.state.Walls.Has(e.Target) {
			what = "a wall"
		}
		m.forgive(&told.stuck, m.state.Turn, seat, string(command.Append(nil, id)), ruleStuck,
			"cell %d %d is %s; minion %d stays at %d %d", e.Target.R, e.Target.C, what, id, e.At.R, e.At.C)
	case Misplaced:
		m.forgive(&told.misplaced, m.state.Turn, seat, string(command.Append(nil, id)), ruleMine,
			"cell %d %d is no empty cell adjacent to minion %d at %d %d; no mine is planted and none is paid",
			e.Target.R, e.Target.C, id, e.At.R, e.At.C)
	case Unpaid:
		m.forgive(&told.unpaid, m.state.Turn, seat, string(command.Append(nil, id)), ruleUnpaid,
			"%s costs %d score points and %d are left; nothing happens", e.By, e.By.Price(), e.Amount)
	}
}

// forgive records a mistake without a price, the first time the seat makes it.
func (m *match) forgive(told *bool, turn, seat int, line, rule, format string, args ...any) {
	if *told {
		return
	}
	*told = true
	m.faults = append(m.faults, referee.Fault{
		Turn: turn, Seat: seat, Kind: referee.Illegal, Line: referee.Quote(line),
		Why: fmt.Sprintf(format, args...) + "; told once a match", Forgiven: true, Rule: rule,
	})
}

// Board implements referee.Match.
func (m *match) Board(dst []byte) []byte { return m.state.AppendBoard(dst) }

// AppendState implements referee.Match.
func (m *match) AppendState(dst []byte) []byte { return m.state.AppendState(dst) }

// Result implements referee.Match.
func (m *match) Result() referee.Result {
	scores := m.state.Scores()
	return referee.Result{
		Scores: scores[:],
		Ranks:  referee.RankScores(scores[:]),
		Reason: m.state.Reason.String(),
		Faults: append([]referee.Fault{}, m.faults...),
	}
}

// AppendState appends everything of the state that a turn can change, as
// big-endian numbers of fixed width; only the list of mines varies in length.
func (s *State) AppendState(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, uint16(s.Turn))
	for seat := range s.Minions {
		dst = binary.BigEndian.AppendUint32(dst, uint32(s.Credits[seat]))
		dst = append(dst, byte(s.Flags[seat].Pos.R), byte(s.Flags[seat].Pos.C), byte(s.Flags[seat].Carrier))
		dst = append(dst, bit(s.Inactive[seat])|bit(s.TimedOut[seat])<<1|bit(s.Winner[seat])<<2)
		for id := range s.PerSeat {
			m := s.Minions[seat][id]
			dst = append(dst, byte(m.Pos.R), byte(m.Pos.C), byte(m.Timeout))
			dst = binary.BigEndian.AppendUint16(dst, uint16(m.Health))
		}
	}
	for r := range s.Rows {
		dst = binary.BigEndian.AppendUint64(dst, s.Coins[r])
	}
	dst = append(dst, byte(s.MineCount))
	for _, mine := range s.Mines() {
		dst = append(dst, byte(mine.Pos.R), byte(mine.Pos.C), byte(mine.Seat), byte(mine.Minion))
	}
	return append(dst, s.Reason.code())
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
