package heropath

import "fmt"

// A Verdict is how one answer was judged on one test, in the rules' words.
type Verdict struct {
	Score       int64  `json:"score"` // the gold of a valid answer, 0 of an invalid one
	Valid       bool   `json:"valid"`
	Error       Reason `json:"error,omitempty"` // why it is invalid
	At          *int   `json:"at,omitempty"`    // the first offending move, when it is in one
	Why         string `json:"why,omitempty"`   // what was found there and what was expected
	TurnsPlayed int64  `json:"turns_played"`
	NumTurns    int64  `json:"num_turns"`
	X           int64  `json:"x"` // the hero after the last move that was carried out
	Y           int64  `json:"y"`
	Level       int64  `json:"level"`
	Exp         int64  `json:"exp"`
	Gold        int64  `json:"gold"`
	Fatigue     int64  `json:"fatigue"`
	Kills       int    `json:"kills"`
}

// Judge plays an answer document in a world and scores it. Three phases, the
// first with an error decides: is it JSON, has it the form of an answer, do
// all its moves adhere to the rules.
func Judge(w *World, answer []byte) Verdict {
	s := w.Start()
	parsed, wrong := ParseAnswer(answer)
	if wrong != nil {
		return verdict(&s, wrong.Reason, wrong.At, wrong.Why)
	}
	for i, a := range parsed.Moves {
		if reason := s.Step(a); reason != OK {
			return verdict(&s, reason, i, s.explain(a, reason))
		}
	}
	return verdict(&s, OK, -1, "")
}

func verdict(s *State, reason Reason, at int, why string) Verdict {
	v := Verdict{
		Valid: reason == OK, Why: why,
		TurnsPlayed: s.Turn, NumTurns: s.World.NumTurns,
		X: s.X, Y: s.Y, Level: s.Level, Exp: s.Exp, Gold: s.Gold, Fatigue: s.Fatigue, Kills: s.Kills,
	}
	if v.Valid {
		v.Score = s.Gold
	} else {
		v.Error = reason
	}
	if at >= 0 {
		v.At = &at
	}
	return v
}

// explain tells why the action is forbidden now: what was found and what was
// expected, in whole numbers.
func (s *State) explain(a Action, reason Reason) string {
	why := ""
	switch reason {
	case TooManyMoves:
		why = fmt.Sprintf("the test has num_turns %d; want no move after them", s.World.NumTurns)
	case OutOfBounds:
		why = fmt.Sprintf("cell %d %d is outside the map; want x 0 to %d and y 0 to %d", a.TargetX, a.TargetY, s.World.Width, s.World.Height)
	case TooFar:
		why = fmt.Sprintf("cell %d %d is too far from the hero at %d %d: squared distance %d; speed %d at level %d allows %d",
			a.TargetX, a.TargetY, s.X, s.Y, distance2(s.X, s.Y, a.TargetX, a.TargetY), s.Speed, s.Level, s.Speed*s.Speed)
	case NoSuchMonster:
		why = fmt.Sprintf("there is no monster %d; want 0 to %d", a.TargetID, len(s.hp)-1)
		if len(s.hp) == 0 {
			why = fmt.Sprintf("there is no monster %d; the test has none", a.TargetID)
		}
	case MonsterDead:
		why = fmt.Sprintf("monster %d is already dead; want a living one", a.TargetID)
	case OutOfRange:
		m := &s.World.Monsters[a.TargetID]
		why = fmt.Sprintf("monster %d at %d %d is out of range of the hero at %d %d: squared distance %d; range %d at level %d allows %d",
			a.TargetID, m.X, m.Y, s.X, s.Y, distance2(s.X, s.Y, m.X, m.Y), s.Range, s.Level, s.Range*s.Range)
	}
	return fmt.Sprintf("moves[%d]: %s: %s", s.Turn, reason, why)
}

// Relative returns the relative score: 1000 times own, divided by highest; 0 if highest is 0.
func Relative(own, highest int64) float64 {
	if highest == 0 {
		return 0
	}
	return 1000 * float64(own) / float64(highest)
}
