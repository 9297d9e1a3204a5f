package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// seedSetBody is a list of seeds under a name.
type seedSetBody struct {
	Name      string    `json:"name"`
	Seeds     string    `json:"seeds" doc:"Seeds and ranges, e.g. 1..60, 99."`
	About     string    `json:"about"`
	Count     int       `json:"count"`
	Owner     string    `json:"owner,omitempty" doc:"Name of the token that saved the set; absent: nobody's."`
	CreatedAt time.Time `json:"created_at"`
}

func seedSetOf(set league.SeedSet) seedSetBody {
	starts, _ := league.ParseSeeds(set.Seeds) // parsed before it was saved
	return seedSetBody{set.Name, set.Seeds, set.About, len(starts), set.Owner, set.CreatedAt}
}

type seedSetsOut struct {
	Body struct {
		SeedSets []seedSetBody `json:"seed_sets"`
	}
}

type seedSetOut struct{ Body seedSetBody }

func (s *Server) seedSets() {
	tag := []string{"seed sets"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/seed-sets", OperationID: "list-seed-sets", Tags: tag,
		Summary: "List the seed sets", Description: "A tournament or check may name a seed set as its seeds.",
	}, s.listSeedSets)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/seed-sets/{name}", OperationID: "save-seed-set", Tags: tag,
		Summary: "Save seeds under a name", Description: "Idempotent. Replaces an existing set of that name; tournaments created with the old set keep its seeds. Another owner's set requires scope admin.",
	}, s.saveSeedSet)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/seed-sets/{name}", OperationID: "delete-seed-set", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a seed set", Description: "Idempotent. A set that is not the token's own requires scope admin.",
	}, s.deleteSeedSet)
}

func (s *Server) listSeedSets(ctx context.Context, _ *struct{}) (*seedSetsOut, error) {
	sets, err := s.Store.SeedSets(ctx)
	if err != nil {
		return nil, err
	}
	out := &seedSetsOut{}
	out.Body.SeedSets = []seedSetBody{}
	for _, set := range sets {
		out.Body.SeedSets = append(out.Body.SeedSets, seedSetOf(set))
	}
	return out, nil
}

func (s *Server) saveSeedSet(ctx context.Context, in *struct {
	NamePath
	Body struct {
		Seeds string `json:"seeds" minLength:"1" maxLength:"100000"`
		About string `json:"about,omitempty" maxLength:"1000"`
	}
}) (*seedSetOut, error) {
	if _, err := league.ParseSeeds(in.Body.Seeds); err != nil {
		return nil, league.FieldError{Field: "seeds", Err: err}
	}
	if err := checkNewName(in.Name); err != nil {
		return nil, err
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	set := league.SeedSet{Name: in.Name, Seeds: in.Body.Seeds, About: in.Body.About, Owner: transport.CallerOf(ctx).Token, CreatedAt: time.Now().UTC()}
	before, ok, err := s.seedSet(ctx, in.Name)
	if ok {
		set.Owner, set.CreatedAt = before.Owner, before.CreatedAt
		err = transport.MayChange(ctx, "seed set "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, err
	}
	if err := s.Store.SaveSeedSet(ctx, set); err != nil {
		return nil, err
	}
	return &seedSetOut{seedSetOf(set)}, nil
}

func (s *Server) deleteSeedSet(ctx context.Context, in *NamePath) (*struct{}, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	before, ok, err := s.seedSet(ctx, in.Name)
	if ok {
		err = transport.MayDelete(ctx, "seed set "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, err
	}
	return nil, s.Store.DeleteSeedSet(ctx, in.Name)
}

// seedSet returns the seed set of a name, and whether there is one.
func (s *Server) seedSet(ctx context.Context, name string) (league.SeedSet, bool, error) {
	all, err := s.Store.SeedSets(ctx)
	if i := slices.IndexFunc(all, func(set league.SeedSet) bool { return set.Name == name }); i >= 0 {
		return all[i], true, nil
	}
	return league.SeedSet{}, false, err
}
