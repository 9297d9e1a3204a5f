package study

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Puzzle is the verb puzzle.
type Puzzle struct {
	Add puzzleAddCmd `cmd:"" help:"Add the position in front of a bad answer to a set."`
}

type puzzleAddCmd struct {
	Set    string `arg:"" help:"Folder of the set; it is made if it does not exist."`
	Replay string `arg:"" optional:"" help:"${replay}"`
	flags.Library
	Turn       *int          `help:"The turn of the bad answer." placeholder:"T"`
	Seat       *int          `help:"The seat that gave it. By default the one that was asked in this turn." placeholder:"N"`
	Name       string        `help:"Name of the puzzle. By default of the match, the turn and the seat." placeholder:"NAME"`
	BestAnswer string        `help:"The answer that would have been right, if you know it." placeholder:"ANSWER"`
	FromReport string        `help:"Instead of a match: of a file that arbiter analyse BOT --json has written, an example of each sentence with a better answer that the judge stands behind." placeholder:"FILE"`
	Budget     time.Duration `with:"from-report" help:"With --from-report, how long the judge may play both answers of an example, as in arbiter try." default:"10s"`
}

// Run adds a position to a set, or those of a report.
func (c puzzleAddCmd) Run(ctx context.Context, s output.Streams) error {
	switch {
	case c.Budget <= 0:
		return league.Usagef("--budget %v: want a duration above 0", c.Budget)
	case c.FromReport != "" && (c.Replay != "" || c.Turn != nil || c.Seat != nil || c.Name != "" || c.BestAnswer != ""):
		return league.Usagef("--from-report takes matches, turns and answers from the report; want it alone")
	case c.FromReport != "":
		return c.fromReport(ctx, s)
	case c.Replay == "":
		return league.Usagef("want a match and --turn, or --from-report")
	case c.Turn == nil:
		return league.Usagef("want --turn, the turn of the bad answer")
	}
	return c.add(ctx, s, nil)
}

// fromReport adds one example of each cause: the first one whose better answer is
// better by the judge, too: the better answer of a habit is only one without the habit.
func (c puzzleAddCmd) fromReport(ctx context.Context, s output.Streams) error {
	text, err := os.ReadFile(c.FromReport)
	if err != nil {
		return league.UsageError{Err: err}
	}
	var report whatif.BotReport
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&report); err != nil {
		return league.Usagef("--from-report %s: %w; want what arbiter analyse BOT --json prints", c.FromReport, referee.ExplainJSON(err))
	}
	most := 0
	for _, cause := range report.Causes {
		most += len(cause.Better())
	}
	if most == 0 {
		return league.Usagef("--from-report %s: no sentence with a better answer", c.FromReport)
	}
	fmt.Fprintf(s.Err, "Asking the judge about up to %s, for %v at most.\n", plural.Count(most, "example"), time.Duration(most)*c.Budget)
	added := 0
	for i, cause := range report.Causes {
		if len(cause.Better()) == 0 {
			fmt.Fprintf(s.Err, "left out: sentence %d has no example with a better answer\n", i+1)
		}
		for _, e := range cause.Better() {
			one := c
			one.Replay, one.Turn, one.Seat, one.BestAnswer = e.Match, &e.Turn, &e.Seat, e.Better
			gain, refused, err := one.stands(ctx, s)
			if err != nil {
				return err
			}
			if refused != "" {
				fmt.Fprintf(s.Err, "left out: sentence %d, match %s, turn %d, seat %d: %s\n", i+1, shortMatch(e.Match), e.Turn, e.Seat, printable.Line(refused))
				continue
			}
			if err := one.add(ctx, s, gain); err != nil {
				return err
			}
			added++
			break
		}
	}
	if added == 0 {
		return fmt.Errorf("--from-report %s: the judge stands behind no better answer; a larger --budget may tell", c.FromReport)
	}
	return nil
}

// stands asks the judge whether the best answer is better than the recorded one, by pairs
// of matches as arbiter try plays them. It returns the gain, or why the judge does not
// stand behind the answer.
func (c puzzleAddCmd) stands(ctx context.Context, s output.Streams) (gain *whatif.Gain, refused string, err error) {
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return nil, "", err
	}
	j, err := flags.Judging(rec, g)
	if errors.Is(err, judge.ErrNone) {
		return nil, err.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	q := analysis.Question{Turn: *c.Turn, A: strings.Split(c.BestAnswer, "\n")}
	t, err := analysis.Try(ctx, rec, g, j, q, analysis.Options{Seat: *c.Seat, Time: c.Budget, Samples: mostPairs})
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return nil, err.Error(), nil
	case t.Same:
		return nil, "both answers come to the same", nil
	case t.Proven != nil && *t.Proven <= 0:
		return nil, fmt.Sprintf("%s is no better by perfect play, as %s prove", c.BestAnswer, plural.Count(t.Proof, "position")), nil
	case t.Gain == nil:
		return nil, "no pair was played in time; a larger --budget may tell", nil
	}
	told := fmt.Sprintf("%s %s in %s", plusMinus(*t.Gain, *t.Error), analysis.Unit(g.Info()), plural.Count(t.Pairs, "pair"))
	switch {
	case !t.Tells:
		return nil, fmt.Sprintf("the judge cannot tell that %s is better: %s", c.BestAnswer, told), nil
	case *t.Gain < 0:
		return nil, fmt.Sprintf("%s is worse by the judge: %s", c.BestAnswer, told), nil
	}
	return &whatif.Gain{Gain: *t.Gain, Error: *t.Error, Pairs: t.Pairs}, "", nil
}

// add adds a position to a set. gain is what the judge says of the best answer, nil where
// it was not asked.
func (c puzzleAddCmd) add(ctx context.Context, s output.Streams, gain *whatif.Gain) error {
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	seat, answer, err := recordedAnswer(rec, c.Replay, *c.Turn, c.Seat)
	if err != nil {
		return err
	}
	id, err := c.MatchID(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	match, short := c.Replay, strings.TrimSuffix(filepath.Base(c.Replay), replay.Ext)
	if id != "" {
		match, short = id, id[:10]
	}
	name := cmp.Or(c.Name, fmt.Sprintf("%s-t%d-s%d", short, *c.Turn, seat))
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return league.Usagef("--name %s: want the name of a file, without slashes", name)
	}
	set, err := whatif.ReadPuzzleSet(c.Set)
	if err != nil {
		return league.UsageError{Err: err}
	}
	added := "added"
	if slices.ContainsFunc(set.Puzzles, func(t whatif.Puzzle) bool { return t.Name == name }) {
		added = "replaced"
	}
	puzzle := whatif.Puzzle{Name: name, Match: match, Turn: *c.Turn, Seat: seat, Recorded: answer, Best: c.BestAnswer, Judged: gain}
	explicit, err := set.Add(c.Set, whatif.Seat{Match: match, Record: rec, Game: g, Seat: seat}, puzzle)
	if errors.As(err, new(referee.Fault)) {
		return league.Usagef("--best-answer: %w", err)
	}
	if err != nil {
		return err
	}
	how := "the record up to it is played first"
	if explicit {
		how += "; it is an explicit start too, for --book"
	}
	if gain != nil {
		how += fmt.Sprintf("; the better answer gains %s %s in %s", plusMinus(gain.Gain, gain.Error), analysis.Unit(g.Info()), plural.Count(gain.Pairs, "pair"))
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s %s, %s\n", c.Set, name, added, how)
	return err
}

// recordedAnswer returns the seat and its answer in a turn: of the seat that was typed, or
// of the only one that was asked.
func recordedAnswer(rec *replay.Record, name string, turn int, only *int) (seat int, answer string, err error) {
	if err := flags.CheckTurn("turn", turn, len(rec.Turns)); err != nil {
		return 0, "", err
	}
	if only != nil {
		if err := flags.CheckSeat(*only, len(rec.Header.Seats), name); err != nil {
			return 0, "", err
		}
	}
	answers := rec.Turns[turn-1].Answers
	if only == nil && len(answers) > 1 {
		return 0, "", league.Usagef("--turn %d: %d seats were asked; want --seat", turn, len(answers))
	}
	for _, a := range answers {
		switch {
		case only != nil && a.Seat != *only:
		case a.Fault != nil:
			return 0, "", league.Usagef("--turn %d: seat %d gave no answer (%s); want a turn that it answered", turn, a.Seat, a.Fault.Kind)
		default:
			return a.Seat, strings.Join(a.Lines, "\n"), nil
		}
	}
	return 0, "", league.Usagef("--turn %d: the seat was not asked in this turn", turn)
}

// askSet asks bots for their answers to the positions of a set.
func (c Diff) askSet(ctx context.Context, s output.Streams) error {
	if c.Game != "" || c.Tournament != "" || c.Of != "" || c.Reason != "" || c.Filter != "" || c.Seat != nil {
		return league.Usagef("--set: its positions are asked, and flags that select matches say nothing; leave them out")
	}
	set, err := whatif.ReadPuzzleSet(c.Set)
	if err == nil && len(set.Puzzles) == 0 {
		err = fmt.Errorf("no puzzle set in %s; arbiter puzzle add makes one", c.Set)
	}
	if err != nil {
		return league.UsageError{Err: err}
	}
	g, err := games.Find(set.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	bots, err := c.Resolver(s.Err, box, c).All(ctx, append([]string{c.Bot}, c.Matches...), set.Game)
	if err != nil {
		return err
	}
	began := time.Now().UTC().Truncate(time.Second)
	outcomes, failed, err := c.askAll(ctx, s.Err, set, g, bots, box)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		if len(outcomes) == 0 {
			return ctx.Err()
		}
		fmt.Fprintf(s.Err, "%d of %s asked. %s\n", len(outcomes), plural.Count(len(set.Puzzles)*len(bots), "answer"), interrupted(notKept))
		return errors.Join(c.printSet(s.Out, set, outcomes, len(bots), analysis.Unit(g.Info())), ctx.Err())
	}
	if !slices.ContainsFunc(outcomes, func(o whatif.PuzzleAnswer) bool { return o.Failed == "" }) {
		return failed
	}
	runs := make([]whatif.PuzzleRun, len(bots))
	for i, bot := range bots {
		runs[i] = whatif.PuzzleRun{Bot: bot.Bot.ID, At: began, Answers: answersOf(outcomes, i, len(bots))}
	}
	if err := whatif.KeepPuzzleRuns(c.Set, runs); err != nil { // the answers count all the same
		fmt.Fprintf(s.Err, "%s\n", printable.Line(err.Error()))
	}
	return c.printSet(s.Out, set, outcomes, len(bots), analysis.Unit(g.Info()))
}

// ask asks the bots for their answers to each puzzle, as long as ctx lasts. failed is why the
// machine failed the last of those that it failed; the others go on.
func (c Diff) askAll(ctx context.Context, w io.Writer, set whatif.PuzzleSet, g referee.Game, bots []dispatch.Contender, box *sandbox.Sandbox) (outcomes []whatif.PuzzleAnswer, failed, err error) {
	outcomes = []whatif.PuzzleAnswer{}
	progress := func() {}
	if c.Budget > 0 {
		all := len(set.Puzzles) * len(bots)
		fmt.Fprintf(w, "Judging %s takes about %v, or less. Ctrl-C ends it.\n", plural.Count(all, "answer"), time.Duration(all)*c.Budget)
		m := output.NewShareMeter(w, "judged")
		defer m.Close()
		progress = func() { m.Set(float64(len(outcomes)) / float64(all)) }
	}
	clock, err := c.Chosen()
	if err != nil {
		return nil, nil, err
	}
	for _, puzzle := range set.Puzzles {
		seat, err := set.Open(c.Set, puzzle, g)
		if err != nil {
			return nil, nil, league.UsageError{Err: err}
		}
		seat.Clock = clock
		for _, bot := range bots {
			o, err := seat.Ask(ctx, resolve.Told(bot), box, puzzle)
			if err == nil && c.Budget > 0 && o.Refused == "" {
				o.Cost, err = c.cost(ctx, seat, o.Answer)
			}
			if ctx.Err() != nil {
				return outcomes, failed, nil
			}
			if err != nil {
				failed = fmt.Errorf("puzzle %s: %w", puzzle.Name, err)
				o = whatif.PuzzleAnswer{Puzzle: puzzle.Name, Bot: bot.Bot.Typed, Failed: err.Error()}
			}
			outcomes = append(outcomes, o)
			progress()
		}
	}
	return outcomes, failed, nil
}

// print prints the answers.
func (c Diff) printSet(w io.Writer, set whatif.PuzzleSet, outcomes []whatif.PuzzleAnswer, bots int, unit string) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(outcomes)
	}
	return printOutcomes(w, set, outcomes, bots, unit)
}

// answersOf returns the answers of one of several bots, which take turns.
func answersOf(outcomes []whatif.PuzzleAnswer, bot, bots int) (own []whatif.PuzzleAnswer) {
	for i := bot; i < len(outcomes); i += bots {
		own = append(own, outcomes[i])
	}
	return own
}

// cost values an answer to a puzzle. The judge sees the match up to there as the seat
// did.
func (c Diff) cost(ctx context.Context, s whatif.Seat, answer string) (*whatif.Cost, error) {
	judging, err := flags.Judging(s.Record, s.Game)
	if err != nil {
		return nil, err
	}
	found, err := analysis.AnalyseAnswer(ctx, s.Record, s.Game, judging, strings.Split(answer, "\n"), analysis.Options{Seat: s.Seat, Time: c.Budget})
	if found == nil {
		return nil, err
	}
	cost := whatif.CostOf(*found)
	return &cost, err
}

// printOutcomes prints the answers of each puzzle, and what they sum up to for each
// bot. Costs are in the unit.
func printOutcomes(w io.Writer, set whatif.PuzzleSet, outcomes []whatif.PuzzleAnswer, bots int, unit string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PUZZLE\tTURN\tSEAT\tBOT\tCOST\tANSWER")
	for i, o := range outcomes {
		puzzle := set.Puzzles[i/bots]
		text := answerText([]string{o.Answer}, "")
		switch {
		case o.Failed != "":
			text = "failed: " + printable.Line(o.Failed)
		case o.Refused != "":
			text = "cannot be asked: " + printable.Line(o.Refused)
		case o.Same:
			text += " (the mistake)"
		case o.Best:
			text += " (best)"
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t%s\n", printable.Line(o.Puzzle), puzzle.Turn, puzzle.Seat, printable.Line(o.Bot), costText(o.Cost), text)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for i := range min(bots, len(outcomes)) {
		own := answersOf(outcomes, i, bots)
		n := whatif.CountAnswers(own)
		line := fmt.Sprintf("%s: the mistake again in %d of %s, %s, %d of them best", printable.Line(own[0].Bot), n.Same, plural.Count(len(own), "puzzle"), plural.Count(n.Best+n.Other, "other answer"), n.Best)
		if n.Judged > 0 {
			line += fmt.Sprintf("; cost %s %s in %d", plusMinus(n.Cost, n.Error), unit, n.Judged)
		}
		if n.Refused > 0 {
			line += fmt.Sprintf("; %d could not be asked", n.Refused)
		}
		if n.Failed > 0 {
			line += fmt.Sprintf("; %d failed", n.Failed)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
