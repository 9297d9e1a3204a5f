package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// startBody is where a match starts.
type startBody struct {
	Seed  string `json:"seed" doc:"As text: 64 bits do not fit in a JavaScript number."`
	Setup string `json:"setup,omitempty" doc:"Digest of an explicit position."`
	Name  string `json:"name" doc:"Display name of the start."`
}

// startShape is how a league.Start is written: what describes the API does not know the
// option string of JSON tags.
type startShape struct {
	Seed  string `json:"seed" doc:"As text: 64 bits do not fit in a JavaScript number."`
	Setup string `json:"setup,omitempty" doc:"Digest of an explicit position."`
	Name  string `json:"name,omitempty" doc:"Display name of an explicit position."`
}

func startOf(start league.Start) startBody {
	return startBody{strconv.FormatInt(start.Seed, 10), start.Position, start.String()}
}

// positionBody is an explicit start position with its name.
type positionBody struct {
	Name  string          `json:"name" minLength:"1"`
	Setup json.RawMessage `json:"setup,omitempty" doc:"The position in the game's own fields."`
	Text  string          `json:"text,omitempty" doc:"The position as text, instead of setup; stored byte for byte."`
}

// document returns the position's text, of whichever field has it. Its error is
// that of the position.
func (p positionBody) document() ([]byte, error) {
	setup := p.Setup
	if string(setup) == "null" {
		setup = nil
	}
	switch {
	case p.Text != "" && len(setup) > 0:
		return nil, errors.New("found both setup and text; want one of the two")
	case p.Text != "":
		return []byte(p.Text), nil
	case len(setup) > 0:
		return setup, nil
	}
	return nil, errors.New("found no position; want setup, in the game's own fields, or text")
}

// setStarts sets the starts of a plan: seeds, those of a book, or explicit positions. At most one of the three is given.
func (s *Server) setStarts(ctx context.Context, p *scheduler.Plan, seeds, book string, positions []positionBody) (err error) {
	switch {
	case seeds != "" && len(positions) > 0:
		return league.FieldError{Field: "positions", Err: errors.New("given together with seeds; want one of the two")}
	case book != "" && (seeds != "" || len(positions) > 0):
		return league.FieldError{Field: "book", Err: errors.New("given together with seeds or positions; want one of them")}
	case book != "":
		p.Seeds, p.Positions, err = s.bookStarts(ctx, p.Game, book, "book")
		return err
	case len(positions) == 0:
		p.Seeds, err = parseSeeds(seeds)
		return err
	}
	p.Positions = league.Positions{}
	for i, position := range positions {
		text, err := position.document()
		if err != nil {
			return league.FieldError{Field: fmt.Sprintf("positions[%d]", i), Err: fmt.Errorf("%s: %w", position.Name, err)}
		}
		p.Seeds = append(p.Seeds, p.Positions.Add(position.Name, text))
	}
	return nil
}

// parseSeeds returns the starts of a list of seeds.
func parseSeeds(text string) ([]league.Start, error) {
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.FieldError{Field: "seeds", Err: err}
	}
	return starts, nil
}
