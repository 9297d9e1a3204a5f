package analyst

import (
	"context"
	"fmt"
	"slices"

	"arbiter/server/league"
)

// share is the part of the queue that the jobs of one owner may take, so that no token takes
// the places of all: one in so many. Jobs without an owner are not counted: a server without
// tokens has no others.
const share = 4

// ownerKey is the key of the context of a request whose value is its owner.
type ownerKey struct{}

// WithOwner returns a context whose requests belong to an owner: the name of a token, or ""
// for nobody.
func WithOwner(ctx context.Context, owner string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

func ownerOf(ctx context.Context) string {
	owner, _ := ctx.Value(ownerKey{}).(string)
	return owner
}

// Owner returns who has asked for the analysis of a match that waits or runs; "" means
// nobody, or that there is no such analysis.
func (a *Analyst) Owner(match string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.find(match); j != nil {
		return j.owner
	}
	return ""
}

// TrialOwner returns who has asked a question about a match, as Owner does.
func (a *Analyst) TrialOwner(match, id string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.findTrial(match, id); t != nil {
		return t.owner
	}
	return ""
}

// room returns why the queue has no place for a job of an owner. a.mu is held.
func (a *Analyst) room(owner string) error {
	own := a.jobsOf(owner, len(a.jobs))
	switch {
	case owner != "" && own >= mostJobs/share:
		return league.QuotaError{
			Quota: fmt.Sprintf("%d analyses of the token %s wait or run, of %d", own, owner, mostJobs/share),
			Fix:   "try again when some of them are done, or cancel one: DELETE /api/matches/ID/analysis or /api/matches/ID/trials/TRIAL",
			After: MostBudget / share,
		}
	case len(a.jobs) >= mostJobs:
		return ErrBusy
	}
	return nil
}

// jobsOf counts the jobs of an owner among the first n. a.mu is held.
func (a *Analyst) jobsOf(owner string, n int) (own int) {
	for _, j := range a.jobs[:n] {
		if j.owner == owner {
			own++
		}
	}
	return own
}

// insert puts a job into the queue so that owners take turns: the nth job of an owner comes
// before the first job that is a later one of its own owner. What runs stays first. a.mu is
// held.
func (a *Analyst) insert(j *job) {
	own := a.jobsOf(j.owner, len(a.jobs))
	at := len(a.jobs)
	for at > 0 && a.jobs[at-1].cancel == nil && a.jobsOf(a.jobs[at-1].owner, at-1) > own {
		at--
	}
	a.jobs = slices.Insert(a.jobs, at, j)
}

// forgetOldest forgets the oldest answer of the owner who has most. a.mu is held.
func (a *Analyst) forgetOldest() {
	count := map[string]int{}
	for _, t := range a.trials {
		count[t.owner]++
	}
	oldest := -1
	for i, t := range a.trials {
		if t.over && (oldest < 0 || count[t.owner] > count[a.trials[oldest].owner]) {
			oldest = i
		}
	}
	a.trials = slices.Delete(a.trials, oldest, oldest+1) // fewer than mostTrials wait
}
