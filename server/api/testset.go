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
	"arbiter/referee/games"
	"arbiter/server/league"
)

// TestSetBody is a list of explicit start positions under a name.
type TestSetBody struct {
	Name      string    `json:"name"`
	Game      string    `json:"game"`
	About     string    `json:"about"`
	Count     int       `json:"count"`
	CreatedAt time.Time `json:"created_at"`
}

func testSetOf(set league.TestSet) TestSetBody {
	return TestSetBody{set.Name, set.Game, set.About, set.Count, set.CreatedAt}
}

type testSetsOut struct {
	Body struct {
		TestSets []TestSetBody `json:"test_sets" doc:"By name."`
	}
}

type testSetOut struct {
	Body struct {
		TestSetBody
		Tests []startBody `json:"tests" doc:"In order; a match on one of them names it SET/NAME."`
	}
}

// maxTestSet is the most that the documents of a test set may have together.
const maxTestSet = 32 << 20

func (s *Server) testSets() {
	tag := []string{"test sets"}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/test-sets", OperationID: "list-test-sets", Tags: tag,
		Summary: "List the test sets", Description: "A tournament or a check may name one as its tests.",
	}, s.listTestSets)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/test-sets/{name}", OperationID: "get-test-set", Tags: tag,
		Summary: "Tell a test set and its tests",
	}, s.getTestSet)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/test-sets/{name}", OperationID: "save-test-set", Tags: tag, MaxBodyBytes: maxTestSet,
		Summary:     "Save explicit start positions under a name",
		Description: "Each is tried by the game's rules, and an error names the document. Idempotent; it replaces one of that name. Tournaments that were created with it stay as they are.",
	}, s.saveTestSet)
	route(s, ScopeAdmin, huma.Operation{
		Method: http.MethodDelete, Path: "/api/test-sets/{name}", OperationID: "delete-test-set", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Forget a test set", Description: "Idempotent. One that a tournament starts from which is not over, or has a schedule, is a conflict.",
	}, func(ctx context.Context, in *NamePath) (*struct{}, error) {
		return nil, s.Store.DeleteTestSet(ctx, in.Name)
	})
}

func (s *Server) listTestSets(ctx context.Context, in *struct {
	Game string `query:"game"`
}) (*testSetsOut, error) {
	sets, err := s.Store.TestSets(ctx, in.Game)
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
	set, err := s.Store.TestSet(ctx, in.Name)
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
		return nil, league.FieldError{Field: "name", Err: fmt.Errorf("%q has a /; want none, since a match names its test SET/NAME", in.Name)}
	}
	g, err := games.Find(in.Body.Game)
	if err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	set := league.TestSet{Name: in.Name, Game: in.Body.Game, About: in.Body.About, CreatedAt: time.Now().UTC()}
	setups := map[string][]byte{}
	names, documents := map[string]bool{}, map[string]string{}
	for i, test := range in.Body.Tests {
		digest := league.PositionDigest(test.Setup)
		_, err := g.New(referee.Setup{Position: test.Setup}, g.Info().MinSeats)
		switch {
		case names[test.Name]:
			err = errors.New("the name is there twice; want each once")
		case err == nil && documents[digest] != "":
			err = fmt.Errorf("it is the same document as %s; want each once", documents[digest])
		}
		if err != nil {
			return nil, league.FieldError{Field: fmt.Sprintf("tests[%d]", i), Err: fmt.Errorf("%s: %w", test.Name, err)}
		}
		names[test.Name], documents[digest], setups[digest] = true, test.Name, test.Setup
		set.Tests = append(set.Tests, league.Start{Position: digest, Name: test.Name})
	}
	if err := s.Store.SaveTestSet(ctx, set, setups); err != nil {
		return nil, err
	}
	return s.getTestSet(ctx, &in.NamePath)
}

// tests returns the positions of a test set of a game and their texts. A set
// that is not there is a mistake in the field.
func (s *Server) tests(ctx context.Context, game, name, field string) ([]league.Start, map[string][]byte, error) {
	set, err := s.Store.TestSet(ctx, name)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil, nil, league.FieldError{Field: field, Err: fmt.Errorf("there is no test set %q; GET /api/test-sets lists them", name)}
	case err != nil:
		return nil, nil, err
	case set.Game != game:
		return nil, nil, league.FieldError{Field: field, Err: fmt.Errorf("the test set %s is of %s, not of %s", name, set.Game, game)}
	}
	setups := map[string][]byte{}
	for _, test := range set.Tests {
		if setups[test.Position], err = s.Store.PositionText(ctx, test.Position); err != nil {
			return nil, nil, err
		}
	}
	return set.Tests, setups, nil
}

// test finds the position that is named SET/NAME.
func (s *Server) test(ctx context.Context, game, path string) (league.Start, []byte, error) {
	set, name, _ := strings.Cut(path, "/")
	tests, setups, err := s.tests(ctx, game, set, "test")
	if err != nil {
		return league.Start{}, nil, err
	}
	for _, test := range tests {
		if test.Name == name {
			return test, setups[test.Position], nil
		}
	}
	return league.Start{}, nil, league.FieldError{Field: "test", Err: fmt.Errorf("the test set %s has no test %q; want such as %s/%s", set, name, set, tests[0].Name)}
}
