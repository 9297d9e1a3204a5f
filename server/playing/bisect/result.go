package bisect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
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
)

// A Result is what a search comes to. Figures are from the view of the newer version.
type Result struct {
	Game     string
	Path     string // of the bot
	Gain     bool   // a gain was looked for
	Margin   float64
	Versions []Version

	Answer      Answer
	Named       []Named // the commit, and after it the second one where that was asked for
	More        bool    // a second one was asked for
	Suspicions  []Suspicion
	Games       int // that count
	Seconds     float64
	Why         string // it ended undecided, as a sentence
	Tournament  string // that played the search; "" if the check of the ends was enough
	Flag        string // what leads arbiter matches to it
	Command     string // asks the same again
	LeftOutText string // what the machine could not play, as a sentence; "" if nothing
}

// Asked returns what is looked for.
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
	commits := plural.Count(len(r.Versions)-1, "commit")
	switch r.Answer {
	case NoLoss:
		return fmt.Sprintf("No %s of more than %.4g Elo in all of %s.", r.Asked(), r.Margin, commits)
	case Identical:
		return "The ends are the same bot: nothing was lost or gained, and no match was played."
	case Found:
		text := r.named(r.Named[0])
		switch {
		case len(r.Named) > 1:
			text += " " + r.named(r.Named[1])
		case r.More:
			text += fmt.Sprintf(" There is no second %s of more than %.4g Elo.", r.Asked(), r.Margin)
		}
		return text
	}
	text := "Not found"
	if len(r.Named) > 0 { // the first of two
		text = r.named(r.Named[0]) + " No second one was found"
	}
	if best, ok := r.best(); ok {
		text += fmt.Sprintf(": of %s, %s is suspected most (%.0f %%)", commits, r.name(best.Version), 100*best.Probability)
	}
	return text + "."
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
	elo, error95 := n.Elo()
	what := fmt.Sprintf("made the bot weaker, by %.0f +- %.0f Elo (probability %.0f %%).", elo, error95, percent(n.Probability))
	what = strings.Replace(what, "weaker", r.made(), 1)
	if len(n.Commits) == 1 {
		return fmt.Sprintf("Commit %s %s", r.name(n.Commits[0]), what)
	}
	var names []string
	for _, v := range n.Commits {
		names = append(names, r.Versions[v].Name())
	}
	return fmt.Sprintf("One of these %d commits %s No game can tell them apart: %s.", len(n.Commits), what, strings.Join(names, ", "))
}

// percent leaves 100 to what is certain.
func percent(p float64) float64 { return min(math.Round(100*p), 99) }

// name is a version as a sentence has it.
func (r Result) name(version int) string {
	v := r.Versions[version]
	if v.Subject == "" {
		return v.Name()
	}
	return fmt.Sprintf("%s (%s)", v.Name(), printable.Line(v.Subject))
}

// Name returns the abbreviated commit, or what stands in its place.
func (v Version) Name() string { return cmp.Or(fmt.Sprintf("%.12s", v.Commit), "working tree") }

// Elo returns the loss or gain, without its sign, and its error.
func (n Named) Elo() (elo, error95 float64) {
	at := func(loss float64) float64 { return rating.EloOf(0.5 + min(max(loss, -0.49), 0.49)) }
	return at(n.Loss), (at(n.Loss+n.Error95) - at(n.Loss-n.Error95)) / 2
}

// jsonCommit is a commit in JSON.
type jsonCommit struct {
	Commit      string  `json:"commit"`
	Subject     string  `json:"subject"`
	Probability float64 `json:"probability"`
	State       State   `json:"state"`
}

// jsonNamed is a commit that was found. Of several that no game can tell apart, the
// last one is its commit: after it the loss is there.
type jsonNamed struct {
	Commit      *string  `json:"commit"`
	Group       []string `json:"group,omitempty"`
	Probability *float64 `json:"probability"`
	Elo         *float64 `json:"elo"`
	EloError95  *float64 `json:"elo_error95"`
}

// MarshalJSON implements json.Marshaler.
func (r Result) MarshalJSON() ([]byte, error) {
	commits := []jsonCommit{}
	for _, s := range r.Suspicions {
		v := r.Versions[s.Version]
		commits = append(commits, jsonCommit{cmp.Or(v.Commit, v.Name()), v.Subject, s.Probability, s.State})
	}
	var first jsonNamed
	var second *jsonNamed
	if len(r.Named) > 0 {
		first = r.jsonNamed(r.Named[0])
	}
	if len(r.Named) > 1 {
		n := r.jsonNamed(r.Named[1])
		second = &n
	}
	return json.Marshal(struct {
		jsonNamed
		Answer     Answer       `json:"answer"`
		Game       string       `json:"game"`
		Path       string       `json:"path"`
		Games      int          `json:"games"`
		Seconds    float64      `json:"seconds"`
		Sentence   string       `json:"sentence"`
		Why        string       `json:"why,omitempty"`
		Second     *jsonNamed   `json:"second,omitempty"`
		Commits    []jsonCommit `json:"commits"`
		Tournament string       `json:"tournament,omitempty"`
	}{first, r.Answer, r.Game, r.Path, r.Games, r.Seconds, r.Sentence(), r.Why, second, commits, r.Tournament})
}

func (r Result) jsonNamed(n Named) (j jsonNamed) {
	elo, error95 := n.Elo()
	if !r.Gain {
		elo = -elo
	}
	last := r.Versions[n.Commits[len(n.Commits)-1]]
	commit := cmp.Or(last.Commit, last.Name())
	j = jsonNamed{Commit: &commit, Probability: &n.Probability, Elo: &elo, EloError95: &error95}
	if len(n.Commits) > 1 {
		for _, v := range n.Commits {
			j.Group = append(j.Group, cmp.Or(r.Versions[v].Commit, r.Versions[v].Name()))
		}
	}
	return j
}

// listed is the least probability with which a report lists a commit.
const listed = 0.005

// rows are the commits that a report lists, the most suspected first or, where the
// answer is none of them, nothing.
func (r Result) rows() (rows []Suspicion) {
	if r.Answer == NoLoss || r.Answer == Identical {
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
	lines = append(lines, fmt.Sprintf("%s in %.0f s", plural.Count(r.Games, "game"), r.Seconds))
	if r.Tournament != "" {
		lines = append(lines, "tournament: "+r.Tournament)
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
		text = fmt.Appendf(text, "  %5.1f %% %-*s  %s\n", 100*s.Probability, len("0123456789ab"), r.Versions[s.Version].Name(), printable.Line(r.label(s)))
	}
	for _, line := range r.figures() {
		text = fmt.Appendf(text, "  %s\n", printable.Line(line))
	}
	if r.Tournament != "" {
		text = fmt.Appendf(text, "  to list the matches: arbiter matches --tournament '%s' %s\n", printable.Line(r.Tournament), printable.Line(r.Flag))
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
			text = fmt.Appendf(text, "| %s | %.1f %% | %s |\n", printable.Markdown(r.Versions[s.Version].Name()), 100*s.Probability, printable.Markdown(r.label(s)))
		}
		text = append(text, '\n')
	}
	for _, line := range r.figures() {
		text = fmt.Appendf(text, "- %s\n", printable.Markdown(line))
	}
	text = append(text, '\n')
	if r.Command != "" {
		text = fmt.Appendf(text, "To reproduce:\n%s", printable.MarkdownBlock(r.Command, 0))
	}
	return text
}

// markdownSentence is the sentence with the subjects of commits left to the table.
func (r Result) markdownSentence() string {
	plain := r
	plain.Versions = make([]Version, len(r.Versions))
	for i, v := range r.Versions {
		plain.Versions[i] = Version{Commit: v.Commit}
	}
	return plain.Sentence()
}
