package flames

// Actions implements referee.Actor: one part, the 13 actions of the statement.
// An answer may have several actions; one a turn plays the same match.
func (m *match) Actions() [][]string {
	names := make([]string, actionCount)
	for a := range actionCount {
		names[a] = a.String()
	}
	return [][]string{names}
}

// Mask implements referee.Actor.
func (m *match) Mask(_ int, dst []byte) {
	valid := m.state.Valid(m.test)
	for a := range actionCount {
		dst[a] = byte(valid >> a & 1)
	}
}

// ActionText implements referee.Actor.
func (m *match) ActionText(_ int, actions []int32) string { return Action(actions[0]).String() }

// ActionOf implements referee.Actor. An answer of several actions has no index.
func (m *match) ActionOf(_ int, lines []string, dst []int32) bool {
	if len(lines) != 1 {
		return false
	}
	answer := ReadAnswer(lines[0])
	piece, ok := answer.Next()
	if !ok {
		return false
	}
	action, err := ParseAction(piece)
	if err != nil || m.state.Refuses(m.test, action) != NoRefusal {
		return false
	}
	if _, more := answer.Next(); more && action != Pass { // what stands after PASS is ignored
		return false
	}
	dst[0] = int32(action)
	return true
}
