package ctf

import (
	"flag"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

var prospects = flag.Int("prospects", 12, "matches by which prospect is fitted, and half as many by which it is tried")

// A foretold is a position as prospect sees it, and what came of it for seat 0.
type foretold struct {
	leads  vector
	result float64
}

// foretell plays matches between players and returns a position of every ninth turn.
func foretell(first int64, matches int, players []player) []foretold {
	var all []foretold
	for n := range int64(matches) {
		var of []foretold
		a := int(n) % len(players)
		b := (a + int(n)/len(players)) % len(players)
		table := (*rules.Table)(nil)
		s := watched(first+n, [2]player{players[a], players[b]}, func(s *rules.State, seat int, _ *Policy) {
			if table == nil {
				table = rules.NewTable(&s.Map)
			}
			if seat == 0 && (int64(s.Turn)+n)%9 == 0 {
				of = append(of, foretold{leads: leads(s, table)})
			}
		})
		scores := s.Scores()
		for i := range of {
			of[i].result = 0.5 + float64(scores[0]-scores[1])/2
		}
		all = append(all, of...)
	}
	return all
}

// brier returns the mean square error of chances.
func brier(of []foretold, weights *vector) float64 {
	sum := 0.0
	for _, f := range of {
		miss := chance(weights, &f.leads) - f.result
		sum += miss * miss
	}
	return sum / float64(len(of))
}

// fit returns the weights of a logistic regression without an intercept, by Newton's
// method with a little ridge.
func fit(t *testing.T, of []foretold) (w vector) {
	t.Helper()
	const ridge = 1e-3
	for range 30 {
		gradient, information := mat.NewVecDense(len(w), nil), mat.NewSymDense(len(w), nil)
		for i := range w {
			gradient.SetVec(i, -ridge*w[i])
			information.SetSym(i, i, ridge)
		}
		for _, f := range of {
			p, x := chance(&w, &f.leads), mat.NewVecDense(len(w), f.leads[:])
			gradient.AddScaledVec(gradient, f.result-p, x)
			information.SymRankOne(information, p*(1-p), x)
		}
		var chol mat.Cholesky
		var step mat.VecDense
		if !chol.Factorize(information) {
			t.Fatal("the leads do not tell the weights")
		}
		if err := chol.SolveVecTo(&step, gradient); err != nil {
			t.Fatal(err)
		}
		for i := range w {
			w[i] += step.AtVec(i)
		}
	}
	return w
}

// manyKinds returns bosses, styles and those strangers, so many of each that none prevails.
func manyKinds(nodes int, of []stranger.Stranger) []player {
	players := []player{bossPlayer(nodes), bossPlayer(nodes), bossPlayer(nodes / 3), stylePlayer(style.Find("greedy")), stylePlayer(style.Find("hunter")), stylePlayer(style.Find("raid"))}
	for _, s := range of {
		players = append(players, strangerPlayer(s))
	}
	return players
}

// "How likely seat 0 wins": the mean square error of the chances (Brier score) is measured
// in matches of many kinds of players, to which prospect was not fitted. It is less than a
// tenth above the error of a fit to other matches of such players. It is also less than
// the error of a guess by who is ahead.
//
//	go test ./bots/ctf -run TestProspectComesTrue -prospects 1200 -v -timeout 1h
func TestProspectComesTrue(t *testing.T) {
	fitted := fit(t, foretell(8_000_001, *prospects, manyKinds(300, stranger.Tuned())))
	t.Logf("fitted to %d matches: %.4g", *prospects, fitted)
	for what, players := range map[string][]player{
		"many kinds, with strangers who are held out": manyKinds(500, stranger.HeldOut()),
		"the boss against itself":                     {bossPlayer(500)},
	} {
		of := foretell(8_500_001, *prospects/2, players)
		ahead := 0.0
		for _, f := range of {
			miss := 0.5 - f.result
			if f.leads[2] != 0 {
				miss = (1+math.Copysign(1, f.leads[2]))/2 - f.result
			}
			ahead += miss * miss / float64(len(of))
		}
		is, could := brier(of, &leadWeights), brier(of, &fitted)
		t.Logf("%s: %d positions of %d matches: %.4f, by this fit %.4f, by who has more minions %.4f", what, len(of), *prospects/2, is, could, ahead)
		if is > ahead || *prospects >= 600 && is > 1.1*could {
			t.Errorf("%s: %.4f; want less than %.4f, and no more than a tenth above %.4f", what, is, ahead, could)
		}
	}
}
