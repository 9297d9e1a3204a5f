package selfplay

import (
	"bytes"
	"compress/flate"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"arbiter/referee"
)

// The parts of a folder of Rows that are not arrays.
const (
	rowsIndex   = "rows.json"
	rowsPlanes  = "planes.bin"
	rowsVersion = 1
)

// rowsContent is what rows.json says of its folder.
type rowsContent struct {
	Format   string               `json:"format"` // "arbiter rows"
	Version  int                  `json:"version"`
	Game     string               `json:"game"`
	Rows     int                  `json:"rows"`
	Games    int                  `json:"games"`
	Planes   []int                `json:"planes"`   // shape of an observation
	Actions  []int                `json:"actions"`  // entries of each part of the table
	Policies []string             `json:"policies"` // that the array of this name numbers
	Openings []string             `json:"openings"` // that seeds start from, modulo their number
	Bytes    int64                `json:"bytes"`    // of planes.bin
	Arrays   map[string]rowsArray `json:"arrays"`   // by file name without .npy
}

// A rowsArray is what rows.json says of an array.
type rowsArray struct {
	Type  string `json:"type"` // as numpy names it
	Shape []int  `json:"shape"`
}

// rows is a data set of files that numpy maps, and of planes that are compressed
// row by row, so that any row can be read alone. It grows in a folder of its own,
// which gets its name at the end.
type rows struct {
	folder  string // its name at the end
	growing string
	content rowsContent
	perRow  []column
	perGame []column
	files   []*npyFile // of perRow, of perGame, offsets, starts
	planes  *grownFile
	zips    sync.Pool
	broken  bool // a write failed
}

func newRows(o *Options) (*rows, error) {
	m, table, err := o.arrayed()
	if err != nil {
		return nil, err
	}
	if err := replaceable(o.Folder); err != nil {
		return nil, err
	}
	space := m.(referee.Observer).Space()
	r := &rows{
		folder: filepath.Clean(o.Folder), perRow: rowColumns(table),
		content: rowsContent{
			Format: "arbiter rows", Version: rowsVersion, Game: o.Game.Info().Name,
			Planes: []int{len(space.Planes), space.Height, space.Width}, Openings: o.Starts.names(), Arrays: map[string]rowsArray{},
		},
		zips: sync.Pool{New: func() any {
			// The error is for levels that do not exist.
			z, _ := flate.NewWriter(nil, flate.BestSpeed)
			return z
		}},
	}
	for _, part := range table.parts {
		r.content.Actions = append(r.content.Actions, len(part))
	}
	var numbers []byte
	for _, p := range o.Policies {
		if !slices.Contains(r.content.Policies, p.String()) {
			r.content.Policies = append(r.content.Policies, p.String())
		}
		numbers = append(numbers, byte(slices.Index(r.content.Policies, p.String())))
	}
	r.perGame = gameColumns(numbers)
	r.growing = filepath.Join(filepath.Dir(r.folder), ".arbiter-"+rand.Text())
	if err := os.Mkdir(r.growing, 0o777); err != nil {
		return nil, err
	}
	if err := r.create(); err != nil {
		return nil, errors.Join(err, r.discard())
	}
	return r, nil
}

// replaceable returns an error if a data set may not be written under a name: something
// else is there, or a data set together with files of others.
func replaceable(folder string) error {
	found, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	foreign, indexed := "", len(found) == 0 && err == nil
	for _, f := range found {
		indexed = indexed || f.Name() == rowsIndex
		if name := f.Name(); !f.Type().IsRegular() || name != rowsIndex && name != rowsPlanes && filepath.Ext(name) != ".npy" {
			foreign = name
		}
	}
	switch {
	case !indexed:
		return fmt.Errorf("%s is there and is no data set of selfplay (a folder with a %s), so it is not replaced; want another name", folder, rowsIndex)
	case foreign != "":
		return fmt.Errorf("%s has %q in it, which is not of its data set, so it is not replaced; want another name", folder, foreign)
	}
	return nil
}

// rowColumns returns the arrays with an entry for each row.
func rowColumns(table *actionTable) []column {
	little := binary.LittleEndian
	return []column{
		{"games", "<u4", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(row.Game))
		}},
		{"turns", "<u4", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(row.Turn))
		}},
		{"seats", "|u1", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return append(dst, byte(row.Seat))
		}},
		{"actions", "<i2", table.shape(), func(dst []byte, _ *recorder, row *recordedRow) []byte {
			for _, a := range row.actions {
				dst = little.AppendUint16(dst, uint16(a))
			}
			return dst
		}},
		{"masks", "|u1", []int{(table.size + 7) / 8}, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return appendBits(dst, row.mask)
		}},
		{"returns", "<f4", nil, func(dst []byte, game *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, math.Float32bits(game.returns(row)))
		}},
	}
}

// gameColumns returns the arrays with an entry for each game.
// numbers are those of the policies by seat.
func gameColumns(numbers []byte) []column {
	little, bySeat := binary.LittleEndian, []int{len(numbers)}
	return []column{
		{"seeds", "<i8", nil, func(dst []byte, game *recorder, _ *recordedRow) []byte {
			return little.AppendUint64(dst, uint64(game.seed))
		}},
		{"digests", "<u8", nil, func(dst []byte, game *recorder, _ *recordedRow) []byte {
			return little.AppendUint64(dst, uint64(game.digests.Last))
		}},
		{"scores", "<i8", bySeat, func(dst []byte, game *recorder, _ *recordedRow) []byte {
			for _, score := range game.result.Scores {
				dst = little.AppendUint64(dst, uint64(score))
			}
			return dst
		}},
		{"ranks", "|u1", bySeat, func(dst []byte, game *recorder, _ *recordedRow) []byte {
			for _, rank := range game.result.Ranks {
				dst = append(dst, byte(rank))
			}
			return dst
		}},
		{"policies", "|u1", bySeat, func(dst []byte, _ *recorder, _ *recordedRow) []byte {
			return append(dst, numbers...)
		}},
		{"policy_seeds", "<u4", bySeat, func(dst []byte, game *recorder, _ *recordedRow) []byte {
			for _, seed := range drawSeeds(len(numbers), game.seed) {
				dst = little.AppendUint32(dst, uint32(seed))
			}
			return dst
		}},
	}
}

// endColumns returns the arrays that only write can fill: where the planes of each row begin in
// planes.bin, and the rows of each game. Each has another entry for the end.
func endColumns() []column {
	return []column{{"offsets", "<u8", nil, nil}, {"starts", "<u8", nil, nil}}
}

// columns returns all columns in the order of the files.
func (r *rows) columns() []column { return slices.Concat(r.perRow, r.perGame, endColumns()) }

// create creates the files.
func (r *rows) create() error {
	for _, c := range r.columns() {
		f, err := newGrownFile(filepath.Join(r.growing, c.name+".npy"))
		if err != nil {
			return err
		}
		r.files = append(r.files, &npyFile{f, c})
		if _, err := f.Write(npyHeader(c.dtype, append([]int{0}, c.shape...), npyRoom)); err != nil {
			return err
		}
	}
	var err error
	if r.planes, err = newGrownFile(filepath.Join(r.growing, rowsPlanes)); err != nil {
		return err
	}
	for _, f := range r.files[len(r.files)-len(endColumns()):] {
		if _, err := f.Write(make([]byte, 8)); err != nil {
			return err
		}
	}
	return nil
}

// encode returns the entries of perRow and perGame, the lengths of the rows' planes
// and the planes.
func (r *rows) encode(game *recorder, _ []Policy) ([][]byte, int, error) {
	var pieces [][]byte
	for _, c := range r.perRow {
		var piece []byte
		for i := range game.rows {
			piece = c.add(piece, game, &game.rows[i])
		}
		pieces = append(pieces, piece)
	}
	for _, c := range r.perGame {
		pieces = append(pieces, c.add(nil, game, nil))
	}
	var lengths, raw []byte
	var planes bytes.Buffer
	zipped := r.zips.Get().(*flate.Writer)
	defer r.zips.Put(zipped)
	for i := range game.rows {
		before := planes.Len()
		raw = appendSmallest(raw[:0], game.rows[i].planes)
		zipped.Reset(&planes)
		if _, err := zipped.Write(raw); err != nil {
			return nil, 0, err
		}
		if err := zipped.Close(); err != nil {
			return nil, 0, err
		}
		lengths = binary.LittleEndian.AppendUint64(lengths, uint64(planes.Len()-before))
	}
	return append(pieces, lengths, planes.Bytes()), len(game.rows), nil
}

func (r *rows) write(pieces [][]byte, count int) error {
	err := r.append(pieces, count)
	r.broken = r.broken || err != nil
	return err
}

func (r *rows) append(pieces [][]byte, count int) error {
	arrays, lengths, planes := pieces[:len(pieces)-2], pieces[len(pieces)-2], pieces[len(pieces)-1]
	for k, piece := range arrays {
		if _, err := r.files[k].Write(piece); err != nil {
			return err
		}
	}
	if _, err := r.planes.Write(planes); err != nil {
		return err
	}
	// Lengths become offsets: those of the rows' ends, since 0 stands in front.
	offsets, starts := r.files[len(r.files)-2], r.files[len(r.files)-1]
	little := binary.LittleEndian
	for at := 0; at < len(lengths); at += 8 {
		r.content.Bytes += int64(little.Uint64(lengths[at:]))
		little.PutUint64(lengths[at:], uint64(r.content.Bytes))
	}
	if _, err := offsets.Write(lengths); err != nil {
		return err
	}
	r.content.Rows += count
	r.content.Games++
	_, err := starts.Write(little.AppendUint64(nil, uint64(r.content.Rows)))
	return err
}

// close gives the folder its name, if it has a game and all of what was written.
func (r *rows) close() error {
	if r.broken || r.content.Games == 0 {
		return r.discard()
	}
	if err := r.finish(); err != nil {
		return errors.Join(err, r.discard())
	}
	return r.publish()
}

// finish writes what is known at the end.
func (r *rows) finish() error {
	for k, f := range r.files {
		entries := r.content.Rows
		switch {
		case k == len(r.files)-1:
			entries = r.content.Games + 1
		case k == len(r.files)-2:
			entries++
		case k >= len(r.perRow):
			entries = r.content.Games
		}
		shape := append([]int{entries}, f.column.shape...)
		r.content.Arrays[f.column.name] = rowsArray{f.column.dtype, shape}
		if err := f.end(npyHeader(f.column.dtype, shape, npyRoom)); err != nil {
			return err
		}
	}
	if err := r.planes.end(nil); err != nil {
		return err
	}
	index, err := newGrownFile(filepath.Join(r.growing, rowsIndex))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(index)
	enc.SetEscapeHTML(false)
	return errors.Join(enc.Encode(r.content), index.end(nil))
}

// publish puts the folder in the place of an older one.
func (r *rows) publish() error {
	err := replaceable(r.folder)
	if err != nil {
		return errors.Join(err, r.discard())
	}
	old := r.growing + "-old"
	if err := os.Rename(r.folder, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return errors.Join(err, r.discard())
	}
	if err := os.Rename(r.growing, r.folder); err != nil {
		return errors.Join(err, r.discard())
	}
	return os.RemoveAll(old)
}

// discard removes what has grown.
func (r *rows) discard() error {
	for _, f := range r.files {
		f.file.Close() // again if it has ended, which is no matter
	}
	if r.planes != nil {
		r.planes.file.Close()
	}
	return os.RemoveAll(r.growing)
}

// appendBits appends a mask with a bit for each entry, the first one the highest of
// its byte, as numpy.unpackbits reads them.
func appendBits(dst, mask []byte) []byte {
	for bits := range slices.Chunk(mask, 8) {
		var packed byte
		for i, bit := range bits {
			packed |= bit << (7 - i)
		}
		dst = append(dst, packed)
	}
	return dst
}

// appendSmallest appends numbers in the smallest of the types u1, i2 and f4 that
// holds all of them. The length says which it is.
func appendSmallest(dst []byte, numbers []float32) []byte {
	little := binary.LittleEndian
	least, most, whole := float32(0), float32(0), true
	for _, n := range numbers {
		least, most = min(least, n), max(most, n)
		whole = whole && n == float32(math.Trunc(float64(n)))
	}
	switch {
	case whole && least >= 0 && most <= math.MaxUint8:
		for _, n := range numbers {
			dst = append(dst, byte(n))
		}
	case whole && least >= math.MinInt16 && most <= math.MaxInt16:
		for _, n := range numbers {
			dst = little.AppendUint16(dst, uint16(int16(n)))
		}
	default:
		for _, n := range numbers {
			dst = little.AppendUint32(dst, math.Float32bits(n))
		}
	}
	return dst
}
