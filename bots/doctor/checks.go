package doctor

import "context"

// A check looks at one thing. Each plays with a process that no other check
// has upset; checks that only look at what was said share a run.
type check struct {
	name   string
	tests  string // one sentence
	ofMute bool   // makes sense for a bot that does not answer
	run    func(x *examination, ctx context.Context) (told string, findings []Finding, err error)
}

// checks returns all of them in the order in which they are carried out.
func checks() []check {
	return []check{
		{"start", "It starts, and its first answer comes within the limit.", true, (*examination).start},
		{"flush", "An answer comes before more input is sent.", true, (*examination).flush},
		{"lines", "Each input gets one answer, and stdout nothing else.", false, (*examination).lines},
		{"line-ends", "Answers end in LF; CR LF is taken too.", false, (*examination).lineEnds},
		{"end", "It ends by itself soon after its input ends.", false, (*examination).end},
		{"leftovers", "No process that it started outlives it.", false, (*examination).leftovers},
		{"memory", "How much memory it used at most.", false, (*examination).memory},
		{"matches", "Its answers are legal in whole matches, in every seat.", false, (*examination).legal},
		{"time", "Its later answers come within the limit.", false, (*examination).time},
		{"stderr", "It keeps its stderr short enough to be kept.", false, (*examination).stderr},
		{"situations", "Its answers are legal in the special positions of the game.", false, (*examination).situations},
		{"repeat", "The same match is answered the same way twice.", false, (*examination).repeat},
		{"crlf-input", "It reads input whose lines end in CR LF.", false, (*examination).crlf},
		{"locale", "It answers alike in other locales.", false, (*examination).locale},
		{"folder", "It plays from another place: nothing in it says where it lies.", false, (*examination).folder},
	}
}
