package selfplay

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"arbiter/referee"
)

// A column is an array of a data set, with an entry for each turn of each seat or
// for each game.
type column struct {
	name  string
	dtype string // as numpy names it
	shape []int  // of an entry
	// add appends an entry. Of a column with an entry for each game row is nil.
	add func(dst []byte, game *recorder, row *recordedRow) []byte
}

// npz is a data set of arrays. Their lengths stand in front of them, so rows wait,
// compressed, in files without a name until the last game.
type npz struct {
	w      io.Writer
	arrays []column
	spools []*spool
	rows   int
}

func newNPZ(w io.Writer, o *Options) (*npz, error) {
	m, table, err := o.arrayed()
	if err != nil {
		return nil, err
	}
	n := &npz{w: w, arrays: npzArrays(table, m.(referee.Observer).Space())}
	for range n.arrays {
		s, err := newSpool(o.Spool)
		if err != nil {
			return nil, errors.Join(err, n.closeSpools())
		}
		n.spools = append(n.spools, s)
	}
	return n, nil
}

// npzArrays returns the arrays of a game.
func npzArrays(table *actionTable, space referee.Space) []column {
	actions := table.shape()
	little := binary.LittleEndian
	return []column{
		{"planes", "<f4", []int{len(space.Planes), space.Height, space.Width}, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return append(dst, pack(row.planes)...)
		}},
		{"actions", "<i4", actions, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			for _, a := range row.actions {
				dst = little.AppendUint32(dst, uint32(a))
			}
			return dst
		}},
		{"masks", "|b1", []int{table.size}, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return append(dst, row.mask...)
		}},
		{"returns", "<f4", nil, func(dst []byte, game *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, math.Float32bits(game.returns(row)))
		}},
		{"scores", "<i8", nil, func(dst []byte, game *recorder, row *recordedRow) []byte {
			return little.AppendUint64(dst, uint64(game.result.Scores[row.Seat]))
		}},
		{"ranks", "<i4", nil, func(dst []byte, game *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(game.result.Ranks[row.Seat]))
		}},
		{"games", "<i4", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(row.Game))
		}},
		{"seeds", "<i8", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint64(dst, uint64(row.Seed))
		}},
		{"turns", "<i4", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(row.Turn))
		}},
		{"seats", "<i4", nil, func(dst []byte, _ *recorder, row *recordedRow) []byte {
			return little.AppendUint32(dst, uint32(row.Seat))
		}},
	}
}

func (n *npz) encode(game *recorder, _ []Policy) ([][]byte, int, error) {
	pieces := make([][]byte, len(n.arrays))
	for k, array := range n.arrays {
		for i := range game.rows {
			pieces[k] = array.add(pieces[k], game, &game.rows[i])
		}
	}
	return pieces, len(game.rows), nil
}

func (n *npz) write(pieces [][]byte, rows int) error {
	for k, piece := range pieces {
		if _, err := n.spools[k].zipped.Write(piece); err != nil {
			return err
		}
	}
	n.rows += rows
	return nil
}

func (n *npz) close() error {
	archive := zip.NewWriter(n.w)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	var err error
	for k, array := range n.arrays {
		if err == nil {
			err = n.writeArray(archive, array, n.spools[k])
		}
	}
	if err == nil {
		err = archive.Close()
	}
	return errors.Join(err, n.closeSpools())
}

func (n *npz) writeArray(archive *zip.Writer, array column, s *spool) error {
	w, err := archive.Create(array.name + ".npy")
	if err != nil {
		return err
	}
	if _, err := w.Write(npyHeader(array.dtype, append([]int{n.rows}, array.shape...), 0)); err != nil {
		return err
	}
	rows, err := s.reader()
	if err == nil {
		_, err = io.Copy(w, rows)
	}
	return err
}

func (n *npz) closeSpools() error {
	var errs []error
	for _, s := range n.spools {
		errs = append(errs, s.file.Close())
	}
	return errors.Join(errs...)
}

// npyHeader returns what stands before the numbers of an array in numpy's format,
// version 1.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
// It has at least so many bytes.
func npyHeader(dtype string, shape []int, least int) []byte {
	var sides strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&sides, "%d, ", n)
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, strings.TrimSuffix(sides.String(), " "))
	const prefix, alignment = 10, 64
	padding := alignment - (prefix+len(text)+1)%alignment
	for prefix+len(text)+padding+1 < least {
		padding += alignment
	}
	text += strings.Repeat(" ", padding) + "\n"
	header := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(header[8:], uint16(len(text)))
	return append(header, text...)
}

// A spool is a compressed temporary file that has no name, so that nothing is left
// of it whatever ends the program.
type spool struct {
	file   *os.File
	zipped *flate.Writer
}

func newSpool(folder string) (*spool, error) {
	file, err := os.CreateTemp(folder, ".arbiter-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	zipped, err := flate.NewWriter(file, flate.BestSpeed)
	return &spool{file, zipped}, err
}

// reader ends the writing and returns what was written.
func (s *spool) reader() (io.Reader, error) {
	if err := s.zipped.Close(); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return flate.NewReader(bufio.NewReader(s.file)), nil
}
