package selfplay

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"arbiter/referee"
)

// MaxShared bounds the memory that a session shares, so that a typo cannot
// exhaust it.
const MaxShared = 8 << 30

// A sharedArray says where an array lies in the shared file.
type sharedArray struct {
	Type   string `json:"type"` // as numpy names it, e.g. <f4
	Offset int    `json:"offset"`
	Shape  []int  `json:"shape"`
}

// alignment of the arrays: a page, so that the arrays of final observations,
// which are hardly ever written, take no memory of their own.
const alignment = 4096

// A layout is the arrays of a shared file.
type layout struct {
	Matches int                    `json:"matches"`
	Size    int                    `json:"size"` // bytes
	Arrays  map[string]sharedArray `json:"arrays"`
}

// add appends an array of elements of so many bytes.
func (l *layout) add(name, numpyType string, bytes int, shape ...int) {
	l.Arrays[name] = sharedArray{numpyType, l.Size, shape}
	for _, n := range shape {
		bytes *= n
	}
	l.Size += (bytes + alignment - 1) / alignment * alignment
}

// newLayout returns the arrays for so many matches of a game with this table of
// actions, which may be nil, and this space, which is nil without planes.
func newLayout(matches, seats int, table *actionTable, space *referee.Space) layout {
	l := layout{Matches: matches, Arrays: map[string]sharedArray{}}
	l.add("asked", "|u1", 1, matches, seats)
	l.add("rewards", "<f8", 8, matches, seats)
	l.add("terminated", "|u1", 1, matches)
	l.add("truncated", "|u1", 1, matches)
	l.add("scores", "<i8", 8, matches, seats)
	l.add("ranks", "<i4", 4, matches, seats)
	l.add("turns", "<i4", 4, matches)
	l.add("final_scores", "<i8", 8, matches, seats)
	l.add("final_ranks", "<i4", 4, matches, seats)
	l.add("final_turns", "<i4", 4, matches)
	if table != nil {
		l.add("actions", "<i4", 4, matches, seats, len(table.parts))
		l.add("masks", "|u1", 1, matches, seats, table.maskSize())
	}
	if space != nil {
		l.add("planes", "<f4", 4, matches, seats, len(space.Planes), space.Height, space.Width)
		l.add("final_planes", "<f4", 4, matches, seats, len(space.Planes), space.Height, space.Width)
	}
	return l
}

// A shared is the memory that a session shares with the program that drives it.
// Rows are numbered by match and seat.
type shared struct {
	layout
	seats  int
	memory []byte

	asked, terminated, truncated, masks []byte
	rewards                             []float64
	scores, finalScores                 []int64
	ranks, finalRanks                   []int32
	turns, finalTurns, actions          []int32
	planes, finalPlanes                 []float32
}

// openShared maps an empty file in the given layout.
func openShared(path string, l layout, seats int) (*shared, error) {
	if l.Size > MaxShared {
		return nil, fmt.Errorf("matches: %d need %d bytes; want at most %d", l.Matches, l.Size, MaxShared)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("file: %w", err)
	}
	defer file.Close() // the mapping stays
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("file: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() != 0 {
		return nil, errors.New("file: want an empty file, such as one of memfd_create(2)")
	}
	if err := file.Truncate(int64(l.Size)); err != nil {
		return nil, fmt.Errorf("file: %w", err)
	}
	memory, err := syscall.Mmap(int(file.Fd()), 0, l.Size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("file: mmap: %w", err)
	}
	s := &shared{layout: l, seats: seats, memory: memory}
	s.asked = arrayOf[byte](s, "asked")
	s.rewards = arrayOf[float64](s, "rewards")
	s.terminated = arrayOf[byte](s, "terminated")
	s.truncated = arrayOf[byte](s, "truncated")
	s.scores, s.finalScores = arrayOf[int64](s, "scores"), arrayOf[int64](s, "final_scores")
	s.ranks, s.finalRanks = arrayOf[int32](s, "ranks"), arrayOf[int32](s, "final_ranks")
	s.turns, s.finalTurns = arrayOf[int32](s, "turns"), arrayOf[int32](s, "final_turns")
	s.actions, s.masks = arrayOf[int32](s, "actions"), arrayOf[byte](s, "masks")
	s.planes, s.finalPlanes = arrayOf[float32](s, "planes"), arrayOf[float32](s, "final_planes")
	return s, nil
}

// close unmaps the memory.
func (s *shared) close() error { return syscall.Munmap(s.memory) }

// arrayOf returns an array of the memory, or nil if the layout has none of this
// name. Offsets are those of pages, so every type is aligned.
func arrayOf[T byte | int32 | int64 | float32 | float64](s *shared, name string) []T {
	a, ok := s.Arrays[name]
	if !ok {
		return nil
	}
	n := 1
	for _, side := range a.Shape {
		n *= side
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&s.memory[a.Offset])), n)
}

// row returns the part of an array that belongs to a row of so many.
func row[T any](array []T, rows, i int) []T {
	size := len(array) / rows
	return array[i*size : (i+1)*size : (i+1)*size]
}
