package flags

import (
	"arbiter/bots/ctf"
	"arbiter/bots/domain"
	"arbiter/bots/flames"
	"arbiter/bots/heropath"
	"arbiter/bots/keeper"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// Judging returns who judges a recorded match.
func Judging(rec *replay.Record, g referee.Game) (analysis.Judging, error) {
	switch g.Info().Name {
	case "ctf":
		return analysis.Judging{Name: ctf.JudgeName, Scale: ctf.JudgeScale, Least: ctf.JudgeLeast, New: func(seat int) analysis.Judge { return ctf.NewJudge(seat) }}, nil
	case "domain":
		return analysis.Judging{Name: domain.JudgeName, Scale: domain.JudgeScale, New: func(int) analysis.Judge { return domain.NewJudge() }}, nil
	case "flames":
		return analysis.Judging{Name: flames.JudgeName, Scale: flames.JudgeScale, New: func(int) analysis.Judge { return flames.NewJudge() }}, nil
	case "heropath":
		return analysis.Judging{Name: heropath.JudgeName, Scale: heropath.JudgeScale, New: func(int) analysis.Judge { return heropath.NewJudge() }}, nil
	case "keeper":
		return analysis.Judging{Name: keeper.JudgeName, Scale: keeper.JudgeScale, New: func(int) analysis.Judge { return keeper.NewJudge() }}, nil
	}
	return analysis.Generic(g, referee.Setup{Seed: rec.Header.Seed, Position: rec.Header.Setup}, len(rec.Header.Seats))
}
