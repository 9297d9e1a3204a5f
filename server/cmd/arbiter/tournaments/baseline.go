package tournaments

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

// baseline returns the bot to compare with: the value of --baseline or, without
// it, the bot in the baseline file, which must still be the same.
func (c Check) baseline(ctx context.Context, host follow.Host) (string, error) {
	if c.Baseline != "" {
		return c.Baseline, nil
	}
	accepted, ok, err := check.ReadBaseline(c.BaselineFile, c.Game)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", league.Usagef("no --baseline, and no baseline for %s in %s; give --baseline, and --accept to record the candidate", c.Game, c.BaselineFile)
	}
	same := league.Bot{Digest: accepted.Digest, SHA256: accepted.SHA256}
	if known, err := host.SameBot(ctx, c.Game, same); !errors.Is(err, league.ErrNotFound) {
		return known.ID, err
	}
	typed, err := accepted.Find(ctx)
	if err != nil {
		return "", league.Usagef("%s: the baseline of %s: %w", c.BaselineFile, c.Game, err)
	}
	found, err := host.EnterBots(ctx, c.Game, []string{typed})
	if err != nil {
		return "", err
	}
	if is, was := league.CommonDigests(found[0], same); is != was {
		return "", league.Usagef("%s: the baseline %s has changed: found digest %s, want the accepted %s; give a commit of it, e.g. git:main:%s",
			c.BaselineFile, typed, is, was, typed)
	}
	return typed, nil
}

// accept records the candidate in the baseline file.
func (c Check) accept(ctx context.Context, v check.Verdict, s output.Streams) error {
	b := check.Baseline{Digest: v.Candidate.Digest, SHA256: v.Candidate.SHA256, Elo: rating.WithError(v.Estimate.Elo, v.Estimate.EloError95)}
	var why error
	if b.Bot, b.Tree, why = check.Committed(ctx, c.Candidate); why != nil {
		fmt.Fprintf(s.Err, "%s is recorded as it is typed, because git knows no commit of it: %v\n", c.Candidate, why)
	}
	if err := check.WriteBaseline(c.BaselineFile, c.Game, b); err != nil {
		return err
	}
	fmt.Fprintf(s.Err, "%s: the baseline for %s is now %s\n", c.BaselineFile, c.Game, b.Bot)
	return nil
}

// commitOf returns the git commit of which a bot as typed is the files, or "".
func commitOf(ctx context.Context, typed string, bot league.Bot) string {
	if _, typed = resolve.SplitName(typed); strings.HasPrefix(typed, resolve.GitPrefix) {
		return bot.Version
	}
	committed, _, err := check.Committed(ctx, typed)
	if err != nil {
		return "" // git does not know it, and the digest is there
	}
	commit, found := strings.CutPrefix(committed, resolve.GitPrefix)
	if !found {
		return ""
	}
	commit, _, _ = strings.Cut(commit, ":")
	return commit
}
