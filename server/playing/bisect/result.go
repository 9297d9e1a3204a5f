package bisect

import (
	"fmt"
	"strings"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/league/rating"
)

// An Answer is what a search comes to.
type Answer string

// The answers.
const (
	Found     Answer = "named"     // a commit, or a few that no game can tell apart
	NoLoss    Answer = "no loss"   // the ends are as good as each other
	Identical Answer = "identical" // the ends are the same bot
	Open      Answer = "undecided" // so far, or at a limit

	NoEvidence Answer = "no evidence" // the ends do not work, so their matches prove nothing
)

// A Result is what a search comes to. Figures are from the view of the newer version.
type Result struct {
	Line
	Gain    bool    // a gain was looked for
	Margin  float64 // in Elo or, where scores decide, in points
	ByScore bool    // scores decide

	Answer     Answer
	Named      []Named // the commit, and after it the second one where that was asked for
	More       bool    // a second one was asked for
	Suspicions []Suspicion
	Players    []Player // the versions as players; nil where nothing is known of them
	Failing    string   // which of the ends do not work, as a sentence; "" if both do
	Check      string   // the tournament of the check of the ends; "" before it
}

// A Player is what is known of a version besides its commit.
type Player struct {
	Bot   string // ID; "" where it is not known
	Games int    // that it has played
}

// Asked returns what was looked for, in words.
func (r Result) Asked() string {
	if r.Gain {
		return "gain"
	}
	return "loss"
}

// made is what a commit that was found has done to the bot.
func (r Result) made() string {
	if r.Gain {
		return "stronger"
	}
	return "weaker"
}

// Sentence returns what the search comes to, as every report says it first.
func (r Result) Sentence() string {
	switch {
	case r.Answer == NoEvidence:
		return r.Failing
	case r.Failing != "":
		return r.Failing + " " + r.found()
	}
	return r.found()
}

// found is the same without the ends that do not work.
func (r Result) found() string {
	commits := plural.Count(len(r.Versions)-1, "commit")
	switch r.Answer {
	case NoLoss:
		return fmt.Sprintf("No %s of more than %.4g %s in all of %s.", r.Asked(), r.Margin, r.unit(), commits)
	case Identical:
		return "The ends are the same bot: nothing was lost or gained, and no match was played."
	case Found:
		text := r.named(r.Named[0])
		switch {
		case len(r.Named) > 1:
			text += " " + r.named(r.Named[1])
		case r.More:
			text += fmt.Sprintf(" There is no second %s of more than %.4g %s.", r.Asked(), r.Margin, r.unit())
		}
		return text
	}
	text := "Not found"
	if len(r.Named) > 0 { // the first of two
		text = r.named(r.Named[0]) + " No second one was found"
	}
	if r.Why == "" { // it goes on
		text += " yet"
	}
	if best, ok := r.best(); ok {
		text += fmt.Sprintf(": of %s, %s is suspected most (%s)", commits, r.Label(best.Version), rating.Probability(&best.Probability, 0))
	}
	return text + "."
}

// unit is that of margins and losses.
func (r Result) unit() string {
	if r.ByScore {
		return "points a start"
	}
	return "Elo"
}

// best returns the most suspected commit.
func (r Result) best() (best Suspicion, ok bool) {
	for _, s := range r.Suspicions {
		if s.Probability > best.Probability {
			best, ok = s, true
		}
	}
	return best, ok
}

// named says of a commit what it has done.
func (r Result) named(n Named) string {
	loss, error95 := n.Elo()
	if r.ByScore {
		loss, error95 = n.Points()
	}
	what := fmt.Sprintf("made the bot weaker, by %.0f ± %.0f %s (probability %s).", loss, error95, r.unit(), rating.Probability(&n.Probability, 0))
	what = strings.Replace(what, "weaker", r.made(), 1)
	if len(n.Commits) == 1 {
		return fmt.Sprintf("Commit %s %s", r.Label(n.Commits[0]), what)
	}
	var names []string
	for _, v := range n.Commits {
		names = append(names, r.Versions[v].Name())
	}
	return fmt.Sprintf("One of these %d commits %s No game can tell them apart: %s.", len(n.Commits), what, strings.Join(names, ", "))
}

// Elo returns the loss or gain, without its sign, and its error.
func (n Named) Elo() (elo, error95 float64) {
	if n.PerPoint > 0 {
		return n.Loss / perElo, n.Error95 / perElo
	}
	at := func(loss float64) float64 { return rating.EloOf(0.5 + min(max(loss, -0.49), 0.49)) }
	return at(n.Loss), (at(n.Loss+n.Error95) - at(n.Loss-n.Error95)) / 2
}

// Points returns the loss or gain in points of score, without its sign, and its error, where
// scores decide.
func (n Named) Points() (points, error95 float64) {
	if n.PerPoint == 0 {
		return 0, 0
	}
	return n.Loss / n.PerPoint, n.Error95 / n.PerPoint
}

// listed is the least probability with which a report lists a commit.
const listed = 0.005

// rows are the commits that a report lists, the most suspected first. A report whose
// answer is not a commit lists none.
func (r Result) rows() (rows []Suspicion) {
	if r.Answer == NoLoss || r.Answer == Identical || r.Answer == NoEvidence {
		return nil
	}
	for _, s := range r.Suspicions {
		if s.Probability >= listed {
			rows = append(rows, s)
		}
	}
	return rows
}

// figures are what else a report says, a line each.
func (r Result) figures() (lines []string) {
	lines = append(lines, r.Run.Text(r.Games))
	if r.Tournament != "" {
		lines = append(lines, "tournament: "+r.Tournament)
	}
	if r.Check != "" && (r.Answer == NoLoss || r.Answer == NoEvidence) {
		lines = append(lines, "check of the ends, which has the matches: "+r.Check)
	}
	for _, line := range []string{r.LeftOutText, r.Why} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Text returns the result for a person.
func (r Result) Text() []byte {
	text := fmt.Appendf(nil, "%s\n", r.Sentence())
	for _, s := range r.rows() {
		text = fmt.Appendf(text, "  %7s %-*s  %s\n", rating.Probability(&s.Probability, 1), len("0123456789ab"), r.Versions[s.Version].Name(), printable.Line(r.label(s)))
	}
	for _, line := range r.figures() {
		text = fmt.Appendf(text, "  %s\n", printable.Line(line))
	}
	matches := r.Tournament
	if r.Answer == NoLoss || r.Answer == NoEvidence {
		matches = r.Check
	}
	if matches != "" {
		text = fmt.Appendf(text, "  to list the matches: arbiter matches --tournament '%s' %s\n", printable.Line(matches), printable.Line(r.Flag))
	}
	return text
}

// label is the subject of a commit, and what is to be known of it.
func (r Result) label(s Suspicion) string {
	subject := r.Versions[s.Version].Subject
	switch s.State {
	case NotBuilt, Waiting:
		return fmt.Sprintf("%s (%s)", subject, s.State)
	}
	return subject
}

// Markdown returns the result as Markdown, for the summary of a CI job. What authors
// of commits wrote is in code.
func (r Result) Markdown() []byte {
	text := fmt.Appendf(nil, "## %s: which commit made %s %s\n\n%s\n\n", r.Game, printable.Markdown(r.Path), r.made(), r.markdownSentence())
	if rows := r.rows(); len(rows) > 0 {
		text = append(text, "| commit | probability | subject |\n|---|---|---|\n"...)
		for _, s := range rows {
			text = fmt.Appendf(text, "| %s | %s | %s |\n", printable.Markdown(r.Versions[s.Version].Name()), rating.Probability(&s.Probability, 1), printable.Markdown(r.label(s)))
		}
		text = append(text, '\n')
	}
	for _, line := range r.figures() {
		text = fmt.Appendf(text, "- %s\n", printable.Markdown(line))
	}
	text = append(text, '\n')
	return append(text, r.Reproduce()...)
}

// markdownSentence is the sentence with the subjects of commits left to the table.
func (r Result) markdownSentence() string {
	plain := r
	plain.Line = r.Plain()
	if plain.Failing = ""; r.Failing == "" {
		return plain.Sentence()
	}
	if r.Answer == NoEvidence {
		return printable.Markdown(r.Failing)
	}
	return printable.Markdown(r.Failing) + " " + plain.Sentence()
}
