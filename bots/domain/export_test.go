package domain

import rules "arbiter/referee/games/domain"

// GreedyChoice is what Greedy chooses with one seed in all its matches, without pipes.
func GreedyChoice(seed int64) func(s *rules.State) rules.Action { return greedyByStart(seed) }

// GreedyOfMatch is what Greedy chooses with the seed of a match.
func GreedyOfMatch(seed int64) func(s *rules.State) rules.Action { return greedy(seed) }
