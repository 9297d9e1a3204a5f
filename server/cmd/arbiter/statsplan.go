package main

import (
	"encoding/json"
	"fmt"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// statsPlanCmd answers what check prints before its first match.
type statsPlanCmd struct {
	questionFlags
	Solo  bool    `help:"Plan a check of a solo game, which counts starts instead of pairs."`
	Draws float64 `help:"Share of draws between equal bots, 0 to 1; without draws a check takes longest." default:"0"`
	JSON  bool    `help:"Print the question and the forecasts as one JSON object."`
}

// A plan is the output of stats plan --json.
type plan struct {
	Question  league.Question   `json:"question"`
	Unit      rating.Unit       `json:"unit"`
	Forecasts []rating.Forecast `json:"forecasts"`
}

// Run prints the forecasts.
func (c statsPlanCmd) Run(s streams) error {
	if c.By != string(league.ByWins) || c.Margin != 0 {
		return league.Usagef("--by %s: how long a check by score takes depends on the scores; want --by wins without --margin", c.By)
	}
	info := referee.Info{MinSeats: 2, MaxSeats: 2}
	if c.Solo {
		info = referee.Info{MinSeats: 1, MaxSeats: 1}
	}
	q, err := c.asked().Question(info)
	if err != nil {
		return flagged(err)
	}
	unit := rating.UnitOf(info.Solo())
	forecasts, err := q.Plan(unit, c.Draws)
	if err != nil {
		return flagged(err)
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(plan{q, unit, forecasts})
	}
	_, err = fmt.Fprint(s.out, check.ForecastText(forecasts, unit))
	return err
}
