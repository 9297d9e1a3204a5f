package bots

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbiter/bots/selfplay"
	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/playing/dispatch"
)

// policyBox returns the box of the policies that are processes, nil if none is. verb
// has the flags with the operator's own files.
func policyBox(w io.Writer, f flags.Box, typed []string, verb any) (*sandbox.Sandbox, error) {
	if !slices.ContainsFunc(typed, isProcess) {
		return nil, nil
	}
	return f.Sandbox(w, verb)
}

// isProcess reports whether a policy is not a builtin bot, which plays in this
// process.
func isProcess(typed string) bool { return !strings.HasPrefix(typed, selfplay.BuiltinPrefix) }

// policies returns the policies that a person means: builtin bots, and any others,
// a process in the box for each game.
func policies(ctx context.Context, w io.Writer, f flags.Box, box *sandbox.Sandbox, verb any, game string, names []string) ([]selfplay.Policy, error) {
	var all []selfplay.Policy
	for _, typed := range names {
		if isProcess(typed) {
			contender, err := f.Resolver(w, box, verb).One(ctx, typed, game)
			if err != nil {
				return nil, err
			}
			all = append(all, processPolicy{typed, contender.Spec, box})
			continue
		}
		p, err := selfplay.FindPolicy(game, typed)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// A processPolicy is a bot that is started for each game.
type processPolicy struct {
	typed string
	spec  process.Spec
	box   *sandbox.Sandbox
}

// String implements selfplay.Policy.
func (p processPolicy) String() string { return p.typed }

// WithSeed implements selfplay.Policy: bots draw from an environment variable.
func (p processPolicy) WithSeed(seed int64) selfplay.Policy {
	env := p.spec.Env
	p.spec.Env = append(env[:len(env):len(env)], fmt.Sprintf("%s=%d", dispatch.SeedVariable, seed))
	return p
}

// Start implements selfplay.Policy.
func (p processPolicy) Start(limit time.Duration) (referee.Player, error) {
	table := process.Table{Isolation: p.box}
	spec := p.spec
	spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], referee.TimeLimits{First: limit, Turn: limit}.Environ()...)
	player, err := table.Start(spec)
	if err != nil {
		return nil, err
	}
	return &policyPlayer{player, p.typed, limit}, nil
}

// A policyPlayer is a process whose faults are errors: a data set must not contain
// games in which a bot has crashed.
type policyPlayer struct {
	*process.Player
	typed string
	limit time.Duration
}

// Ask implements referee.Player.
func (p *policyPlayer) Ask(ask referee.Ask) {
	ask.Limit = p.limit
	p.Player.Ask(ask)
}

// Reply implements referee.Player.
func (p *policyPlayer) Reply(ctx context.Context) (referee.Reply, error) {
	reply, err := p.Player.Reply(ctx)
	if err != nil {
		return reply, fmt.Errorf("policy %s: %w", p.typed, err)
	}
	if f := reply.Fault; f != nil {
		var tail referee.Tail
		tail.Add(reply.Late)
		tail.Add(reply.Stderr)
		said := tail.String()
		if said != "" {
			said = "; the end of its stderr:\n" + said
		}
		return reply, fmt.Errorf("policy %s: %s: %s%s", p.typed, f.Kind, f.Why, said)
	}
	return reply, nil
}
