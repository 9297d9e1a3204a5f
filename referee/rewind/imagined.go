package rewind

import "arbiter/referee"

// An Imagined is a game whose matches are dealt by another one, and go on from another
// position when they reach a turn.
type Imagined struct {
	referee.Game
	Turn    int
	Imagine func(m referee.Match) referee.Match // of the match in front of the turn
}

// New implements referee.Game.
func (g Imagined) New(setup referee.Setup, seats int) (referee.Match, error) {
	m, err := g.Game.New(setup, seats)
	if err != nil {
		return nil, err
	}
	i := &imaginedMatch{Match: m, game: g}
	i.reach(1)
	return i, nil
}

// An imaginedMatch is a match of an Imagined game.
type imaginedMatch struct {
	referee.Match
	game Imagined
	turn int // that is next
}

// reach goes on to a turn.
func (m *imaginedMatch) reach(turn int) {
	if m.turn = turn; turn == m.game.Turn {
		m.Match = m.game.Imagine(m.Match)
	}
}

// Step implements referee.Match.
func (m *imaginedMatch) Step() {
	m.Match.Step()
	m.reach(m.turn + 1)
}
