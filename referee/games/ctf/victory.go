package ctf

// A Reason says why a match is over, in the tags that recorded matches use.
type Reason uint8

// The reasons of an end.
const (
	Running         Reason = iota // the match goes on
	FlagBrought                   // one flag was brought home
	BothFlagsAlive                // both in one turn; more living minions decided
	BothFlagsCredit               // both in one turn; more score points decided
	BothFlagsTie                  // both in one turn, and nothing told the seats apart
	Elimination                   // all minions of one seat are dead
	BothEliminated                // all minions of both seats died in one turn
	Timeout                       // a seat gave no valid command because time ran out
	BothTimeout                   // both seats did
	TurnLimitAlive                // more living minions after the last turn
	TurnLimitCredit               // more score points after the last turn
	TurnLimitDraw                 // nothing told the seats apart after the last turn
	BothBadAlive                  // both seats' answers broke off at errors; more living minions
	BothBadCredit                 // both seats' answers broke off at errors; more score points
	BothBadDraw                   // both seats' answers broke off at errors; a draw
	Forfeit                       // a seat gave no valid command for another cause than time
	BothForfeit                   // both seats gave none, and not both because time ran out
)

// String returns the reason's tag, empty while the match is running.
func (r Reason) String() string {
	switch r {
	case FlagBrought:
		return "flag"
	case BothFlagsAlive:
		return "both_flags_alive"
	case BothFlagsCredit:
		return "both_flags_credit"
	case BothFlagsTie:
		return "both_flags_tie"
	case Elimination:
		return "elimination"
	case BothEliminated:
		return "both_eliminated"
	case Timeout:
		return "timeout"
	case BothTimeout:
		return "both_timeout"
	case TurnLimitAlive:
		return "turn_limit_alive"
	case TurnLimitCredit:
		return "turn_limit_credit"
	case TurnLimitDraw:
		return "turn_limit_draw"
	case BothBadAlive:
		return "both_bad_alive"
	case BothBadCredit:
		return "both_bad_credit"
	case BothBadDraw:
		return "both_bad_draw"
	case Forfeit:
		return "forfeit"
	case BothForfeit:
		return "both_forfeit"
	}
	return ""
}

// code returns the reason's byte in AppendState. Forfeits have the codes of
// timeouts: to the statement both are "no valid command in time", and records
// from before the two had names of their own keep their digests.
func (r Reason) code() byte {
	switch r {
	case Forfeit:
		r = Timeout
	case BothForfeit:
		r = BothTimeout
	}
	return byte(r)
}

// Over reports whether the match has ended.
func (s *State) Over() bool { return s.Reason != Running }

// Scores returns 1 for a winner and 0 otherwise. A draw by conditions that
// both seats meet is 1-1, any other draw 0-0. While the match is running it
// tells who would win if the last turn had been played.
func (s *State) Scores() [2]int64 {
	if s.Winner[0] || s.Winner[1] {
		return [2]int64{score(s.Winner[0]), score(s.Winner[1])}
	}
	lead, _ := s.lead()
	return [2]int64{score(lead == 0), score(lead == 1)}
}

func score(won bool) int64 {
	if won {
		return 1
	}
	return 0
}

// What told the seats apart; also the offset of a reason from its ...Alive.
const (
	byAlive Reason = iota
	byCredit
	byNothing
)

// lead returns the seat with more living minions, else the one with higher
// score, else -1, and by which of these.
func (s *State) lead() (seat int, by Reason) {
	for by, have := range [...][2]int{byAlive: {s.Alive(0), s.Alive(1)}, byCredit: s.Credits} {
		switch {
		case have[0] > have[1]:
			return 0, Reason(by)
		case have[1] > have[0]:
			return 1, Reason(by)
		}
	}
	return -1, byNothing
}

// judge sees whether the turn met a victory or defeat condition.
func (s *State) judge(orders *[2]Orders, events *Events) {
	for seat, o := range orders {
		s.Inactive[seat] = s.Inactive[seat] || o.Broken || o.Missing
		s.TimedOut[seat] = o.Missing
	}
	events.phase()
	captured := [2]bool{s.captured(0, events), s.captured(1, events)}
	eliminated := [2]bool{s.Alive(0) == 0, s.Alive(1) == 0}
	switch {
	case captured[0] && captured[1]:
		seat, by := s.lead()
		s.Reason = BothFlagsAlive + by
		s.Winner = [2]bool{seat != 1, seat != 0}
	case captured[0] || captured[1]:
		s.Reason = FlagBrought
		s.Winner = captured
	case eliminated[0] && eliminated[1]:
		s.Reason = BothEliminated
		s.Winner = [2]bool{true, true}
	case eliminated[0] || eliminated[1]:
		s.Reason = Elimination
		s.Winner = [2]bool{eliminated[1], eliminated[0]}
	}
	switch {
	case s.TimedOut[0] && s.TimedOut[1]:
		s.Reason = BothForfeit
		if orders[0].Late && orders[1].Late {
			s.Reason = BothTimeout
		}
		s.Winner = [2]bool{true, true}
	case s.TimedOut[0] || s.TimedOut[1]:
		s.Reason = Forfeit
		if orders[0].Late || orders[1].Late {
			s.Reason = Timeout
		}
		s.Winner = [2]bool{s.Winner[0] || s.TimedOut[1], s.Winner[1] || s.TimedOut[0]}
	}
	if s.Over() {
		return
	}
	_, by := s.lead()
	switch {
	case s.Inactive[0] && s.Inactive[1]:
		s.Reason = BothBadAlive + by
	case s.Turn >= s.Limit:
		s.Reason = TurnLimitAlive + by
	}
}

// captured reports whether the opponent's flag is at the seat's base. It
// counts whether or not the carrier lived to see it.
func (s *State) captured(seat int, events *Events) bool {
	flag := s.Flags[1-seat]
	if flag.Pos != s.Bases[seat] {
		return false
	}
	events.add(Event{Kind: Captured, Seat: int8(seat), Minion: flag.Carrier, At: flag.Pos})
	return true
}
