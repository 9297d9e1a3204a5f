// Package sample makes plausible matches by the hundred thousand, for measurements
// of what a large database costs. They were never played: they have results,
// faults, attributes and metrics, and no replays.
package sample

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// Names of the tournaments.
const (
	Duels = "sample-domain" // of two seats
	Solo  = "sample-keeper"
)

// batch is how many reports share a transaction.
const batch = 500

// Fill saves about so many matches, half of them in a tournament of domain with
// twenty bots and half in one of keeper with ten, ending at a time. The same
// arguments make the same matches.
func Fill(ctx context.Context, store league.Store, matches int, end time.Time) error {
	r := rand.New(rand.NewPCG(uint64(matches), 1))
	for _, one := range []struct {
		name, game string
		seats      int
		bots       int
	}{{Duels, "domain", 2, 20}, {Solo, "keeper", 1, 10}} {
		perStart := one.bots
		if one.seats == 2 {
			perStart = one.bots * (one.bots - 1)
		}
		t := league.Tournament{
			ID: one.name, Game: one.game, Seats: one.seats, Format: league.RoundRobin,
			Limits: referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond}, CreatedAt: end.Add(-time.Duration(matches) * 20 * time.Millisecond),
		}
		var bots []league.Bot
		for i := range one.bots {
			bots = append(bots, league.NewBot(one.game, fmt.Sprintf("bot%02d", i+1), "./bot", "1.0", fmt.Sprintf("%08x%08x", r.Uint32(), i)))
		}
		t.Bots = league.IDs(bots)
		for seed := range max(1, matches/2/perStart) {
			t.Starts = append(t.Starts, league.Start{Seed: int64(seed + 1)})
		}
		if err := store.SaveTournament(ctx, t, bots, nil); err != nil {
			return err
		}
		if err := fill(ctx, store, t, r); err != nil {
			return err
		}
		if err := store.SetTournamentState(ctx, t.ID, league.Done, "", end.Truncate(time.Millisecond)); err != nil {
			return err
		}
	}
	return nil
}

// fill saves the matches of a tournament.
func fill(ctx context.Context, store league.Store, t league.Tournament, r *rand.Rand) error {
	strengths := make([]float64, len(t.Bots))
	for i := range strengths {
		strengths[i] = r.NormFloat64()
	}
	var reports []league.Report
	at, number := t.CreatedAt, 0
	add := func(p league.Pairing, scores ...int64) error {
		number++
		at = at.Add(time.Duration(1+r.IntN(30)) * time.Millisecond)
		reports = append(reports, report(t, p, scores, at, number, r))
		if len(reports) < batch {
			return nil
		}
		err := store.SaveReports(ctx, reports)
		reports = nil
		return err
	}
	for _, start := range t.Starts {
		luck := 300 * r.NormFloat64()
		for i := range t.Bots {
			if t.Seats == 1 {
				score := int64(1000 + 500*strengths[i] + luck + 400*r.NormFloat64())
				if err := add(league.Pairing{Round: 1, Seats: []string{t.Bots[i]}, Start: start}, score); err != nil {
					return err
				}
				continue
			}
			for j := range t.Bots {
				if i == j {
					continue
				}
				own := int64(20 + 4*(strengths[i]-strengths[j]) + 5*r.NormFloat64())
				p := league.Pairing{Round: 1, Seats: []string{t.Bots[i], t.Bots[j]}, Start: start}
				if err := add(p, max(own, 0), max(40-own, 0)); err != nil {
					return err
				}
			}
		}
	}
	return store.SaveReports(ctx, reports)
}

// report returns the report of a match. One seat of a hundred has a fault.
func report(t league.Tournament, p league.Pairing, scores []int64, at time.Time, number int, r *rand.Rand) league.Report {
	m := league.Report{
		Job: league.Job{ID: p.ID(t.ID), Tournament: t.ID, Pairing: p}, Game: t.Game, Rules: 1, Limits: t.Limits,
		Result: referee.Result{Scores: scores, Ranks: referee.RankScores(scores), Reason: "turn_limit", Faults: []referee.Fault{}},
		Turns:  20 + r.IntN(80), Play: league.Play(r.Uint64()), PlayedAt: at.Truncate(time.Millisecond), Duration: time.Duration(1000+r.IntN(20_000)) * time.Microsecond,
		Attributes: []referee.Attribute{{Name: "walls", Value: float64(r.IntN(60))}, {Name: "cells", Value: 49}},
	}
	for seat := range p.Seats {
		turn := time.Duration(100+r.IntN(900)) * time.Microsecond
		m.Times = append(m.Times, league.Times{Answers: m.Turns, Wall: time.Duration(m.Turns) * turn, CPU: time.Duration(m.Turns) * turn / 2, MaxWall: 3 * turn})
		m.Metrics = append(m.Metrics, league.Metric{Seat: seat, Name: "depth", Value: math.Round(4 + 2*r.NormFloat64())})
		if r.IntN(100) == 0 {
			turn := 1 + r.IntN(m.Turns)
			fault := referee.Fault{Turn: turn, Seat: seat, Kind: referee.Illegal, Line: fmt.Sprintf("MOVE %d", r.IntN(49)), Why: fmt.Sprintf("cell %d is a wall", r.IntN(49))}
			if number%3 == 0 {
				limit := t.Limits.Turn
				if turn == 1 {
					limit = t.Limits.First
				}
				fault = referee.Fault{Turn: turn, Seat: seat, Kind: referee.Timeout, Why: fmt.Sprintf("no answer within %d ms", limit.Milliseconds())}
				times := &m.Times[seat] // of which that answer is the slowest
				times.Wall, times.MaxWall = times.Wall+limit, limit
			}
			m.Result.Faults, m.Result.Reason = append(m.Result.Faults, fault), string(fault.Kind)
		}
	}
	return m
}
