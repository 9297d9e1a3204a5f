package tournaments

import (
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/check"
)

// notBuilt writes the reports of a check that could not be played, because a bot does
// not build. It returns the error that ends the check.
func (c Check) notBuilt(err error, built string, s output.Streams) error {
	v := check.Unbuilt(check.Case{
		Game:      c.Game,
		Candidate: league.Bot{Game: c.Game, Typed: c.Candidate},
		Baseline:  league.Bot{Game: c.Game, Typed: c.baselineName()},
	}, err, built)
	if err := c.write(v, s); err != nil {
		return output.ExitWith(output.ExitMachine, err)
	}
	return output.ExitWith(output.ExitBuild, err)
}

// baselineName returns what the user knows as the baseline.
func (c Check) baselineName() string {
	if c.Baseline == "" {
		return "the baseline in " + c.BaselineFile
	}
	return c.Baseline
}
