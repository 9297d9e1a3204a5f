package selfplay

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Format is how Run writes a data set.
type Format string

// The formats, named as the ends of file names.
const (
	JSONLines     Format = ".jsonl"
	JSONLinesGzip Format = ".jsonl.gz"
	NPZ           Format = ".npz"  // arrays, as numpy.load reads them
	Rows          Format = ".rows" // a folder of arrays that numpy maps
)

// arrays reports whether the format has arrays instead of lines.
func (f Format) arrays() bool { return f == NPZ || f == Rows }

// FormatOf returns the format that the name of a file or folder asks for.
func FormatOf(name string) (Format, error) {
	for _, f := range []Format{JSONLines, JSONLinesGzip, NPZ, Rows} {
		if strings.HasSuffix(name, string(f)) {
			return f, nil
		}
	}
	return "", fmt.Errorf("%s: want a name that ends in %s, %s, %s or %s", name, JSONLines, JSONLinesGzip, NPZ, Rows)
}

// A dataset encodes the games of a run, several at a time, and writes them in
// order.
type dataset interface {
	// encode returns the pieces of a game for write, and the rows in them.
	encode(game *recorder, policies []Policy) (pieces [][]byte, rows int, err error)
	write(pieces [][]byte, rows int) error
	// close writes what is left to write, also after an error of the run.
	close() error
}

// newDataset returns the data set of the options' format.
func newDataset(w io.Writer, o *Options) (dataset, error) {
	switch o.Format {
	case NPZ:
		return newNPZ(w, o)
	case Rows:
		return newRows(o)
	case JSONLinesGzip:
		zipped := gzip.NewWriter(w)
		return &jsonLines{zipped, zipped.Close}, nil
	}
	return &jsonLines{w, func() error { return nil }}, nil
}

// jsonLines is a data set of a line of JSON for each row.
type jsonLines struct {
	w   io.Writer
	end func() error
}

func (j *jsonLines) encode(game *recorder, policies []Policy) ([][]byte, int, error) {
	text, err := game.encode(policies)
	return [][]byte{text}, bytes.Count(text, []byte("\n")), err
}

func (j *jsonLines) write(pieces [][]byte, _ int) error {
	_, err := j.w.Write(pieces[0])
	return err
}

func (j *jsonLines) close() error { return j.end() }

// encode returns the lines of a game.
func (r *recorder) encode(policies []Policy) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if r.options.Per == PerGame {
		game := gameLine{
			Game: r.number, Seed: r.seed, Opening: r.opening, Turns: r.turns,
			Scores: r.result.Scores, Ranks: r.result.Ranks, Reason: r.result.Reason, Faults: r.result.Faults,
		}
		for _, p := range policies {
			game.Policies = append(game.Policies, p.String())
		}
		err := enc.Encode(game)
		return text.Bytes(), err
	}
	for i := range r.rows {
		p := &r.rows[i].turnLine
		p.Score, p.Rank = r.result.Scores[p.Seat], r.result.Ranks[p.Seat]
		if r.options.Observe.planes() {
			p.Observation = appendNumbers(nil, r.rows[i].planes)
		}
		if err := enc.Encode(p); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
