package doctor

import "context"

// A check tests one thing. It returns a summary of what it measured and its
// findings; an error is one of the machine, of ctx or errUnresponsive. A check
// plays with a process of its own, except that checks of the same dialogue or of
// the same full matches share them.
type check struct {
	name             string
	tests            string // one sentence
	evenUnresponsive bool   // also run for a bot that does not answer
	run              func(x *examination, ctx context.Context) (summary string, findings []Finding, err error)
}

// checks returns all checks in the order in which they are run.
func checks() []check {
	return []check{
		{"start", "It starts, and its first answer comes within the limit.", true, (*examination).start},
		{"flush", "It answers before more input is sent.", true, (*examination).flush},
		{"lines", "It writes one answer to each input, and nothing else to stdout.", false, (*examination).lines},
		{"end", "It exits by itself soon after its input ends.", false, (*examination).end},
		{"leftovers", "No process that it started outlives it.", false, (*examination).leftovers},
		{"matches", "Its answers are legal in whole matches, in every seat.", false, (*examination).legal},
		{"memory", "How much memory it uses in whole matches, and whether it grows.", false, (*examination).memory},
		{"time", "Its later answers come within the limit.", false, (*examination).time},
		{"stderr", "It writes no more to stderr than is kept.", false, (*examination).stderr},
		{"situations", "Its answers are legal in the special positions of the game.", false, (*examination).situations},
		{"repeat", "It answers the same match in the same way twice.", false, (*examination).repeat},
		{"crlf-input", "It reads input whose lines end in CR LF.", false, (*examination).crlf},
		{"locale", "It gives the same answers in other locales.", false, (*examination).locale},
		{"folder", "It plays from a copy of its folder at another path.", false, (*examination).folder},
	}
}
