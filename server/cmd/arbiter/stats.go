package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"arbiter/server/league"
	"arbiter/server/rating"
)

type statsCmd struct {
	Elo  statsEloCmd  `cmd:"" help:"Elo difference with its error, normalized Elo, likelihood of superiority."`
	SPRT statsSPRTCmd `cmd:"" name:"sprt" help:"The same, and where a sequential test stands."`
}

// counts are the results of two bots, from the first one's view.
type counts struct {
	WDL   string `name:"wdl" help:"Wins, draws and losses of single games." placeholder:"W,D,L" xor:"counts" required:""`
	Penta string `help:"Pairs of games with the seats swapped, by their points: 0, half, 1, one and a half, 2. DD counts every pair of one point." placeholder:"LL,LD,DD,WD,WW" xor:"counts" required:""`
	JSON  bool   `help:"Print one JSON object."`
}

type statsEloCmd struct{ counts }

type statsSPRTCmd struct {
	counts
	hypotheses
}

// hypotheses are the flags of a sequential test.
type hypotheses struct {
	Elo0  float64 `name:"elo0" help:"H0: the difference is this." default:"-5"`
	Elo1  float64 `name:"elo1" help:"H1: the difference is this." default:"0"`
	Alpha float64 `help:"Accepted probability of H1 when H0 is true." default:"0.05"`
	Beta  float64 `help:"Accepted probability of H0 when H1 is true." default:"0.05"`
	Model string  `help:"What Elo0 and Elo1 mean: ${enum}." enum:"normalized,logistic,bayesian" default:"normalized"`
}

// sprt returns the test, checked.
func (h hypotheses) sprt() (rating.SPRT, error) {
	t := rating.SPRT{Model: rating.Model(h.Model), Elo0: h.Elo0, Elo1: h.Elo1, Alpha: h.Alpha, Beta: h.Beta}
	if err := t.Check(); err != nil {
		return t, league.UsageError{Err: err}
	}
	return t, nil
}

// figures is what --json prints.
type figures struct {
	rating.Estimate
	*rating.Test        // nil without a test
	Note         string `json:"note,omitempty"`
}

// Run prints the figures.
func (c statsEloCmd) Run(s streams) error { return c.show(s.out, nil) }

// Run prints the figures and the test.
func (c statsSPRTCmd) Run(s streams) error {
	t, err := c.sprt()
	if err != nil {
		return err
	}
	return c.show(s.out, &t)
}

func (c counts) show(w io.Writer, t *rating.SPRT) error {
	f, err := c.figures(t)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(f)
	}
	_, err = w.Write(f.append(nil))
	return err
}

// figures computes what was asked for.
func (c counts) figures(t *rating.SPRT) (figures, error) {
	var f figures
	var test rating.Test
	if c.Penta != "" {
		n, err := numbers("--penta", c.Penta, 5)
		if err != nil {
			return f, err
		}
		pairs := rating.Pairs{LL: n[0], LD: n[1], DD: n[2], WD: n[3], WW: n[4]}
		if err := pairs.Check(); err != nil {
			return f, err
		}
		f.Estimate = pairs.Estimate()
		if t != nil {
			if test, err = t.Pairs(pairs); err != nil {
				return f, err
			}
		}
	} else {
		n, err := numbers("--wdl", c.WDL, 3)
		if err != nil {
			return f, err
		}
		games := rating.Games{Wins: n[0], Draws: n[1], Losses: n[2]}
		if err := games.Check(); err != nil {
			return f, err
		}
		f.Estimate = games.Estimate()
		if t != nil {
			if test, err = t.Games(games); err != nil {
				return f, err
			}
		}
	}
	f.Note = strings.TrimSpace(f.Estimate.Note + " " + test.Note)
	if t != nil {
		f.Test = &test
	}
	return f, nil
}

// numbers reads exactly n whole numbers separated by commas.
func numbers(flag, text string, n int) ([]int, error) {
	fields := strings.Split(text, ",")
	if len(fields) != n {
		return nil, fmt.Errorf("%s %s: found %d numbers; want %d, separated by commas", flag, text, len(fields), n)
	}
	values := make([]int, n)
	for i, field := range fields {
		value, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return nil, fmt.Errorf("%s %s: %q is no whole number", flag, text, field)
		}
		values[i] = value
	}
	return values, nil
}

// append tells the figures to a person.
func (f figures) append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "Elo    %s\n", rating.WithError(f.Elo, f.EloError95))
	dst = fmt.Appendf(dst, "nElo   %s\n", rating.WithError(f.NElo, f.NEloError95))
	dst = fmt.Appendf(dst, "LOS    %s\n", rating.Percent(f.LOS, 2))
	dst = fmt.Appendf(dst, "score  %s, draws %s\n", rating.Percent(f.Score, 2), rating.Percent(f.DrawRatio, 2))
	if f.Test != nil {
		dst = fmt.Appendf(dst, "LLR    %.2f in (%.2f, %.2f): %s\n", f.LLR, f.Lower, f.Upper, f.Verdict)
	}
	if f.Note != "" {
		dst = fmt.Appendf(dst, "%s\n", f.Note)
	}
	return dst
}
