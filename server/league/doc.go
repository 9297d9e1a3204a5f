// Package league is the domain of tournaments. A Tournament of Bots is a
// definition; Pairings generates its schedule, a Report is a finished match, and
// a Table turns matches into Standings. The other types are what stores keep and
// the API shows: TournamentStatus, KnownBot, Query, Leaderboard, Book.
//
// It knows games only by name and seat count, and knows nothing of processes,
// SQL or HTTP. A Store is what keeps all of that, and Service what can be asked of
// Arbiter; other packages implement them.
package league
