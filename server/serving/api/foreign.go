package api

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/replay"
)

// matchesHeader has the number of matches in an uploaded file.
const matchesHeader = "Arbiter-Matches"

// maxForeign is how many matches of an uploaded file are looked at. Whoever has more imports them.
const maxForeign = 100

// makeForeignFrames generates the frames of a match that was played on CodinGame.
func (s *Server) makeForeignFrames(in *framesIn) (*huma.StreamResponse, error) {
	rec, g, matches, err := s.foreign(in.RawBody, in.Match)
	if err != nil {
		return nil, invalidBody(err)
	}
	header := map[string]string{"Content-Type": jsonLines, matchesHeader: strconv.Itoa(matches)}
	return s.streamReplay(rec, g, in.Encoding, "", header, func(w io.Writer) error { return replay.ExportFull(rec, g, w) })
}

// foreign plays a match of a file through the rules, and counts the matches. No referee that is
// a program is started for it.
func (s *Server) foreign(file []byte, number int) (rec *replay.Record, g referee.Game, matches int, err error) {
	known := slices.DeleteFunc(s.Scheduler.Games.All(), func(g referee.Game) bool {
		_, program := g.(referee.Rereader)
		return program
	})
	read := 0
	for m, err := range codingame.Read(bytes.NewReader(file)) {
		if err != nil {
			return nil, nil, 0, err
		}
		if read++; read > maxForeign {
			return nil, nil, 0, fmt.Errorf("more than %d matches in the file; arbiter import takes all of them", maxForeign)
		}
		found, err := m.Find(known)
		if err != nil {
			return nil, nil, 0, fmt.Errorf("match %d: %w", read, err)
		}
		played, err := m.Play(found, codingame.Options{Version: s.Version, At: time.Now()})
		if err != nil {
			return nil, nil, 0, fmt.Errorf("match %d: %w", read, err)
		}
		if i := number - matches - 1; i >= 0 && i < len(played) {
			rec, g = played[i].Record, found
		}
		matches += len(played)
	}
	if rec == nil {
		return nil, nil, 0, fmt.Errorf("the file has %d matches; found a request for match %d", matches, number)
	}
	return rec, g, matches, nil
}
