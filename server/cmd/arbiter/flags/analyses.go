package flags

import (
	"errors"
	"os"
	"path/filepath"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// Analyses returns where the analyses of commands are kept: in the user's cache folder.
func Analyses() analyst.Cache {
	if dir, err := os.UserCacheDir(); err == nil {
		return analyst.Cache{Dir: filepath.Join(dir, CacheFolder, "analyses")}
	}
	return analyst.Cache{}
}

// KnownAnalysis returns the longest analysis of a match that is kept on this machine: by a
// command, or beside the database by its server. It is nil for none, and for a game
// without a judge.
func (f Library) KnownAnalysis(rec *replay.Record, g referee.Game) (*analysis.Analysis, error) {
	j, err := Judging(rec, g)
	if errors.Is(err, judge.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	own, err := Analyses().Known(rec, j)
	if err != nil || f.Server != "" {
		return own, err
	}
	servers, err := analyst.Cache{Dir: f.DB + AnalysesSuffix}.Known(rec, j)
	if own == nil || servers != nil && servers.Seconds > own.Seconds {
		return servers, err
	}
	return own, err
}
