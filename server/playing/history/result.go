package history

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"arbiter/referee/printable"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

// An Answer is what a history comes to.
type Answer string

// The answers.
const (
	Known     Answer = "known"     // all versions, as well as was asked for
	Identical Answer = "identical" // all versions are the same bot
	Open      Answer = "undecided" // so far, or at a limit

	NoEvidence Answer = "no evidence" // no version works, or nothing of the pool, so the matches prove nothing
)

// A Result is what a history comes to.
type Result struct {
	bisect.Line
	Quoted  string   // the path as a shell takes it
	Bots    []string // the ID of each version's bot; "" where it is not known
	Against []string // the pool, by ID
	Band    float64  // that was asked for, in Elo
	Newest  bool     // only the newest version was played for
	Each    int      // games of a version in a trial; 0: 2
	Seats   int      // that were asked for; 0: none were

	Answer     Answer
	Strengths  Strengths
	GamesFor20 int // games that a band of 20 Elo would take in all; 0: not known
	Failing    []Failing
}

// A Failing is a version that does not work, or a bot of the pool.
type Failing struct {
	Version int    // -1: of the pool
	Bot     string // its ID
	How     string // such as "crash in all 20 matches"
	Detail  string // what happened in one of these, in brackets; "" where that is not known
}

// failing says which bots do not work, before anything else; "" if all do.
func (r Result) failing() string {
	var all []string
	for _, f := range r.Failing {
		name := f.Bot
		if f.Version >= 0 {
			name = r.Versions[f.Version].Name()
		}
		text := name + ": " + f.How
		if len(all) == 0 { // the others probably fail alike
			text += f.Detail
		}
		all = append(all, text)
	}
	text := printable.Line(strings.Join(all, "; "))
	switch {
	case len(all) == 0:
		return ""
	case r.Answer == NoEvidence:
		return fmt.Sprintf("No evidence, because these do not work (%s).", text)
	}
	return fmt.Sprintf("Does not work: %s.", text)
}

// Marked returns the commits that are marked, in order.
func (r Result) Marked() (marked []Change) {
	for _, c := range r.Strengths.Changes {
		if c.Marked() {
			marked = append(marked, c)
		}
	}
	return marked
}

// Sentence returns what the history comes to, as every report says it first.
func (r Result) Sentence() string {
	if r.Answer == Identical {
		return "All versions are the same bot: nothing changed, and no match was played."
	}
	text := r.sureness()
	if failing := r.failing(); failing != "" {
		if r.Answer == NoEvidence {
			return failing
		}
		text = failing + " " + text
	}
	marked := r.Marked()
	if len(marked) == 0 {
		return text + " No commit is marked as a change of strength."
	}
	var all []string
	for _, c := range marked {
		all = append(all, r.change(c))
	}
	return text + " Marked as a change of strength: " + strings.Join(all, "; ") + "."
}

// sureness says how far the versions are known.
func (r Result) sureness() string {
	of := fmt.Sprintf("The %d versions are", r.played())
	if r.Newest {
		of = "The newest version is"
	}
	switch {
	case r.Answer == Known:
		return fmt.Sprintf("%s known within %.4g Elo.", of, r.Band)
	case r.Strengths.Widest == 0:
		return "No version has played yet."
	}
	return fmt.Sprintf("%s not known within %.4g Elo yet; the widest band is %.0f.", of, r.Band, math.Ceil(r.Strengths.Widest))
}

func (r Result) played() (n int) {
	for _, p := range r.Strengths.Points {
		if p.Trials > 0 {
			n++
		}
	}
	return n
}

// change says of a change what it did.
func (r Result) change(c Change) string {
	what := fmt.Sprintf("by %+.0f ± %.0f Elo (probability %s)", c.Elo, c.Error95, rating.Probability(&c.Probability, 0))
	if len(c.Commits) == 1 {
		return r.Label(c.Commits[0]) + " " + what
	}
	var names []string
	for _, v := range c.Commits {
		names = append(names, r.Versions[v].Name())
	}
	return fmt.Sprintf("one of %s %s", strings.Join(names, ", "), what)
}

// Overall returns by how much the newest version that has played is above the oldest, in Elo;
// ok is false if fewer than two have played.
func (r Result) Overall() (elo, error95 float64, ok bool) {
	var ends []Point
	for _, p := range r.Strengths.Points {
		if p.Trials > 0 {
			ends = append(ends, p)
		}
	}
	if len(ends) < 2 {
		return 0, 0, false
	}
	first, last := ends[0], ends[len(ends)-1]
	n := float64(len(ends))
	return last.Elo - first.Elo, math.Hypot(first.Error95, last.Error95) * math.Sqrt(n/(n-1)), true
}

// A Suspicion is a range of commits in which the strength probably changed, though no single
// commit is marked for it.
type Suspicion struct {
	Good, Bad   int // versions: before the first commit that may have done it, and after the last
	Probability float64
	Gain        bool
}

// Suspicions returns the ranges of commits about which arbiter bisect would tell more.
func (r Result) Suspicions() (all []Suspicion) {
	var part Suspicion
	elo := 0.0
	end := func() {
		if part.Probability >= 0.5 {
			part.Probability, part.Gain = min(part.Probability, 1), elo > 0
			all = append(all, part)
		}
		part, elo = Suspicion{}, 0
	}
	for _, c := range r.Strengths.Changes {
		if !c.Suspected() {
			end()
			continue
		}
		if part.Probability == 0 {
			part.Good = c.Before
		}
		part.Bad = c.Commits[len(c.Commits)-1]
		part.Probability += c.Probability
		elo += c.Probability * c.Elo
	}
	end()
	return all
}

// bisect returns the command that searches between two versions.
func (r Result) bisect(good, bad int, gain bool) string {
	text := fmt.Sprintf("arbiter bisect %s --good %s --bad %s --path %s", r.Game, r.Versions[good].Name(), r.Versions[bad].Name(), r.Quoted)
	if r.Seats > 0 {
		text += fmt.Sprint(" --seats ", r.Seats)
	}
	if gain {
		text += " --gain"
	}
	return text
}

// searches are the commands that tell more about what is marked or suspected.
func (r Result) searches() (lines []string) {
	for _, c := range r.Marked() {
		last := c.Commits[len(c.Commits)-1]
		lines = append(lines, fmt.Sprintf("to confirm %s: %s", r.Versions[last].Name(), r.bisect(c.Before, last, c.Elo > 0)))
	}
	for _, s := range r.Suspicions() {
		lines = append(lines, fmt.Sprintf("suspected behind %s, up to %s: %s", r.Versions[s.Good].Name(), r.Versions[s.Bad].Name(), r.bisect(s.Good, s.Bad, s.Gain)))
	}
	return lines
}

// figures are what else a report says, a line each.
func (r Result) figures() (lines []string) {
	if elo, error95, ok := r.Overall(); ok {
		lines = append(lines, fmt.Sprintf("newest against oldest version: %+.0f ± %.0f Elo", elo, error95))
	}
	if points := r.Strengths.EloPerPoint; points > 0 {
		lines = append(lines, fmt.Sprintf("scores decide: 100 Elo are %.4g points a start", 100/points))
	}
	line := r.Run.Text(r.Games)
	if r.GamesFor20 > r.Games {
		line += fmt.Sprintf("; a band of 20 Elo would take about %d in all", r.GamesFor20)
	}
	lines = append(lines, line)
	if r.Tournament != "" {
		lines = append(lines, "tournament: "+r.Tournament)
	}
	for _, line := range append([]string{r.LeftOutText, r.Why}, r.Strengths.Notes...) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// bot returns the ID of a version's bot, "" where it is not known.
func (r Result) bot(version int) string {
	if version < len(r.Bots) {
		return r.Bots[version]
	}
	return ""
}

// games returns how many games a version has played.
func (r Result) games(p Point) int { return cmp.Or(r.Each, 2) * p.Trials }

// cells are the columns of a version: Elo with both errors, games, and what it is.
func (r Result) cells(p Point) (elo, band, games, label string) {
	label = r.Versions[p.Version].Subject
	switch p.State {
	case bisect.NotBuilt, bisect.Waiting, bisect.SameBot:
		label = fmt.Sprintf("%s (%s)", label, p.State)
	}
	for _, f := range r.Failing {
		if f.Version == p.Version {
			label = fmt.Sprintf("%s (does not work: %s)", label, f.How)
		}
	}
	if p.Trials == 0 {
		return "", "", "", label
	}
	return fmt.Sprintf("%+.0f ± %.0f", p.Elo, p.Error95), fmt.Sprintf("± %.0f", p.Band), fmt.Sprint(r.games(p)), label
}

// mark is what stands beside a version that a marked commit made.
func (r Result) mark(version int) string {
	for _, c := range r.Marked() {
		if c.Commits[len(c.Commits)-1] == version {
			return fmt.Sprintf("%+.0f", c.Elo)
		}
	}
	return ""
}

// Text returns the result for a person.
func (r Result) Text() []byte {
	text := fmt.Appendf(nil, "%s\n", r.Sentence())
	if r.played() > 0 {
		width := len("bot")
		for _, bot := range r.Bots {
			width = max(width, utf8.RuneCountInString(printable.Line(bot)))
		}
		row := func(commit, bot, elo, band, games, change, subject string) {
			text = fmt.Appendf(text, "  %-12s  %-*s  %12s  %8s  %6s  %7s  %s\n", commit, width, printable.Line(bot), elo, band, games, change, printable.Line(subject))
		}
		row("commit", "bot", "Elo", "all", "games", "change", "subject")
		for _, p := range r.Strengths.Points {
			elo, band, games, label := r.cells(p)
			row(r.Versions[p.Version].Name(), r.bot(p.Version), elo, band, games, r.mark(p.Version), label)
		}
		text = append(text, "  ± of Elo holds for each version alone in 95 % of cases, all for all versions at once; 0 is their mean\n"...)
	}
	for _, line := range append(r.figures(), r.searches()...) {
		text = fmt.Appendf(text, "  %s\n", printable.Line(line))
	}
	if r.Tournament != "" {
		text = fmt.Appendf(text, "  to list the matches: arbiter matches --tournament '%s' %s (of a version: and --of BOT)\n", printable.Line(r.Tournament), printable.Line(r.Flag))
	}
	return text
}

// Markdown returns the result as Markdown, for the summary of a CI job. What authors of
// commits wrote is in code.
func (r Result) Markdown() []byte {
	plain := r
	plain.Line = r.Plain()
	plain.Failing = slices.Clone(r.Failing)
	for i := range plain.Failing {
		plain.Failing[i].Bot = printable.Markdown(plain.Failing[i].Bot)
		if detail := plain.Failing[i].Detail; detail != "" {
			plain.Failing[i].Detail = " " + printable.Markdown(strings.TrimSpace(detail))
		}
	}
	text := fmt.Appendf(nil, "## %s: strength of %s by commit\n\n%s\n\n", r.Game, printable.Markdown(r.Path), plain.Sentence())
	if r.played() > 0 {
		text = append(text, "| commit | Elo | all at once | games | change | subject |\n|---|---|---|---|---|---|\n"...)
		for _, p := range r.Strengths.Points {
			elo, band, games, label := r.cells(p)
			text = fmt.Appendf(text, "| %s | %s | %s | %s | %s | %s |\n", printable.Markdown(r.Versions[p.Version].Name()), elo, band, games, r.mark(p.Version), printable.Markdown(label))
		}
		text = append(text, '\n')
	}
	for _, line := range append(r.figures(), r.searches()...) {
		text = fmt.Appendf(text, "- %s\n", printable.Markdown(line))
	}
	text = append(text, '\n')
	return append(text, r.Reproduce()...)
}
