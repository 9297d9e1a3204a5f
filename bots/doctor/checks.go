package doctor

import "context"

// A check examines one property. Each uses a new process, except that checks
// which only look at output share a run.
type check struct {
	name   string
	tests  string // one sentence
	ofMute bool   // also runs for a bot that does not answer
	run    func(x *examination, ctx context.Context) (summary string, findings []Finding, err error)
}

// checks returns all checks in the order in which they run.
func checks() []check {
	return []check{
		{"start", "It starts, and its first answer is within the limit.", true, (*examination).start},
		{"flush", "It answers before more input is sent.", true, (*examination).flush},
		{"lines", "It writes one answer for each input, and nothing else on stdout.", false, (*examination).lines},
		{"line-ends", "Its lines end with LF; CR LF is accepted.", false, (*examination).lineEnds},
		{"end", "It exits soon after the end of its input.", false, (*examination).end},
		{"leftovers", "No process that it started outlives it.", false, (*examination).leftovers},
		{"memory", "How much memory it uses.", false, (*examination).memory},
		{"matches", "Its answers are legal in whole matches, in every seat.", false, (*examination).legal},
		{"time", "Its later answers are within the limit.", false, (*examination).time},
		{"stderr", "Its stderr is short enough to be recorded.", false, (*examination).stderr},
		{"situations", "Its answers are legal in the special positions of the game.", false, (*examination).situations},
		{"repeat", "It gives the same answers when a match is repeated.", false, (*examination).repeat},
		{"crlf-input", "It accepts input with CR LF.", false, (*examination).crlf},
		{"locale", "It gives the same answers in other locales.", false, (*examination).locale},
		{"folder", "It plays from a copy of its folder.", false, (*examination).folder},
	}
}
