package domain

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
)

// Game is Domain Expansion as a referee.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name: "domain", Title: "Domain Expansion", Rules: 1,
		MinSeats: 2, MaxSeats: 2,
		First:   1000 * time.Millisecond, // "Response time for first turn ≤ 1000ms"
		Turn:    100 * time.Millisecond,  // "Response time for one turn ≤ 100ms"
		Seed:    "A seed decides nothing: every match starts from the same position and nothing is drawn.",
		Answers: 42, // walls separate the tokens long before
	}
}

// HiddenOutcome implements referee.OutcomeHider.
func (Game) HiddenOutcome() string {
	return "domain sends a seat only the opponent's actions, so it goes on from the position that its own answers led to"
}

// New deals a match from the start position or from setup.Position.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != 2 {
		return nil, fmt.Errorf("domain is played by 2 seats; found %d", seats)
	}
	st, err := startOf(setup)
	if err != nil {
		return nil, err
	}
	m := &match{
		state: st.state, before: st.state, maxTurns: st.maxTurns,
		walls:  append(make([]Wall, 0, WallCount), st.walls...),
		scene:  sceneOf(st),
		view:   View{Walls: []Wall{}, Events: []any{}},
		scores: []int64{0, 0},
		faults: []referee.Fault{},
	}
	return m, nil
}

// The reasons of a Result.
const (
	reasonDomain    = "domain"     // separated, one domain is larger
	reasonDomainTie = "domain_tie" // separated, equal domains
	reasonIllegal   = "illegal"    // a refused action
	reasonInvalid   = "invalid"    // an answer that cannot be read
	reasonTimeout   = "timeout"    // no answer because time ran out
	reasonForfeit   = "forfeit"    // no answer for another cause
	reasonTurnLimit = "turn_limit" // max_turns of the setup are played
)

// Scores of the player whose mistake ends the match; the other one has 0.
const (
	scoreIllegal = -5
	scoreInvalid = -6
	scoreTimeout = -7 // no answer, whatever the cause
)

// A match is one game in progress.
type match struct {
	referee.Pure

	state    State
	turn     int // turns played
	maxTurns int
	asked    [2]bool   // seats that have been sent the board
	last     Action    // the last action that could be read, legal or not
	acted    bool      // whether there is one
	messages [2]string // as they were given
	walls    []Wall    // in the order in which they were built

	answer answer // held for Step

	// What View tells of the last turn.
	before State  // the position before it
	played answer // the mover's answer
	moved  bool   // the token is where the answer wanted it
	built  bool   // the wall is built

	reason string
	scores []int64
	faults []referee.Fault

	scene Scene
	view  View
}

// An answer is what the mover's answer, or the lack of one, came to.
type answer struct {
	readable bool
	dropped  bool // there was none
	line     string
	action   Action
	message  string
	fault    *referee.Fault // of an answer that is not readable
}

// Over reports whether the match has ended.
func (m *match) Over() bool { return m.reason != "" }

// mover returns the seat whose turn it is.
func (m *match) mover() int { return int(m.state.Mover) }

// Asked returns the mover.
func (m *match) Asked() referee.Seats {
	if m.Over() {
		return 0
	}
	return referee.SeatSet(m.mover())
}

// Input appends the board in the seat's first turn, and the last action.
func (m *match) Input(seat int, dst []byte) []byte {
	if !m.asked[seat] {
		dst = appendBoard(dst, m.state.Tokens[seat], m.state.Tokens[1-seat])
	}
	return append(m.appendLast(dst), '\n')
}

// appendLast appends the last action, or that there is none.
func (m *match) appendLast(dst []byte) []byte {
	if !m.acted {
		return append(dst, NoAction...)
	}
	return appendAction(dst, m.last)
}

// Lines returns 1: "A single line x y direction message".
func (m *match) Lines(int) int { return 1 }

// Answer holds the mover's answer.
func (m *match) Answer(seat int, lines []string) {
	line := strings.Join(lines, "\n")
	action, message, err := ParseAnswer(line)
	if err != nil {
		m.answer = answer{fault: &referee.Fault{
			Turn: m.turn + 1, Seat: seat, Kind: referee.Garbled, Line: referee.Quote(line), Why: err.Error(),
		}}
		return
	}
	m.answer = answer{readable: true, line: line, action: action, message: message}
}

// Drop holds that the mover gave no answer.
func (m *match) Drop(_ int, f referee.Fault) { m.answer = answer{dropped: true, fault: &f} }

// Step plays the turn: the move, then the wall, then the game over condition.
// A mistake ends the match at once.
func (m *match) Step() {
	mover := m.mover()
	m.before, m.played = m.state, m.answer
	m.moved, m.built = false, false
	m.turn++
	m.asked[mover] = true
	if !m.played.readable {
		m.loseByAnswer(mover)
		return
	}
	action := m.played.action
	m.last, m.acted = action, true
	m.messages[mover] = m.played.message
	switch {
	case !m.state.Targets(mover).Has(action.To):
		m.loseByAction(mover, ruleMove, whyNoMove(&m.before, action.To))
	case !m.state.Open(action.Wall).Has(action.To):
		m.moved = true
		m.state.Tokens[mover] = action.To // the token has moved when its wall is refused
		m.loseByAction(mover, ruleWall, whyNoWall(&m.before, action))
	default:
		m.moved, m.built = true, true
		beyond, _ := action.To.Beside(action.Wall)
		m.walls = append(m.walls, newWall(action.To, beyond, mover, m.turn))
		m.state.Step(action)
		m.end()
	}
}

// end looks whether the match ends after an accepted action.
func (m *match) end() {
	if !m.state.Over {
		if m.turn >= m.maxTurns {
			m.reason = reasonTurnLimit
		}
		return
	}
	for player := range m.scores {
		m.scores[player] = int64(m.state.Domain(player).Len())
	}
	m.reason = reasonDomain
	if m.scores[0] == m.scores[1] {
		m.reason = reasonDomainTie
	}
}

// loseByAnswer ends the match: the mover "does not provide a command in the
// allotted time or it provides an unrecognized command".
func (m *match) loseByAnswer(mover int) {
	m.faults = append(m.faults, *m.played.fault)
	m.scores[mover], m.reason = scoreInvalid, reasonInvalid
	if m.played.dropped {
		m.scores[mover], m.reason = scoreTimeout, reasonForfeit
		if m.played.fault.Kind == referee.Timeout {
			m.reason = reasonTimeout
		}
	}
}

// loseByAction ends the match: the mover "provides a command against the rules".
func (m *match) loseByAction(mover int, rule, why string) {
	m.faults = append(m.faults, referee.Fault{
		Turn: m.turn, Seat: mover, Kind: referee.Illegal, Line: referee.Quote(m.played.line), Why: why, Rule: rule,
	})
	m.scores[mover], m.reason = scoreIllegal, reasonIllegal
}

// Result tells how the match ended, or that it stands 0 to 0.
func (m *match) Result() referee.Result {
	return referee.Result{
		Scores: slices.Clone(m.scores),
		Ranks:  referee.RankScores(m.scores),
		Reason: m.reason,
		Faults: slices.Clone(m.faults),
	}
}

// AppendState appends the turn, the tokens, the walls, the mover, the last
// action, the messages shown, the scores and the reason.
func (m *match) AppendState(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(m.turn))
	dst = append(dst, byte(m.state.Tokens[0]), byte(m.state.Tokens[1]), m.state.Mover)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.state.right))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.state.down))
	dst = append(m.appendLast(dst), 0)
	for _, message := range m.messages {
		message = shown(message)
		dst = binary.AppendUvarint(dst, uint64(len(message)))
		dst = append(dst, message...)
	}
	for _, score := range m.scores {
		dst = binary.AppendVarint(dst, score)
	}
	return append(dst, hashed(m.reason)...)
}

// AppendPlay implements referee.Talker: the state without the messages. All actions that
// break one rule do the same, which is that they lose the match.
func (m *match) AppendPlay(dst []byte) []byte {
	played := *m
	played.messages = [2]string{}
	if m.reason == reasonIllegal {
		played.state.Tokens, played.acted = m.before.Tokens, false
	}
	return played.AppendState(dst)
}

// hashed returns the reason as AppendState spells it, which is how the first
// records had it: so they keep their digests.
func hashed(reason string) string {
	switch reason {
	case reasonDomainTie:
		return "domain-tie"
	case reasonTurnLimit:
		return "turn-limit"
	case reasonForfeit:
		return reasonTimeout
	}
	return reason
}
