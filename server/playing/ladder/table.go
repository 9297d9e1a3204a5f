package ladder

import (
	"cmp"
	"math"
	"slices"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// Table returns where the bots stand: by one fit of all results, those of older
// versions included. A solo game has a fit of scores, which decides, and one of wins.
func (l *Ladder) Table() (league.LadderTable, error) {
	if l.table != nil {
		return *l.table, nil
	}
	var results []rating.HeadToHead
	var shared []rating.Shared
	for bots, m := range l.met {
		result := rating.HeadToHead{First: bots[0], Second: bots[1], Games: m.games}
		if len(m.starts) > 0 {
			shared = append(shared, rating.Shared{HeadToHead: result, Share: l.share})
		} else {
			results = append(results, result)
		}
	}
	// A share of a game for each result leaves a match what one game says. Errors by starts would
	// need more of them than a newcomer has.
	ranked, err := rating.Rank(results, rating.Options{Shared: shared})
	if err != nil {
		return league.LadderTable{}, err
	}
	l.ranking = &ranked
	if l.solo() {
		l.scores.fit = rating.FitScores(len(l.scores.numbers), l.scores.starts)
		l.ranking = &l.scores
	}
	rated := map[string]rating.Standing{}
	for _, s := range ranked.Standings {
		rated[s.Name] = s
	}
	t := league.LadderTable{Lines: []league.LadderLine{}}
	if len(l.met) > 0 {
		t.Notes = ranked.Notes
	}
	states := l.states()
	for _, v := range l.versions {
		if v.matches == 0 && (states[v] == league.LadderReplaced || states[v] == league.LadderLeft) {
			continue
		}
		line := league.LadderLine{Name: v.name, Bot: v.bot, State: states[v], Round: v.entry.Round, Version: v.entry.Version, Entered: v.entry.Asked, Matches: v.matches, Provisional: true}
		player := v.bot
		if states[v] == league.LadderSame {
			player = l.twin(v).bot
			line.SameAs = player
		}
		if s, ok := rated[player]; ok {
			line.Elo, line.Error95 = &s.Rating, &s.Error95
			line.Provisional = s.Error95 >= Provisional
		}
		line.Score, line.ScoreError95 = l.scores.score(player)
		line.Before, line.Stronger = l.before(v)
		t.Lines = append(t.Lines, line)
	}
	slices.SortStableFunc(t.Lines, func(a, b league.LadderLine) int { return -cmp.Compare(rankOf(a), rankOf(b)) })
	for _, line := range t.Lines {
		if line.Score != nil {
			*line.Score = l.scores.scoring.Worth(*line.Score)
		}
	}
	l.table = &t
	return t, nil
}

// rankOf is the score of a solo game, else the rating, or less than any.
func rankOf(l league.LadderLine) float64 {
	switch {
	case l.Score != nil:
		return *l.Score
	case l.Elo != nil:
		return *l.Elo
	}
	return math.Inf(-1)
}

func (l *Ladder) states() map[*version]league.LadderState {
	states := map[*version]league.LadderState{}
	plays := map[string]bool{} // names
	for _, v := range l.versions {
		plays[v.name] = plays[v.name] || v.newest
		switch {
		case v.aside():
			states[v] = league.LadderAside
		case v.newest && l.twin(v) != nil:
			states[v] = league.LadderSame
		case v.newest:
			states[v] = league.LadderPlaying
			for _, o := range l.older(v) {
				states[o] = league.LadderOlder
			}
		}
	}
	for _, v := range l.versions {
		switch {
		case states[v] != "":
		case plays[v.name]:
			states[v] = league.LadderReplaced
		default:
			states[v] = league.LadderLeft
		}
	}
	return states
}

// before returns the latest version that a newer one has played of those that came
// before it, and the probability that the newer one is stronger.
func (l *Ladder) before(v *version) (before string, stronger *float64) {
	for _, o := range slices.Backward(l.versions[:slices.Index(l.versions, v)]) {
		if o.name != v.name {
			continue
		}
		if p, ok := l.stronger(v.bot, o.bot); ok {
			return o.bot, &p
		}
	}
	return "", nil
}
