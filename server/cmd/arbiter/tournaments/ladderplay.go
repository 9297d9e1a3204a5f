package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/ladder"
)

// A LadderResult is where a ladder stands when Ladder returns.
type LadderResult struct {
	Ladder  string `json:"ladder"`
	Game    string `json:"game"`
	Seats   int    `json:"seats"` // of a match
	Rounds  int    `json:"rounds"`
	Matches int    `json:"matches"` // of all bots together
	New     int    `json:"new"`     // matches of this run
	league.LadderTable
	Failures []league.LadderFailure `json:"failures,omitempty"` // bots that could not enter, newest first
	Asked    []LadderAsk            `json:"asked,omitempty"`    // what counts from the next round on
}

// A LadderAsk is a request that a ladder has not obeyed yet.
type LadderAsk struct {
	Name string `json:"name"`
	Bot  string `json:"bot,omitempty"` // ID of what enters; "" where the name leaves
}

// resultOf returns where a ladder stands that had so many matches before.
func resultOf(l league.LadderStanding, before int) LadderResult {
	return LadderResult{Ladder: l.Name, Game: l.Game, Seats: l.Seats, Rounds: l.Rounds, Matches: l.Matches, New: l.Matches - before, LadderTable: l.LadderTable, Failures: l.Failures, Asked: asks(l.Asked)}
}

// ladderPoll is how often a ladder is asked where it stands.
const ladderPoll = 500 * time.Millisecond

// A ladderFollower plays a ladder and says what changes.
type ladderFollower struct {
	host    follow.Host
	log     *Screen
	lately  follow.Tempo
	said    time.Time // when the standing was said
	waiting string    // what was said last of a ladder that waits
}

// play plays a ladder until ctx is done or a limit is reached; 0 is no limit. A ladder on a
// server plays on when ctx is done.
func (f *ladderFollower) play(ctx context.Context, at league.LadderStanding, matches int, limit time.Duration) (r LadderResult, err error) {
	if page := f.host.Page("ladders", at.Name); page != "" {
		fmt.Fprintf(f.log, "Watch it at %s\n", page)
	}
	follow.PrintResuming(f.log, at.Matches)
	defer f.log.Show("")
	f.said = time.Now()
	if err := f.host.PlayLadder(ctx, at.Name, matches); err != nil {
		return r, err
	}
	before, last := at.Matches, at
	limited := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	for limited.Err() == nil {
		next, err := f.host.Ladder(limited, at.Name)
		if limited.Err() != nil {
			break
		}
		if err != nil {
			return r, err
		}
		said(f.log, last, next)
		last = next
		f.show(last)
		if last.State == league.Failed || last.State == league.Cancelled {
			return r, fmt.Errorf("ladder %s is %s: %s", at.Name, last.State, last.Why)
		}
		if last.State == league.Paused {
			break
		}
		select {
		case <-limited.Done():
		case <-time.After(ladderPoll):
		}
	}
	finished := context.WithoutCancel(ctx)
	if ctx.Err() == nil || f.host.Server == "" {
		err := f.host.PauseLadder(finished, at.Name)
		if err != nil && !errors.As(err, new(league.ConflictError)) { // it waits for two bots
			return r, err
		}
	}
	last, err = f.host.Ladder(finished, at.Name)
	return resultOf(last, before), err
}

// asideText says that a bot does not play any more.
func asideText(bot string) string {
	return fmt.Sprintf("%s is set aside: %d of its first %d matches ended by its own fault. Its next version starts clean.", bot, ladder.AsideFaults, ladder.AsideMatches)
}

// show says where a ladder stands, as often as people can read it, or once what it waits
// for.
func (f *ladderFollower) show(now league.LadderStanding) {
	r := resultOf(now, 0)
	if now.State == league.Idle {
		if r.begins(now.Names) {
			return
		}
		if text := r.waitingText(); text != f.waiting {
			f.waiting = text
			f.log.Show("")
			fmt.Fprintln(f.log, text)
		}
		return
	}
	f.waiting = ""
	rate := ""
	if each := f.lately.Each(time.Now(), now.Matches); each > 0 {
		rate = fmt.Sprintf(", %.1f matches/s", 1/each.Seconds())
	}
	_, rest, _ := strings.Cut(r.Text(), "\n")
	f.log.Show(r.head() + rate + "\n" + rest)
	if !f.log.Live() && time.Since(f.said) >= follow.LineInterval {
		f.said = time.Now()
		fmt.Fprintf(f.log, "%s%s\n", r.head(), rate)
	}
}

// begins reports whether a ladder that does not play yet has two bots, and so is about to. The
// names are those that bots play for; before the first round there may be no lines of them.
func (r LadderResult) begins(names []string) bool {
	playing := 0
	for _, l := range r.Lines {
		if l.State == league.LadderPlaying {
			playing++
		}
	}
	return playing > 1 || len(r.Lines) == 0 && len(names) > 1
}

// waitingText says what a ladder waits for that has no two bots to play.
func (r LadderResult) waitingText() string {
	who := "No bot plays"
	for _, l := range r.Lines {
		switch l.State {
		case league.LadderPlaying:
			who = l.Bot + " plays alone"
		case league.LadderSame:
			return fmt.Sprintf("%s is the same as %s. Waiting for another bot: arbiter ladder add %s BOT.", l.Bot, l.SameAs, r.Game)
		}
	}
	return fmt.Sprintf("%s. Waiting for another bot: arbiter ladder add %s BOT.", who, r.Game)
}

// said writes which bots play now that did not play before, and which do not any more.
func said(log io.Writer, before, now league.LadderStanding) {
	was, playing := map[string]league.LadderState{}, map[string]string{} // playing: bots before, by name
	for _, line := range before.Lines {
		was[line.Bot] = line.State
		if line.State == league.LadderPlaying {
			playing[line.Name] = line.Bot
		}
	}
	replaced := map[string]bool{}
	for _, line := range now.Lines {
		older := playing[line.Name]
		switch {
		case line.State != league.LadderPlaying || was[line.Bot] == line.State:
		case older != "":
			replaced[older] = true
			fmt.Fprintf(log, "%s takes the place of %s from round %d on.\n", line.Bot, older, line.Round)
		default:
			fmt.Fprintf(log, "%s enters in round %d.\n", line.Bot, line.Round)
		}
	}
	for _, line := range now.Lines {
		switch {
		case was[line.Bot] == line.State:
		case line.State == league.LadderAside:
			fmt.Fprintln(log, asideText(line.Bot))
		case was[line.Bot] == league.LadderPlaying && !replaced[line.Bot]:
			fmt.Fprintf(log, "%s does not play for %s any more.\n", line.Bot, line.Name)
		}
	}
}

func asks(requests []league.LadderRequest) (all []LadderAsk) {
	for _, r := range requests {
		a := LadderAsk{Name: r.Name}
		if r.Bot != nil {
			a.Bot = r.Bot.ID
		}
		all = append(all, a)
	}
	return all
}

// head says how much was played.
func (r LadderResult) head() string {
	seats := ""
	if r.Seats > 2 {
		seats = fmt.Sprintf(" of %d seats", r.Seats)
	}
	return fmt.Sprintf("%s: %s%s, %s", r.Ladder, plural.Count(r.Matches, "match"), seats, plural.Count(r.Rounds, "round"))
}

// figure formats a figure with its error; "-" if there is none.
func figure(format string, value *float64, errorFormat string, error95 *float64) string {
	reach := ""
	if error95 != nil {
		reach = "± " + fmt.Sprintf(errorFormat, *error95)
	}
	return fmt.Sprintf("%8s %-8s", number(format, value), reach)
}

// Text returns where the ladder stands as a table. In a solo game the score, which orders
// the table, comes before Elo.
func (r LadderResult) Text() string {
	text := r.head() + "\n"
	solo := slices.ContainsFunc(r.Lines, func(l league.LadderLine) bool { return l.Score != nil })
	for _, l := range r.Lines {
		if solo {
			text += figure("%.1f", l.Score, "%.1f", l.ScoreError95) + " "
		}
		text += figure("%+.0f", l.Elo, "%.0f", l.Error95)
		if solo {
			text += " Elo"
		}
		text += fmt.Sprintf("  %-30s %6d matches  %s", l.Bot, l.Matches, l.State)
		if l.SameAs != "" {
			text += " to " + l.SameAs
		}
		if l.Version != "" {
			text += ", version " + printable.Line(l.Version)
		}
		if l.Provisional && l.Elo != nil {
			text += ", provisional"
		}
		if l.Stronger != nil {
			text += fmt.Sprintf("; stronger than %s with probability %s", l.Before, rating.Probability(l.Stronger, 0))
		}
		text += "\n"
	}
	for _, note := range r.Notes {
		text += note + "\n"
	}
	for _, a := range r.Asked {
		if a.Bot != "" {
			text += fmt.Sprintf("%s enters with the next round\n", a.Bot)
		} else {
			text += fmt.Sprintf("%s leaves with the next round\n", a.Name)
		}
	}
	for _, f := range r.Failures[:min(len(r.Failures), shownFailures)] {
		text += fmt.Sprintf("%s could not enter at %s: %s\n", f.Name, f.At.Local().Format(time.DateTime), printable.Line(f.Why))
	}
	return text
}

// shownFailures is how many failures Text has: what a person still works on.
const shownFailures = 5
