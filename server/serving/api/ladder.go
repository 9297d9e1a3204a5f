package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// LadderStatusBody is an open ladder in a list.
type LadderStatusBody struct {
	Name       string    `json:"name" doc:"Also the name of the tournament that has its matches, which exists once two bots have entered."`
	Game       string    `json:"game"`
	Seats      int       `json:"seats" doc:"Of a match."`
	State      stateWord `json:"state" doc:"idle: it waits for two bots; failed: needs attention, see why."`
	Why        string    `json:"why" doc:"Reason why the ladder failed or was cancelled."`
	TimeFactor float64   `json:"time_factor" doc:"Of the game's time limits."`
	Rounds     int       `json:"rounds" doc:"Number of complete rounds. What follows is as of the last of them."`
	Matches    int       `json:"matches"`
	Owner      string    `json:"owner,omitempty" doc:"Name of the token that made the ladder; absent: nobody's."`
	CreatedAt  time.Time `json:"created_at"`
}

// ladderBody is where an open ladder stands.
type ladderBody struct {
	LadderStatusBody
	league.LadderTable
	Entries  []ladderEntryBody      `json:"entries" doc:"Entries, new versions and exits, newest first; at most 1000."`
	Names    []string               `json:"names" doc:"Names that bots play for once everything that was asked for has been done, in order."`
	Asked    []ladderAskBody        `json:"asked" doc:"What was asked for and counts from the next round on, in the order of asking."`
	Failures []league.LadderFailure `json:"failures" doc:"Bots that could not enter, such as those whose build failed, newest first."`
}

// ladderEntryBody is a bot that entered a ladder, or a name that left it.
type ladderEntryBody struct {
	Name  string    `json:"name"`
	Bot   string    `json:"bot" doc:"ID of the bot; empty: the name left."`
	Round int       `json:"round" doc:"From which it counts."`
	At    time.Time `json:"at" doc:"When somebody asked for it."`
}

// ladderAskBody is a request that counts from the next round on.
type ladderAskBody struct {
	Name string    `json:"name"`
	Bot  string    `json:"bot,omitempty" doc:"ID of the bot; absent: the name leaves."`
	At   time.Time `json:"at" doc:"When somebody asked for it."`
}

// maxLadderEntries bounds the entries in a ladderBody.
const maxLadderEntries = 1000

func ladderStatusOf(l league.LadderStanding) LadderStatusBody {
	return LadderStatusBody{l.Name, l.Game, l.Seats, stateWord(l.State), l.Why, l.TimeFactor, l.Rounds, l.Matches, l.Owner, l.CreatedAt}
}

type laddersOut struct {
	Body struct {
		Ladders []LadderStatusBody `json:"ladders" doc:"By name."`
	}
}

// LadderPath names an open ladder.
type LadderPath struct {
	Name string `path:"ladder" maxLength:"100" doc:"Name of the ladder."`
}

type ladderOut struct{ Body ladderBody }

type ladderEntryOut struct {
	Body struct {
		Bot     string `json:"bot" doc:"ID of the bot that enters."`
		Changed bool   `json:"changed" doc:"Whether it enters with the next round; false: it plays for its name already."`
	}
}

func (s *Server) ladders() {
	tag := []string{"ladders"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/ladders", OperationID: "list-ladders", Tags: tag,
		Summary: "List the open ladders",
	}, s.listLadders)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/ladders/{ladder}", OperationID: "open-ladder", Tags: tag,
		Summary:     "Open a ladder that never closes",
		Description: "Idempotent; it plays as soon as two bots have entered, whenever no other tournament has a match to play. A ladder of that name for another game or number of seats, or a tournament of that name, is a conflict (409).",
	}, s.openLadder)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/ladders/{ladder}", OperationID: "delete-ladder", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a ladder with its matches", Description: "It must be paused or cancelled first (409), unless it has not begun. Bots stay. Idempotent. A ladder that is not the token's own requires scope admin.",
	}, s.deleteLadder)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/ladders/{ladder}", OperationID: "get-ladder", Tags: tag,
		Summary: "Get where the bots of a ladder stand",
	}, s.getLadder)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/ladders/{ladder}/entries", OperationID: "enter-ladder", Tags: tag,
		Summary:     "Let a bot enter a ladder with the next round",
		Description: "Idempotent. A bot of a name that plays there takes its place; to replace another owner's requires scope admin.",
	}, s.enterLadder)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/ladders/{ladder}/entries/{name}", OperationID: "leave-ladder", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Let the bot of a name leave a ladder with the next round", Description: "Its matches stay. Idempotent. Where neither the bot nor the ladder is the token's own, it requires scope admin.",
	}, s.leaveLadder)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/ladders/{ladder}/pause", OperationID: "pause-ladder", Tags: tag,
		Summary: "Pause a ladder; running matches are finished", Description: "Idempotent. Another owner's ladder requires scope admin.",
	}, func(ctx context.Context, in *LadderPath) (*ladderOut, error) {
		if err := s.mayPlayLadder(ctx, in.Name); err != nil {
			return nil, err
		}
		if err := s.Scheduler.PauseLadder(ctx, in.Name); err != nil {
			return nil, err
		}
		return s.getLadder(ctx, in)
	})
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/ladders/{ladder}/resume", OperationID: "resume-ladder", Tags: tag,
		Summary: "Resume a paused or failed ladder", Description: "Idempotent. Another owner's ladder requires scope admin.",
	}, func(ctx context.Context, in *struct {
		LadderPath
		Matches int `query:"matches" minimum:"0" doc:"Pause after so many more matches, rounded up to whole rounds; 0: never."`
	}) (*ladderOut, error) {
		if err := s.mayPlayLadder(ctx, in.Name); err != nil {
			return nil, err
		}
		if err := s.Scheduler.ResumeLadder(ctx, in.Name, in.Matches); err != nil {
			return nil, err
		}
		return s.getLadder(ctx, &in.LadderPath)
	})
}

// mayPlayLadder returns why the caller may not pause or resume a ladder.
func (s *Server) mayPlayLadder(ctx context.Context, name string) error {
	l, err := s.Scheduler.Ladder(ctx, name)
	if err != nil {
		return err
	}
	return transport.MayChange(ctx, "ladder "+name, l.Owner)
}

func (s *Server) listLadders(ctx context.Context, in *struct {
	Game string `query:"game"`
}) (*laddersOut, error) {
	out := &laddersOut{}
	out.Body.Ladders = []LadderStatusBody{}
	all, err := s.Scheduler.Ladders(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		if in.Game == "" || l.Game == in.Game {
			out.Body.Ladders = append(out.Body.Ladders, ladderStatusOf(l))
		}
	}
	return out, nil
}

func (s *Server) openLadder(ctx context.Context, in *struct {
	LadderPath
	Body struct {
		Game       string  `json:"game"`
		Seats      int     `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"Of a match, where the game allows several numbers; 0: two, or what is nearest to it."`
		TimeFactor float64 `json:"time_factor,omitempty" minimum:"0" maximum:"1000000" doc:"Of the game's time limits; default 1."`
	}
}) (*ladderOut, error) {
	if _, err := s.gameInBody(in.Body.Game); err != nil {
		return nil, err
	}
	if err := checkNewName(in.Name); err != nil {
		return nil, err
	}
	l := league.OpenLadder{Name: in.Name, Game: in.Body.Game, Seats: in.Body.Seats, TimeFactor: in.Body.TimeFactor, Owner: transport.CallerOf(ctx).Token}
	if err := s.Scheduler.OpenLadder(ctx, l); err != nil {
		return nil, err
	}
	return s.getLadder(ctx, &in.LadderPath)
}

func (s *Server) getLadder(ctx context.Context, in *LadderPath) (*ladderOut, error) {
	l, err := s.core.Ladder(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	b := ladderBody{
		LadderStatusBody: ladderStatusOf(l), LadderTable: l.LadderTable, Entries: []ladderEntryBody{}, Names: l.Names, Asked: []ladderAskBody{}, Failures: nonNil(l.Failures),
	}
	for _, r := range l.Asked {
		asked := ladderAskBody{Name: r.Name, At: r.AskedAt}
		if r.Bot != nil {
			asked.Bot = r.Bot.ID
		}
		b.Asked = append(b.Asked, asked)
	}
	for i := len(l.Entries) - 1; i >= 0 && len(b.Entries) < maxLadderEntries; i-- {
		e := l.Entries[i]
		b.Entries = append(b.Entries, ladderEntryBody{e.Key, e.Bot, e.Round, e.Asked})
	}
	return &ladderOut{b}, nil
}

func (s *Server) deleteLadder(ctx context.Context, in *LadderPath) (*struct{}, error) {
	l, err := s.Scheduler.Ladder(ctx, in.Name)
	if err == nil {
		err = transport.MayDelete(ctx, "ladder "+in.Name, l.Owner)
	}
	if err != nil {
		return nil, ignoreNotFound(err)
	}
	return nil, s.Scheduler.DeleteLadder(ctx, in.Name)
}

func (s *Server) enterLadder(ctx context.Context, in *struct {
	LadderPath
	Version string `query:"version" maxLength:"100" doc:"Version of the bot in this ladder, such as its commit; only of one's own bot."`
	Body    struct {
		Bot string `json:"bot" minLength:"1" maxLength:"1000" doc:"ID of a registered bot, or a builtin one; with scope admin also another bot on the server's machine."`
	}
}) (*ladderEntryOut, error) {
	bot, news, err := s.Scheduler.EnterLadder(ctx, in.Name, in.Body.Bot, in.Version, s.asker(ctx), func(before league.KnownBot) error {
		return transport.MayChange(ctx, "bot "+before.ID, before.Owner)
	})
	if err != nil {
		s.keepBuildFailure(ctx, in.Name, err)
		return nil, err
	}
	out := &ladderEntryOut{}
	out.Body.Bot, out.Body.Changed = bot.ID, news
	return out, nil
}

// keepBuildFailure keeps on a ladder that the build of a bot failed, if the caller owns
// the ladder or the bot that plays there for the same name.
func (s *Server) keepBuildFailure(ctx context.Context, ladder string, err error) {
	s.Scheduler.KeepBuildFailure(ctx, ladder, err, func(owner string) bool {
		return transport.MayChange(ctx, "ladder "+ladder, owner) == nil
	})
}

func (s *Server) leaveLadder(ctx context.Context, in *struct {
	LadderPath
	Bot string `path:"name" maxLength:"100" doc:"Name of the bot, without a digest."`
}) (*struct{}, error) {
	l, err := s.Scheduler.Ladder(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	return nil, s.Scheduler.LeaveLadder(ctx, in.Name, in.Bot, func(before league.KnownBot) error {
		if transport.MayDelete(ctx, "ladder "+in.Name, l.Owner) == nil {
			return nil // who has the ladder says who plays there
		}
		return transport.MayDelete(ctx, "bot "+before.ID, before.Owner)
	})
}
