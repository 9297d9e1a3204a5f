package league

import (
	"context"
	"encoding/json"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A Service is all that can be asked of Arbiter, by noun. Package core provides it over
// a database, in this process, and package client over HTTP, from a server. Who asks does
// not know which one it has.
//
// Its errors tell what to do. An unknown name is ErrNotFound. A UsageError asks for another
// request. A ConflictError says that the request does not fit the present state.
type Service interface {
	BotService
	TournamentService
	MatchService
	LadderService
	// Page returns the address of the web page of something, by its path, such as
	// "tournaments" and a name; "" where no pages are served.
	Page(path ...string) string
	// Close ends what was begun for the caller: matches that are being played are finished
	// or, where a server plays them, go on there.
	Close() error
}

// A BotService finds bots.
type BotService interface {
	// EnterBots finds and builds bots of a game as somebody typed them, and returns them in
	// that order. Two different bots with one ID are refused. A build that fails is a
	// BuildError.
	EnterBots(ctx context.Context, game string, typed []string) ([]Bot, error)
	// SameBot returns the bot of a game that is made of the same files as another one. Of that
	// one only the digests need to be known.
	SameBot(ctx context.Context, game string, same Bot) (Bot, error)
}

// A TournamentService plays tournaments and says how they stand.
type TournamentService interface {
	// CreateTournament keeps the definition of a tournament, which is not started. It returns
	// the definition as it is kept. A tournament of the name stays, or becomes longer, if the
	// order continues it. It is replaced if it has no match. Another one is a ConflictError.
	CreateTournament(ctx context.Context, o Order) (Tournament, error)
	// Tournaments lists all tournaments, newest first, with their ID, game, kind, state and
	// anchor.
	Tournaments(ctx context.Context) ([]TournamentStatus, error)
	// Tournament returns a definition.
	Tournament(ctx context.Context, name string) (Tournament, error)
	// Bots returns the bots of a tournament as they were entered, in that order.
	Bots(ctx context.Context, tournament string) ([]Bot, error)
	// StartTournament plays what is left of a tournament, in the background.
	StartTournament(ctx context.Context, name string, o StartOptions) error
	// PauseTournament starts no more matches of a tournament. Those that are being played
	// are finished.
	PauseTournament(ctx context.Context, name string) error
	// News returns what has happened in a tournament since a mark; 0 is the beginning. While
	// the tournament is being played and there is no news, it waits for so long at most.
	News(ctx context.Context, name string, after Mark, wait time.Duration) (News, error)
	// Scoreboard returns the standings of a tournament or of a game.
	Scoreboard(ctx context.Context, q ScoreboardQuery) (Scoreboard, error)
	// SaveFindings keeps what a bisect or a history has come to with its tournament, in
	// place of what was kept before.
	SaveFindings(ctx context.Context, f Findings) error
	// Slots returns how many matches are played at a time; 0 if that is not known.
	Slots(ctx context.Context) (int, error)
}

// A MatchService reads matches that have been played.
type MatchService interface {
	// Matches lists the matches that a query and a filter select, newest first or by
	// margin. The list is never nil.
	Matches(ctx context.Context, q Query, f Filter) ([]MatchSummary, error)
	// Match returns the match whose ID begins with a prefix, with its faults.
	Match(ctx context.Context, prefix string) (MatchSummary, error)
	// Replay returns the record of the match whose ID begins with a prefix, or ErrPruned.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
}

// A LadderService plays open ladders.
type LadderService interface {
	// OpenLadder opens a ladder, which plays as soon as two bots have entered. One of its
	// name and game stays as it is.
	OpenLadder(ctx context.Context, l OpenLadder) (LadderStanding, error)
	// Ladder returns where a ladder stands.
	Ladder(ctx context.Context, name string) (LadderStanding, error)
	// EnterLadder finds a bot as somebody typed it and lets it enter a ladder with the next
	// round. news is false for the bot that plays for its name already. Beside an error it
	// returns the bot that plays on, where that is known. may, when set, refuses a bot.
	EnterLadder(ctx context.Context, name, typed string, may func(Bot) error) (bot Bot, news bool, err error)
	// LeaveLadder lets a name leave a ladder with the next round. It must play there.
	LeaveLadder(ctx context.Context, name, bot string) error
	// PlayLadder goes on with a ladder, until it has so many more matches, rounded up to
	// whole rounds, or is paused; 0 is no limit.
	PlayLadder(ctx context.Context, name string, matches int) error
	// PauseLadder starts no more matches of a ladder.
	PauseLadder(ctx context.Context, name string) error
}

// An Order is a tournament that is to be played.
type Order struct {
	Tournament
	Positions Positions // texts of the explicit starts
	Anchor    string    // ID of the bot whose Elo is 0; "" for the mean
	Test      *Question // ends a check once it is decided; nil for other tournaments
}

// StartOptions say how a tournament is started.
type StartOptions struct {
	LeftOut bool // pairings that earlier runs left out are played once more
	Known   bool // in a solo game, results that other tournaments have count
	Timing  bool // a check plays its starts to time them, though it may be decided
}

// News are what has happened in a tournament since a mark.
type News struct {
	State   TournamentState // when it is not Running and More is false, these are the last matches
	Why     string          // reason for Failed and Cancelled
	Matches []Match         // in the order in which they were stored, without attributes and metrics
	Voids   Voids           // all so far
	PutOff  []Start         // starts on which a match was put off, which may have been played since
	Mark    Mark            // to ask for what follows
	More    bool            // more matches are there already
}

// A ScoreboardQuery selects the matches of standings.
type ScoreboardQuery struct {
	Tournament string
	Game       string // of all tournaments; "" with a tournament
	Singles    bool   // also the single matches of the game
	Filter     Filter
	Options
}

// A Scoreboard is the standings of a tournament or of a game with all that belongs to them.
type Scoreboard struct {
	Tournament string    `json:"tournament"`
	Game       string    `json:"game"`
	Format     Format    `json:"format"`
	Solo       bool      `json:"solo"` // bots are compared by their scores on the same start
	Done       bool      `json:"done"` // no match is left to play
	Standings  Standings `json:"standings"`
	Bots       []string  `json:"bots"`               // the order of the matrix, which is that of the standings
	Matrix     [][]Duel  `json:"matrix"`             // row against column; empty on the diagonal and for bots that did not meet
	Placings   []Placing `json:"placings,omitempty"` // the ranking of a format that has one of its own
	Voids      Voids     `json:"voids"`
}

// A MatchSummary is a match in a list.
type MatchSummary struct {
	ID         string          `json:"id"`
	Tournament string          `json:"tournament"`
	Game       string          `json:"game"`
	Start      string          `json:"start"`
	Seats      []SeatSummary   `json:"seats"`
	Reason     string          `json:"reason"`
	Turns      int             `json:"turns"`
	PlayedAt   time.Time       `json:"played_at"`
	Faults     []referee.Fault `json:"-"` // of all seats; nil in a list
}

// A SeatSummary is one seat of a MatchSummary.
type SeatSummary struct {
	Bot   string       `json:"bot"`
	Score json.Number  `json:"score"`
	Rank  int          `json:"rank"`
	Fault referee.Kind `json:"fault,omitempty"`
}

// Summary returns a report as a match in a list.
func (r Report) Summary() MatchSummary {
	m := MatchSummary{ID: r.ID, Tournament: r.Tournament, Game: r.Game, Start: r.Pairing.Start.String(), Reason: r.Result.Reason, Turns: r.Turns, PlayedAt: r.PlayedAt}
	outcome := r.Outcome()
	for seat, bot := range r.Pairing.Seats {
		m.Seats = append(m.Seats, SeatSummary{bot, outcome.Number(outcome.Scores[seat]), outcome.Ranks[seat], outcome.Faults[seat]})
	}
	return m
}

// A BuildError reports a build that failed.
type BuildError struct {
	Bot    string // its name
	Output string // the first and the last part of what the build printed; a terminal may show it
	Err    error
}

// Error returns the reason.
func (e BuildError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e BuildError) Unwrap() error { return e.Err }

// Fill sets the standings and the matrix from a table.
func (s *Scoreboard) Fill(table *Table, o Options) (err error) {
	if s.Standings, err = table.Standings(o); err != nil {
		return err
	}
	s.Bots, s.Matrix = []string{}, [][]Duel{} // in JSON no list is null
	for _, l := range s.Standings.Lines {
		s.Bots = append(s.Bots, l.Bot)
	}
	for _, a := range s.Bots {
		var row []Duel
		for _, b := range s.Bots {
			duel, _ := table.Duel(a, b)
			row = append(row, duel)
		}
		s.Matrix = append(s.Matrix, row)
	}
	return nil
}
