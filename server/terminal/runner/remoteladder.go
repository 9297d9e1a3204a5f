package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/ladder"
	"arbiter/server/playing/resolve"
	"arbiter/server/terminal/client"
)

// A LadderVenue is where an open ladder is played: here, or on a server.
type LadderVenue interface {
	// Ask resolves a bot and asks that it enters. It returns the bot, and whether that
	// is news: the one that plays for its name already is not. Beside an error it returns
	// the bot that plays on, where that is known. may, when set, refuses a bot by an error.
	Ask(ctx context.Context, typed string, may func(league.Bot) error) (bot league.Bot, news bool, err error)
	// Leave asks that a name leaves, which must play there.
	Leave(ctx context.Context, name string) error
	// Read returns where the ladder stands.
	Read(ctx context.Context) (LadderResult, error)
	// Play plays until ctx is done or one of the limits is reached, and writes to log
	// what changes and where the bots stand. 0 is no limit.
	Play(ctx context.Context, games int, limit time.Duration, log *Screen) (LadderResult, error)
	// Hint says how to go on with a ladder that was interrupted, as a sentence.
	Hint() string
}

// A LocalLadder is an open ladder that this process plays.
type LocalLadder struct {
	*Local
	OpenLadder
}

// Ask implements LadderVenue.
func (l LocalLadder) Ask(ctx context.Context, typed string, may func(league.Bot) error) (league.Bot, bool, error) {
	return AskLadder(ctx, l.Local, l.OpenLadder, typed, may)
}

// Leave implements LadderVenue.
func (l LocalLadder) Leave(ctx context.Context, name string) error {
	return LeaveLadder(ctx, l.OpenLadder, name)
}

// Read implements LadderVenue.
func (l LocalLadder) Read(ctx context.Context) (LadderResult, error) {
	return ReadLadder(ctx, l.Local, l.OpenLadder)
}

// Play implements LadderVenue.
func (l LocalLadder) Play(ctx context.Context, games int, limit time.Duration, log *Screen) (LadderResult, error) {
	l.Games, l.Limit = games, limit
	return Ladder(ctx, l.Local, l.OpenLadder, log)
}

// Hint implements LadderVenue.
func (l LocalLadder) Hint() string {
	return fmt.Sprintf("Stopped; all finished matches are in %s. Run the same command to go on.", l.Path)
}

// A RemoteLadder is an open ladder that a server plays.
type RemoteLadder struct {
	*Remote
	Game, Name string
	TimeFactor float64
}

// Ask implements LadderVenue. A bot that is a folder or a file here is uploaded.
func (l RemoteLadder) Ask(ctx context.Context, typed string, may func(league.Bot) error) (bot league.Bot, news bool, err error) {
	if _, err := l.Client.OpenLadder(ctx, l.Name, l.Game, l.TimeFactor); err != nil {
		return bot, false, usage(err)
	}
	uploads := *l.Remote
	uploads.Ladder = l.Name
	bots, err := uploads.Resolve(ctx, l.Game, []string{typed})
	if err != nil {
		return bot, false, err
	}
	if may != nil {
		if err := may(bots[0]); err != nil {
			return bots[0], false, err
		}
	}
	version := ""
	if _, bot := resolve.SplitName(typed); strings.HasPrefix(bot, resolve.GitPrefix) {
		if version, err = resolve.Commit(ctx, bot); err != nil {
			return bots[0], false, err
		}
	}
	news, err = l.Client.EnterLadder(ctx, l.Name, bots[0].ID, version)
	return bots[0], news, usage(err)
}

// Leave implements LadderVenue.
func (l RemoteLadder) Leave(ctx context.Context, name string) error {
	at, err := l.Client.Ladder(ctx, l.Name)
	if err != nil {
		return usage(err)
	}
	if at.Names != nil { // an older server does not tell
		if err := ladder.CheckName(l.Name, name, at.Names); err != nil {
			return err
		}
	}
	return usage(l.Client.LeaveLadder(ctx, l.Name, name))
}

// Read implements LadderVenue.
func (l RemoteLadder) Read(ctx context.Context) (LadderResult, error) {
	at, err := l.Client.Ladder(ctx, l.Name)
	return resultOf(at), usage(err)
}

func resultOf(l client.Ladder) LadderResult {
	return LadderResult{Ladder: l.Name, Game: l.Game, Rounds: l.Rounds, Matches: l.Matches, Table: l.Table, Failures: l.Failures}
}

// Play implements LadderVenue. The server plays, whether anybody follows it or not; a
// limit pauses the ladder.
func (l RemoteLadder) Play(ctx context.Context, games int, limit time.Duration, log *Screen) (r LadderResult, err error) {
	at, err := l.Client.OpenLadder(ctx, l.Name, l.Game, l.TimeFactor)
	if err != nil {
		return r, usage(err)
	}
	fmt.Fprintf(log, "Watch it at %s\n", l.Client.URL("ladders", l.Name))
	if at.State == league.Paused {
		if err := l.Client.ResumeLadder(ctx, l.Name); err != nil {
			return r, usage(err)
		}
	}
	if at.Matches > 0 {
		printResuming(log, at.Matches)
	}
	before, last, waiting := at.Matches, at, ""
	defer log.Show("")
	pace, lately := time.Now(), tempo{}
	deadline := time.Now().Add(limit)
	for interval, following := minPoll, true; following; interval = min(interval*3/2, maxPoll) {
		select {
		case <-ctx.Done():
		case <-time.After(interval):
		}
		next, err := l.Client.Ladder(ctx, l.Name)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return r, usage(err)
		}
		said(log, last, next)
		last = next
		show(log, next, &lately, &pace, &waiting)
		if last.State == league.Failed || last.State == league.Cancelled {
			return r, fmt.Errorf("%s: ladder %s is %s: %s", l.Server, l.Name, last.State, last.Why)
		}
		if last.State == league.Paused || games > 0 && last.Matches-before >= games || limit > 0 && time.Now().After(deadline) {
			err := l.Client.PauseLadder(ctx, l.Name)
			var p *client.Problem
			if err != nil && !(errors.As(err, &p) && p.Conflict()) { // it waits for two bots
				return r, usage(err)
			}
			following = false
		}
	}
	r = resultOf(last)
	r.New = last.Matches - before
	return r, nil
}

// show says where a ladder stands, or once what it waits for.
func show(log *Screen, now client.Ladder, lately *tempo, said *time.Time, waiting *string) {
	r := resultOf(now)
	if now.State == league.Idle {
		if text := r.waitingText(); text != *waiting {
			*waiting = text
			log.Show("")
			fmt.Fprintln(log, text)
		}
		return
	}
	*waiting = ""
	rate := ""
	if each := lately.each(time.Now(), now.Matches); each > 0 {
		rate = fmt.Sprintf(", %.1f matches/s", 1/each.Seconds())
	}
	head, rest, _ := strings.Cut(r.Text(), "\n")
	log.Show(head + rate + "\n" + rest)
	if !log.Live() && time.Since(*said) >= LineInterval {
		*said = time.Now()
		fmt.Fprintf(log, "%s%s\n", head, rate)
	}
}

// said writes which bots play now that did not play before, and which do not any more.
func said(log io.Writer, before, now client.Ladder) {
	state := func(l client.Ladder, bot string) ladder.State {
		if i := slices.IndexFunc(l.Lines, func(line ladder.Line) bool { return line.Bot == bot }); i >= 0 {
			return l.Lines[i].State
		}
		return ""
	}
	for _, line := range now.Lines {
		was := state(before, line.Bot)
		switch {
		case was == line.State:
		case line.State == ladder.Playing:
			fmt.Fprintf(log, "%s enters.\n", line.Bot)
		case line.State == ladder.Aside:
			fmt.Fprintln(log, asideText(line.Bot))
		case was == ladder.Playing:
			fmt.Fprintf(log, "%s does not play for %s any more.\n", line.Bot, line.Name)
		}
	}
}

// Hint implements LadderVenue.
func (l RemoteLadder) Hint() string {
	return fmt.Sprintf("The server plays on: %s. Run the same command to follow it again, or with --time 1s to pause it.", l.Client.URL("ladders", l.Name))
}
