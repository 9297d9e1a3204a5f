package flames

import "arbiter/referee"

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string {
	return "The answer is one line of actions separated by `;`: `JUMP E;MOVE N;PASS`."
}

// rule quotes what the page of rules says of an impossible action.
func (r Refusal) rule() string {
	switch r {
	case NoRefusal, Empty, Syntax:
		return "" // no action
	case NoAP:
		return "You have 40 HP, 10 AP and 2 jumps."
	case NoJumps:
		return "moves two cells, over any cell; at most twice per cycle"
	default:
		return "moves to the next cell in direction `N`, `S`, `E` or `W`, which must be open"
	}
}

// Trials implements referee.Examiner: positions in the arena of dealt matches, or
// in a small one.
func (Game) Trials() []referee.Trial {
	return []referee.Trial{
		{Title: "1 HP left", Position: `{"hp": 1}`},
		{Title: "1 AP left: JUMP is not valid", Position: `{"ap": 1}`},
		{Title: "no AP left: only PASS is valid", Position: `{"ap": 0}`},
		{Title: "no jumps left", Position: `{"jumps_left": 0}`},
		{Title: "no glyphs and no flames in this cycle, but later", Position: `{"glyphs": []}`},
		{Title: "a late cycle in which no glyphs come", Position: `{"cycle": 7, "flames": [[17, 12]]}`},
		{Title: "a corner: only two ways are open", Position: `{
			"arena": ["#####", "#S..#", "#...#", "#...#", "#####"], "flames": [[3, 3]]}`},
		{Title: "a narrow place: nothing but PASS and IMMO may be open", Position: `{
			"arena": ["####", "#S##", "##.#", "####"], "flames": [[2, 2]]}`},
		{Title: "a flame on every side", Position: `{"flames": [[17, 14], [17, 16], [16, 15], [18, 15]]}`},
		{Title: "a glyph under the character", Position: `{"glyphs": [[17, 15]]}`},
	}
}
