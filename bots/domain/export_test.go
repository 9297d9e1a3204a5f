package domain

import rules "arbiter/referee/games/domain"

// GreedyChoice is what Greedy chooses, without pipes.
func GreedyChoice(seed int64) func(s *rules.State) rules.Action { return greedy(seed) }
