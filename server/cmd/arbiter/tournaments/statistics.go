package tournaments

import (
	"fmt"
	"io"
	"strings"

	"arbiter/server/league/rating"
)

// statistics is the output of stats. Its JSON form is that of --json.
type statistics struct {
	rating.Estimate
	*rating.Test        // nil without a test
	Note         string `json:"note,omitempty"`
}

// newStatistics returns the statistics of an estimate and of a test, or nil.
func newStatistics(e rating.Estimate, test *rating.Test) statistics {
	s := statistics{Estimate: e, Test: test, Note: e.Note}
	if test != nil {
		s.Note = strings.TrimSpace(e.Note + " " + test.Note)
	}
	return s
}

// print prints the statistics as text.
func (s statistics) print(w io.Writer) error {
	var text []byte
	text = fmt.Appendf(text, "Elo    %s\n", rating.WithError(s.Elo, s.EloError95))
	text = fmt.Appendf(text, "nElo   %s\n", rating.WithError(s.NElo, s.NEloError95))
	text = fmt.Appendf(text, "LOS    %s\n", rating.Probability(s.LOS, 2))
	text = fmt.Appendf(text, "score  %s, draws %s\n", rating.Percent(s.Score, 2), rating.Percent(s.DrawRatio, 2))
	if s.Test != nil {
		text = fmt.Appendf(text, "LLR    %.2f in (%.2f, %.2f): %s\n", s.LLR, s.Lower, s.Upper, s.Decision)
	}
	if s.Note != "" {
		text = fmt.Appendf(text, "%s\n", s.Note)
	}
	_, err := w.Write(text)
	return err
}
