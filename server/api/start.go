package api

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"arbiter/server/league"
	"arbiter/server/scheduler"
)

// startBody is where a match starts.
type startBody struct {
	Seed  string `json:"seed" doc:"As text: 64 bits do not fit into a JavaScript number."`
	Setup string `json:"setup,omitempty" doc:"Digest of an explicit position."`
	Name  string `json:"name" doc:"What people call the start."`
}

func startOf(start league.Start) startBody {
	return startBody{strconv.FormatInt(start.Seed, 10), start.Position, start.String()}
}

type positionBody struct {
	Name  string          `json:"name" minLength:"1"`
	Setup json.RawMessage `json:"setup,omitempty" doc:"In the game's own fields."`
	Text  string          `json:"text,omitempty" doc:"The same as text, which is kept to the byte."`
}

// starts puts the starts into a plan: dealt from seeds, the positions of a test
// set, or explicit ones.
func (s *Server) starts(ctx context.Context, p *scheduler.Plan, seeds, tests string, positions []positionBody) (err error) {
	switch {
	case seeds != "" && len(positions) > 0:
		return league.FieldError{Field: "positions", Err: errors.New("there are seeds too; want one of the two")}
	case tests != "" && (seeds != "" || len(positions) > 0):
		return league.FieldError{Field: "tests", Err: errors.New("there are seeds or positions too; want one of them")}
	case tests != "":
		p.Seeds, p.Positions, err = s.tests(ctx, p.Game, tests, "tests")
		return err
	case len(positions) == 0:
		p.Seeds, err = s.seeds(ctx, seeds)
		return err
	}
	p.Positions = league.Positions{}
	for _, position := range positions {
		text := []byte(position.Setup)
		if position.Text != "" {
			text = []byte(position.Text)
		}
		p.Seeds = append(p.Seeds, p.Positions.Add(position.Name, text))
	}
	return nil
}

// seeds reads a list of seeds, or the name of a seed set.
func (s *Server) seeds(ctx context.Context, text string) ([]league.Start, error) {
	sets, err := s.Store.SeedSets(ctx)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set.Name == text {
			text = set.Seeds
			break
		}
	}
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.FieldError{Field: "seeds", Err: err}
	}
	return starts, nil
}
