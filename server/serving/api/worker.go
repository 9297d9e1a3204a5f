package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/queue"
)

// Workers are the other machines that play for the server, as
// queue.Coordinator has them.
type Workers interface {
	Workers() []queue.WorkerStatus
	BotsAtHome() []queue.BotAtHome
	Drain(name string, drain bool) error
	Remove(name string) error
}

// A workerBody is a worker.
type workerBody struct {
	Name     string            `json:"name"`
	State    queue.WorkerState `json:"state" enum:"working,draining,waiting,refused,gone"`
	Why      string            `json:"why,omitempty" doc:"Why it gets no work, or not every kind."`
	Host     string            `json:"host" doc:"Name of the machine."`
	Platform string            `json:"platform" doc:"GOOS/GOARCH."`
	Build    string            `json:"build" doc:"Digest of its program."`
	CPUs     int               `json:"cpus"`
	Speed    float64           `json:"speed" doc:"Of one thread, relative to the reference machine; 0 before it is measured."`
	Load     float64           `json:"load" doc:"Threads that run or wait for a CPU."`
	Slots    int               `json:"slots" doc:"Matches that it plays at the same time."`
	Playing  []string          `json:"playing" nullable:"false" doc:"IDs of the matches that it plays."`
	Waiting  int               `json:"waiting" doc:"Matches that it has taken and not begun."`
	Matches  int               `json:"matches" doc:"Matches that it has played since the server started."`
	Failed   int               `json:"failed" doc:"Matches that it failed to play."`
	Returned int               `json:"returned" doc:"Matches that it handed back: because it ended, was stopped, or could not run a bot."`
	Stopped  float64           `json:"stopped_seconds" doc:"Time for which it was stopped since its start."`
	Heard    float64           `json:"heard_seconds_ago"`
}

// A botAtHome is a bot that does not travel.
type botAtHome struct {
	Bot    string `json:"bot" doc:"ID of the bot."`
	Digest string `json:"digest"`
	Why    string `json:"why"`
}

// workersOut lists the workers.
type workersOut struct {
	Body struct {
		Enabled bool         `json:"enabled" doc:"The server was started with --workers or --queue."`
		Workers []workerBody `json:"workers" nullable:"false"`
		AtHome  []botAtHome  `json:"bots_at_home" nullable:"false" doc:"Bots that are played on the server's machine only."`
	}
}

// workers registers the routes of the workers.
func (s *Server) workers() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		OperationID: "list-workers", Method: http.MethodGet, Path: "/api/workers", Summary: "List the workers", Tags: []string{"workers"},
		Description: "Other machines that play matches for the server, with what they play, their speed and their faults.",
	}, s.listWorkers)
	transport.Route(s.router, transport.ScopeAdmin, huma.Operation{
		OperationID: "change-worker", Method: http.MethodPatch, Path: "/api/workers/{name}", Summary: "Drain a worker", Tags: []string{"workers"},
		Description: "A worker that drains finishes what it has and takes nothing more.",
	}, s.changeWorker)
	transport.Route(s.router, transport.ScopeAdmin, huma.Operation{
		OperationID: "remove-worker", DefaultStatus: http.StatusNoContent, Method: http.MethodDelete, Path: "/api/workers/{name}", Summary: "Forget a worker that is gone", Tags: []string{"workers"},
	}, s.removeWorker)
}

func (s *Server) listWorkers(context.Context, *struct{}) (*workersOut, error) {
	out := &workersOut{}
	out.Body.Workers, out.Body.AtHome = []workerBody{}, []botAtHome{}
	if s.Workers == nil {
		return out, nil
	}
	out.Body.Enabled = true
	for _, w := range s.Workers.Workers() {
		out.Body.Workers = append(out.Body.Workers, workerBody{
			Name: w.Name, State: w.State, Why: w.Why, Host: w.Machine.Host, Platform: w.Machine.Platform, Build: w.Build, CPUs: w.Machine.CPUs,
			Speed: w.Machine.Speed, Load: w.Machine.Load, Slots: w.Slots, Playing: w.Playing, Waiting: w.Waiting,
			Matches: w.Matches, Failed: w.Failed, Returned: w.Returned, Stopped: w.Machine.Stopped.Seconds(), Heard: w.HeardAgo.Seconds(),
		})
	}
	for _, b := range s.Workers.BotsAtHome() {
		out.Body.AtHome = append(out.Body.AtHome, botAtHome{b.Bot.ID, b.Bot.Digest, b.Why})
	}
	return out, nil
}

// A workerChange is what an operator wants of a worker.
type workerChange struct {
	Name string `path:"name"`
	Body struct {
		Drain bool `json:"drain" doc:"Take nothing more, or again."`
	}
}

func (s *Server) changeWorker(_ context.Context, in *workerChange) (*struct{}, error) {
	if s.Workers == nil {
		return nil, league.NotFoundError{Kind: league.AWorker, Name: in.Name}
	}
	return nil, s.Workers.Drain(in.Name, in.Body.Drain)
}

func (s *Server) removeWorker(_ context.Context, in *struct {
	Name string `path:"name"`
}) (*struct{}, error) {
	if s.Workers == nil {
		return nil, nil
	}
	return nil, ignoreNotFound(s.Workers.Remove(in.Name))
}
