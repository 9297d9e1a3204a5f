package study

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// Testset is the verb testset.
type Testset struct {
	Add testsetAddCmd `cmd:"" help:"Add the position in front of a bad answer to a set."`
	Run testsetRunCmd `cmd:"" help:"Ask bots for their answers to the positions of a set."`
}

type testsetAddCmd struct {
	Set    string `arg:"" help:"Folder of the set; it is made if it does not exist."`
	Replay string `arg:"" help:"${replay}"`
	flags.Library
	Turn       int    `required:"" help:"The turn of the bad answer." placeholder:"T"`
	Seat       *int   `help:"The seat that gave it. By default the one that was asked in this turn." placeholder:"N"`
	Name       string `help:"Name of the test. By default of the match, the turn and the seat." placeholder:"NAME"`
	BestAnswer string `aliases:"best" help:"The answer that would have been right, if you know it." placeholder:"ANSWER"`
}

// Run adds a position to a set.
func (c testsetAddCmd) Run(ctx context.Context, s output.Streams) error {
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay)
	if err != nil {
		return err
	}
	seat, answer, err := recordedAnswer(rec, c.Replay, c.Turn, c.Seat)
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
	name := cmp.Or(c.Name, fmt.Sprintf("%s-t%d-s%d", short, c.Turn, seat))
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") {
		return league.Usagef("--name %s: want the name of a file, without slashes", name)
	}
	set, err := whatif.ReadTestSet(c.Set)
	if err != nil {
		return league.UsageError{Err: err}
	}
	test := whatif.Test{Name: name, Match: match, Turn: c.Turn, Seat: seat, Recorded: answer, Best: c.BestAnswer}
	explicit, err := set.Add(c.Set, whatif.Seat{Match: match, Record: rec, Game: g, Seat: seat}, test)
	if err != nil {
		return err
	}
	how := "the record up to it is played first"
	if explicit {
		how += "; it is an explicit start too, for --tests"
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s added, %s\n", c.Set, name, how)
	return err
}

// recordedAnswer returns the seat and its answer in a turn: of the seat that was typed, or
// of the only one that was asked.
func recordedAnswer(rec *replay.Record, name string, turn int, only *int) (seat int, answer string, err error) {
	if turn < 1 || turn > len(rec.Turns) {
		return 0, "", league.Usagef("--turn %d: the match has turns 1 to %d", turn, len(rec.Turns))
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

type testsetRunCmd struct {
	Set  string   `arg:"" help:"Folder of the set."`
	Bots []string `arg:"" name:"bot" help:"The bots, such as an old and a new version."`
	JSON bool     `help:"Print all answers as one JSON array."`
	flags.Box
	Judge time.Duration `help:"Let the game's judge value each answer for so long, so that versions can be compared." placeholder:"D"`
}

// Run asks bots for their answers to the positions of a set.
func (c testsetRunCmd) Run(ctx context.Context, s output.Streams) error {
	set, err := whatif.ReadTestSet(c.Set)
	if err == nil && len(set.Tests) == 0 {
		err = fmt.Errorf("no test set in %s; arbiter testset add makes one", c.Set)
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
	bots, err := c.Resolver(s.Err, box).All(ctx, c.Bots, set.Game)
	if err != nil {
		return err
	}
	outcomes := []whatif.TestAnswer{}
	for _, test := range set.Tests {
		seat, err := set.Open(c.Set, test, g)
		if err != nil {
			return league.UsageError{Err: err}
		}
		for _, bot := range bots {
			o, err := seat.Ask(ctx, resolve.Told(bot), box, test)
			if err != nil {
				return fmt.Errorf("test %s: %w", test.Name, err)
			}
			if c.Judge > 0 && o.Refused == "" {
				if o.Cost, err = c.cost(ctx, seat, o.Answer); err != nil {
					return fmt.Errorf("test %s: %w", test.Name, err)
				}
			}
			outcomes = append(outcomes, o)
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(outcomes)
	}
	return printOutcomes(s.Out, set, outcomes, len(bots))
}

// cost values an answer to a test. The judge sees the match up to there as the seat
// did.
func (c testsetRunCmd) cost(ctx context.Context, s whatif.Seat, answer string) (*whatif.Cost, error) {
	judging, err := flags.Judging(s.Record, s.Game)
	if err != nil {
		return nil, err
	}
	turn, err := analysis.AnalyseAnswer(ctx, s.Record, s.Game, judging, strings.Split(answer, "\n"), analysis.Options{Seat: s.Seat, Time: c.Judge})
	return whatif.CostOf(turn), err
}

// printOutcomes prints the answers of each test, and what they sum up to for each
// bot.
func printOutcomes(w io.Writer, set whatif.TestSet, outcomes []whatif.TestAnswer, bots int) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TEST\tTURN\tSEAT\tBOT\tCOST\tANSWER")
	type sum struct {
		best, other, same, refused, judged int
		cost, squares                      float64 // squares of the errors
	}
	sums := make([]sum, bots)
	for i, o := range outcomes {
		test := set.Tests[i/bots]
		text, s := answerText([]string{o.Answer}, ""), &sums[i%bots]
		switch {
		case o.Refused != "":
			text = "cannot be asked: " + printable.Line(o.Refused)
			s.refused++
		case o.Same:
			text += " (the mistake)"
			s.same++
		case o.Best:
			text += " (best)"
			s.best++
		default:
			s.other++
		}
		if o.Cost != nil {
			s.judged++
			s.cost += o.Cost.Regret
			s.squares += o.Cost.Error * o.Cost.Error
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t%s\n", printable.Line(o.Test), test.Turn, test.Seat, printable.Line(o.Bot), costText(o.Cost), text)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for i, s := range sums {
		line := fmt.Sprintf("%s: %d of %d mistakes again, %s, %d of them best", printable.Line(outcomes[i].Bot), s.same, len(set.Tests), plural.Count(s.best+s.other, "other answer"), s.best)
		if s.judged > 0 {
			line += fmt.Sprintf("; cost %s in %d", plusMinus(s.cost, math.Sqrt(s.squares)), s.judged)
		}
		if s.refused > 0 {
			line += fmt.Sprintf("; %d could not be asked", s.refused)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}
