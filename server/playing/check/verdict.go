package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A Case is what a check is about: two bots, a question, and where the matches
// are.
type Case struct {
	Game      string          `json:"game"`
	Candidate league.Bot      `json:"candidate"`
	Baseline  league.Bot      `json:"baseline"`
	Question  league.Question `json:"question"`
	DB        string          `json:"db"`               // where the matches are, or
	Server    string          `json:"server,omitempty"` // who has them
	Command   string          `json:"command"`          // asks the same again

	// The git commits of which candidate and baseline are the files, where there are such.
	CandidateCommit string `json:"candidate_commit,omitempty"`
	BaselineCommit  string `json:"baseline_commit,omitempty"`

	Solo bool   `json:"-"` // scores on the same start are compared
	Flag string `json:"-"` // what leads arbiter replay to the matches
}

// Played is what was played for a case.
type Played struct {
	Status  Status
	Void    league.Voids
	Worst   []WorstMatch
	Seconds float64       // of this run
	Now     int           // matches that this run has played
	Earlier int           // matches that earlier runs had played
	Each    time.Duration // how long a start takes; 0: not known
	Why     string        // why it ended, where the figures do not say so, as a sentence
}

// A Verdict is the result of a check. NewVerdict, Identical and Unbuilt make it.
type Verdict struct {
	Case
	Status                // nothing, where nothing was played
	Built   bool          `json:"-"`              // candidate, baseline and opponents
	Void    int           `json:"void,omitempty"` // times that a match was void and had to be played again
	Seconds float64       `json:"seconds"`
	Worst   []WorstMatch  `json:"worst"`
	Now     int           `json:"-"` // matches that this run has played
	Earlier int           `json:"-"` // matches that earlier runs had played
	Each    time.Duration `json:"-"`
	Note    string        `json:"-"`                // what to know beside the figures, as sentences
	Output  string        `json:"output,omitempty"` // the end of the output of a build that failed
}

// NewVerdict returns the verdict of a case that was played.
func NewVerdict(c Case, p Played) Verdict {
	notes := p.Status.Notes()
	if p.Void.Notable(p.Status.Matches) {
		notes = append(notes, "Warning: "+p.Void.Text(p.Status.Matches)+".")
	}
	if p.Why != "" {
		notes = append(notes, p.Why)
	}
	return Verdict{
		Case: c, Status: p.Status, Built: true, Void: p.Void.Matches,
		Worst: p.Worst, Seconds: p.Seconds, Now: p.Now, Earlier: p.Earlier, Each: p.Each, Note: strings.Join(notes, " "),
	}
}

// Identical returns the verdict of a case whose candidate is the baseline: it is not
// weaker, and not stronger.
func Identical(c Case) Verdict {
	decided := rating.H1
	if asksGain(c.Question) {
		decided = rating.H0
	}
	return NewVerdict(c, Played{Status: Status{Decision: decided}})
}

// Unbuilt returns the verdict of a case with a bot that does not build: why, and
// the end of the output of the build.
func Unbuilt(c Case, why error, output string) Verdict {
	return Verdict{Case: c, Note: why.Error(), Output: output}
}

// Answer returns what the check comes to, in the words of its question.
func (v Verdict) Answer() Answer {
	if !v.Built {
		return NoBuild
	}
	return v.Status.Answer(v.Question)
}

// Sentence returns what the check comes to, as every report says it first.
func (v Verdict) Sentence() string { return v.sentence(true) }

// sentence is the same; without detail it has nothing that a bot wrote.
func (v Verdict) sentence(detail bool) string {
	if !v.Built {
		return "Build failed: no match was played."
	}
	return v.Status.sentence(v.Question, v.Each, detail)
}

// MarshalJSON returns the case, the status and the rest as one object. Scripts
// read at its top also the answer, the starts that count, as "starts", the estimate and
// the bounds of the LLR. The names that these share with others, "score" and "note", are
// not the estimate's.
func (v Verdict) MarshalJSON() ([]byte, error) {
	type plain Verdict
	return json.Marshal(struct {
		Answer   Answer `json:"answer"`
		Sentence string `json:"sentence"`
		rating.Estimate
		LLR     float64            `json:"llr"`
		Lower   float64            `json:"lower"`
		Upper   float64            `json:"upper"`
		Starts  int                `json:"starts"`
		Matches int                `json:"matches"`
		Score   *rating.ScoreState `json:"score,omitempty"`
		Note    string             `json:"note,omitempty"`
		plain
	}{
		v.Answer(), v.Sentence(), v.Estimate, v.Test.LLR, v.Test.Lower, v.Test.Upper, v.Trials, v.Matches, v.Score, v.Note, plain(v),
	})
}

// Title returns the case and its answer in one line.
func (v Verdict) Title() string {
	return fmt.Sprintf("%s: %s against %s: %s", v.Game, name(v.Candidate), name(v.Baseline), v.Answer())
}

// origins names the files of candidate and baseline: by digest and, where there is one,
// commit.
func (c Case) origins() []string {
	var all []string
	for _, of := range []struct {
		role   string
		bot    league.Bot
		commit string
	}{{"candidate", c.Candidate, c.CandidateCommit}, {"baseline", c.Baseline, c.BaselineCommit}} {
		text := fmt.Sprintf("# %s %s", of.role, name(of.bot))
		switch {
		case of.bot.SHA256 != "":
			text += ", sha256 " + of.bot.SHA256
		case of.bot.Digest != "":
			text += ", digest " + of.bot.Digest
		}
		if of.commit != "" {
			text += ", git commit " + of.commit
		}
		all = append(all, printable.Line(text))
	}
	return all
}

// name returns the ID of a bot or, before it is resolved, the bot as typed, in
// one line.
func name(b league.Bot) string { return printable.Line(cmp.Or(b.ID, b.Typed)) }

// Text returns the verdict for a person. What bots wrote is printable.
func (v Verdict) Text() []byte {
	text := fmt.Appendf(nil, "%s\n%s\n", v.Sentence(), v.Title())
	if len(v.LLRs) > 0 {
		for _, row := range v.rows() {
			text = fmt.Appendf(text, "  %-30s %s\n", printable.Line(strings.TrimSpace(row.name+" "+row.bot)), printable.Line(row.value))
		}
	}
	if v.Note != "" {
		text = fmt.Appendf(text, "  %s\n", printable.Line(v.Note))
	}
	for _, f := range v.Failing {
		if f.Match == "" {
			continue
		}
		text = fmt.Appendf(text, "  %s %s: see match %.10s on %s\n", f.Role, printable.Line(f.Bot), printable.Line(f.Match), printable.Line(f.Example.Start.String()))
		for line := range strings.Lines(f.Stderr) {
			text = fmt.Appendf(text, "    | %s\n", printable.Text(strings.TrimRight(line, "\r\n")))
		}
	}
	for _, m := range v.Worst {
		text = fmt.Appendf(text, "  see match %.10s on %s: %s\n", printable.Line(m.Match), printable.Line(m.Start), printable.Line(m.why()))
		for line := range strings.Lines(m.Stderr) {
			text = fmt.Appendf(text, "    | %s\n", printable.Text(strings.TrimRight(line, "\r\n")))
		}
	}
	if len(v.Worst) > 0 {
		text = fmt.Appendf(text, "  to print one turn by turn: arbiter replay %.10s %s\n", printable.Line(v.Worst[0].Match), printable.Line(v.Flag))
	}
	return text
}
