package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// TestSetBody is a list of explicit start positions under a name.
type TestSetBody struct {
	Name      string    `json:"name"`
	Game      string    `json:"game"`
	About     string    `json:"about"`
	Count     int       `json:"count"`
	Owner     string    `json:"owner,omitempty" doc:"Name of the token that saved the set; absent: nobody's."`
	CreatedAt time.Time `json:"created_at"`
}

func testSetOf(set league.StartSet) TestSetBody {
	return TestSetBody{set.Name, set.Game, set.About, set.Count, set.Owner, set.CreatedAt}
}

type testSetsOut struct {
	Body struct {
		TestSets []TestSetBody `json:"test_sets" doc:"By name."`
	}
}

type testSetOut struct {
	Body struct {
		TestSetBody
		Tests []startBody `json:"tests" doc:"In order. A match refers to a test as SET/NAME."`
	}
}

// maxTestSet is the maximum size in bytes of a test set's documents together.
const maxTestSet = 32 << 20

func (s *Server) testSets() {
	tag := []string{"test sets"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/test-sets", OperationID: "list-test-sets", Tags: tag,
		Summary: "List the test sets", Description: "A tournament or check may name a test set as its tests.",
	}, s.listTestSets)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/test-sets/{name}", OperationID: "get-test-set", Tags: tag,
		Summary: "Get a test set and its tests",
	}, s.getTestSet)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/test-sets/{name}", OperationID: "save-test-set", Tags: tag, MaxBodyBytes: maxTestSet,
		Summary: "Save explicit start positions under a name",
		Description: "The game's rules validate each position, and an error names the position. Idempotent. Replaces an existing set of that name; " +
			"tournaments created with the old set keep its positions. Another owner's set requires scope admin.",
	}, s.saveTestSet)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/test-sets/{name}", OperationID: "delete-test-set", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a test set", Description: "Idempotent. A set that an unfinished tournament starts from cannot be deleted (409). A set that is not the token's own requires scope admin.",
	}, s.deleteTestSet)
}

func (s *Server) listTestSets(ctx context.Context, in *struct {
	Game string `query:"game"`
}) (*testSetsOut, error) {
	sets, err := s.Store.StartSets(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	out := &testSetsOut{}
	out.Body.TestSets = []TestSetBody{}
	for _, set := range sets {
		out.Body.TestSets = append(out.Body.TestSets, testSetOf(set))
	}
	return out, nil
}

func (s *Server) getTestSet(ctx context.Context, in *NamePath) (*testSetOut, error) {
	set, err := s.Store.StartSet(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	out := &testSetOut{}
	out.Body.TestSetBody, out.Body.Tests = testSetOf(set), []startBody{}
	for _, test := range set.Tests {
		out.Body.Tests = append(out.Body.Tests, startOf(test))
	}
	return out, nil
}

func (s *Server) saveTestSet(ctx context.Context, in *struct {
	NamePath
	Body struct {
		Game  string         `json:"game"`
		About string         `json:"about,omitempty" maxLength:"1000"`
		Tests []positionBody `json:"tests" minItems:"1" maxItems:"10000"`
	}
}) (*testSetOut, error) {
	if strings.Contains(in.Name, "/") {
		return nil, league.FieldError{Field: "name", Err: fmt.Errorf("%q has a slash; want a name without one, since a match refers to a test as SET/NAME", in.Name)}
	}
	g, err := s.gameInBody(in.Body.Game)
	if err != nil {
		return nil, err
	}
	tests, positions, err := parseTests(g, in.Body.Tests)
	if err != nil {
		return nil, err
	}
	if err := checkNewName(in.Name); err != nil {
		return nil, err
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	before, err := s.Store.StartSet(ctx, in.Name)
	if err == nil {
		err = transport.MayChange(ctx, "test set "+in.Name, before.Owner)
	}
	if ignoreNotFound(err) != nil {
		return nil, err
	}
	set := league.StartSet{Name: in.Name, Game: in.Body.Game, About: in.Body.About, Owner: transport.CallerOf(ctx).Token, CreatedAt: time.Now().UTC(), Tests: tests}
	if err := s.Store.SaveStartSet(ctx, set, positions); err != nil {
		return nil, err
	}
	return s.getTestSet(ctx, &in.NamePath)
}

// parseTests validates positions by starting a match from each. Names and
// documents must be unique.
func parseTests(g referee.Game, tests []positionBody) ([]league.Start, league.Positions, error) {
	var starts []league.Start
	positions := league.Positions{}
	names, documents := map[string]bool{}, map[string]string{}
	for i, test := range tests {
		document, err := test.document()
		digest := league.PositionDigest(document)
		if err == nil {
			_, err = g.New(referee.Setup{Position: document}, g.Info().MinSeats)
		}
		switch {
		case names[test.Name]:
			err = errors.New("duplicate name; want each name once")
		case err == nil && documents[digest] != "":
			err = fmt.Errorf("same document as %s; want each document once", documents[digest])
		}
		if err != nil {
			return nil, nil, league.FieldError{Field: fmt.Sprintf("tests[%d]", i), Err: fmt.Errorf("%s: %w", test.Name, err)}
		}
		names[test.Name], documents[digest], positions[digest] = true, test.Name, document
		starts = append(starts, league.Start{Position: digest, Name: test.Name})
	}
	return starts, positions, nil
}

func (s *Server) deleteTestSet(ctx context.Context, in *NamePath) (*struct{}, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	before, err := s.Store.StartSet(ctx, in.Name)
	if err == nil {
		err = transport.MayDelete(ctx, "test set "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, ignoreNotFound(err)
	}
	return nil, s.Store.DeleteStartSet(ctx, in.Name)
}

// testSetStarts returns the starts of a test set and their positions. A set that
// does not exist or is for another game is an error in the given field.
func (s *Server) testSetStarts(ctx context.Context, game, name, field string) ([]league.Start, league.Positions, error) {
	set, err := s.Store.StartSet(ctx, name)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil, nil, league.FieldError{Field: field, Err: err}
	case err != nil:
		return nil, nil, err
	case set.Game != game:
		return nil, nil, league.FieldError{Field: field, Err: fmt.Errorf("test set %s is for %s; want one for %s", name, set.Game, game)}
	}
	positions := league.Positions{}
	for _, test := range set.Tests {
		if positions[test.Position], err = s.Store.PositionText(ctx, test.Position); err != nil {
			return nil, nil, err
		}
	}
	return set.Tests, positions, nil
}

// testSetStart returns the start that is named SET/NAME, and its position.
func (s *Server) testSetStart(ctx context.Context, game, path string) (league.Start, []byte, error) {
	set, name, _ := strings.Cut(path, "/")
	tests, positions, err := s.testSetStarts(ctx, game, set, "test")
	if err != nil {
		return league.Start{}, nil, err
	}
	for _, test := range tests {
		if test.Name == name {
			return test, positions[test.Position], nil
		}
	}
	return league.Start{}, nil, league.FieldError{Field: "test", Err: fmt.Errorf("test set %s has no test %q; want SET/NAME, e.g. %s/%s", set, name, set, tests[0].Name)}
}
