package selfplay

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
)

// rowsOptions returns what a folder with some games of random bots takes.
func rowsOptions(t *testing.T, game string) Options {
	t.Helper()
	o := options(t, game)
	o.Observe, o.Format, o.Folder, o.Limit = Planes, Rows, filepath.Join(t.TempDir(), "games.rows"), DefaultLimit
	return o
}

// files returns the content of a folder's files by name.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	content := map[string][]byte{}
	for _, f := range found {
		if content[f.Name()], err = os.ReadFile(filepath.Join(folder, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return content
}

// npyNumbers returns the numbers of an array of numpy, and the bytes of its header.
func npyNumbers(t *testing.T, npy []byte) (header string, all []float64) {
	t.Helper()
	size := 10 + int(binary.LittleEndian.Uint16(npy[8:]))
	header, npy = string(npy[:size]), npy[size:]
	for len(npy) > 0 {
		little, n, width := binary.LittleEndian, float64(0), 0
		switch _, dtype, _ := strings.Cut(header, "'descr': '"); dtype[:3] {
		case "|b1", "|u1":
			n, width = float64(npy[0]), 1
		case "<i2":
			n, width = float64(int16(little.Uint16(npy))), 2
		case "<i4":
			n, width = float64(int32(little.Uint32(npy))), 4
		case "<u4":
			n, width = float64(little.Uint32(npy)), 4
		case "<f4":
			n, width = float64(math.Float32frombits(little.Uint32(npy))), 4
		case "<i8", "<u8": // digests excepted, these are small
			n, width = float64(int64(little.Uint64(npy))), 8
		default:
			t.Fatalf("type %.3s", dtype)
		}
		all, npy = append(all, n), npy[width:]
	}
	return header, all
}

// Both formats of arrays have the same rows.
func TestRowsAndNPZ(t *testing.T) {
	for _, game := range []string{"ctf", "domain", "flames", "keeper"} {
		t.Run(game, func(t *testing.T) {
			o := rowsOptions(t, game)
			o.Format = NPZ
			var out bytes.Buffer
			count, err := Run(t.Context(), &out, o)
			if err != nil {
				t.Fatal(err)
			}
			archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
			if err != nil {
				t.Fatal(err)
			}
			want := map[string][]float64{}
			for _, f := range archive.File {
				r, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				npy, err := io.ReadAll(r)
				if err != nil {
					t.Fatal(err)
				}
				_, want[strings.TrimSuffix(f.Name, ".npy")] = npyNumbers(t, npy)
			}

			o.Format = Rows
			if again, err := Run(t.Context(), nil, o); err != nil || again != count {
				t.Fatalf("%d rows, %v; want %d", again, err, count)
			}
			content := files(t, o.Folder)
			got := map[string][]float64{}
			for name, data := range content {
				if name, ok := strings.CutSuffix(name, ".npy"); ok {
					_, got[name] = npyNumbers(t, data)
				}
			}
			for _, name := range []string{"actions", "returns", "games", "turns", "seats"} {
				if !slices.Equal(got[name], want[name]) {
					t.Errorf("%s: found %v; want %v", name, got[name], want[name])
				}
			}
			seats, size, masked, packed := len(o.Policies), len(want["planes"])/count, len(want["masks"])/count, len(got["masks"])/count
			for row := range count {
				number, seat := int(got["games"][row]), int(got["seats"][row])
				if row < int(got["starts"][number]) || row >= int(got["starts"][number+1]) {
					t.Fatalf("row %d: game %d has rows %v to %v", row, number, got["starts"][number], got["starts"][number+1])
				}
				if got["seeds"][number] != want["seeds"][row] || got["scores"][seats*number+seat] != want["scores"][row] || got["ranks"][seats*number+seat] != want["ranks"][row] {
					t.Fatalf("row %d: another seed, score or rank", row)
				}
				for i := range masked {
					if bit := int(got["masks"][row*packed+i/8]) >> (7 - i%8) & 1; float64(bit) != want["masks"][row*masked+i] {
						t.Fatalf("row %d: action %d: mask %d", row, i, bit)
					}
				}
				at := content["planes.bin"][int(got["offsets"][row]):int(got["offsets"][row+1])]
				raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(at)))
				if err != nil {
					t.Fatal(err)
				}
				dtype := map[int]string{size: "|u1", 2 * size: "<i2", 4 * size: "<f4"}[len(raw)]
				_, planes := npyNumbers(t, append(npyHeader(dtype, []int{size}, 0), raw...))
				if !slices.Equal(planes, want["planes"][row*size:(row+1)*size]) {
					t.Fatalf("row %d: other planes, in type %s", row, dtype)
				}
			}
		})
	}
}

// The index says what the files have: the reader in Python trusts nothing else.
func TestRowsIndex(t *testing.T) {
	o := rowsOptions(t, "domain")
	starts, err := OpeningStarts(o.Game, 3)
	if err != nil {
		t.Fatal(err)
	}
	o.Starts, o.Games = starts, 4
	if _, err := Run(t.Context(), nil, o); err != nil {
		t.Fatal(err)
	}
	content := files(t, o.Folder)
	var index rowsContent
	if err := json.Unmarshal(content["rows.json"], &index); err != nil {
		t.Fatal(err)
	}
	for name, array := range index.Arrays {
		npy := content[name+".npy"]
		want := npyHeader(array.Type, array.Shape, 128)
		if !bytes.HasPrefix(npy, want) {
			t.Errorf("%s: header %q; want %q", name, npy[:128], want)
		}
		if len(want)%64 != 0 {
			t.Errorf("%s: numbers from byte %d on; numpy maps those of a multiple of 64", name, len(want))
		}
		if _, all := npyNumbers(t, npy); len(all) != product(array.Shape) {
			t.Errorf("%s: %d numbers; want the shape %v", name, len(all), array.Shape)
		}
	}
	if len(index.Arrays)+2 != len(content) {
		t.Errorf("%d arrays in %v", len(index.Arrays), slices.Sorted(maps.Keys(content)))
	}
	if index.Games != 4 || int64(len(content["planes.bin"])) != index.Bytes || len(index.Policies) != 1 || len(index.Openings) != 3 || index.Openings[0] != referee.OfficialOpening {
		t.Errorf("index %+v with %d bytes of planes", index, len(content["planes.bin"]))
	}
}

func product(shape []int) int {
	all := 1
	for _, n := range shape {
		all *= n
	}
	return all
}

// "digests: the last digest of the game's replay", which also finds games that
// are the same play.
func TestRowsDigests(t *testing.T) {
	o := rowsOptions(t, "keeper")
	if _, err := Run(t.Context(), nil, o); err != nil {
		t.Fatal(err)
	}
	digests := files(t, o.Folder)["digests.npy"][npyRoom:]
	for n := range o.Games {
		seed := o.Seed + int64(n)
		setup := referee.Setup{Seed: seed}
		match, err := o.Game.New(setup, 1)
		if err != nil {
			t.Fatal(err)
		}
		player, err := withSeeds(o.Policies, seed)[0].Start(DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		header := replay.NewHeader(o.Game.Info(), setup, referee.TimeLimits{})
		header.Seats = []replay.Seat{{Name: "greedy"}}
		record, err := replay.NewWriter(header, match)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := referee.Play(t.Context(), match, []referee.Player{player}, referee.Options{Recorder: record}); err != nil {
			t.Fatal(err)
		}
		played, err := replay.Read(bytes.NewReader(record.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		want := played.Turns[len(played.Turns)-1].Digest
		if got := replay.Digest(binary.LittleEndian.Uint64(digests[8*n:])); got != want {
			t.Errorf("game %d: digest %v; want %v", n, got, want)
		}
	}
}

// The same seed and policies give the same bytes, however many games are played at
// a time.
func TestWorkersChangeNoRows(t *testing.T) {
	o := rowsOptions(t, "domain")
	o.Games, o.Workers = 20, 1
	if _, err := Run(t.Context(), nil, o); err != nil {
		t.Fatal(err)
	}
	want := files(t, o.Folder)
	o.Folder, o.Workers = o.Folder+"2", 5
	if _, err := Run(t.Context(), nil, o); err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(files(t, o.Folder), want, bytes.Equal) {
		t.Error("5 workers write something else than 1")
	}
}

// alone checks that a folder has nothing in it but entries of these names.
func alone(t *testing.T, folder string, names ...string) {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, f := range found {
		left = append(left, f.Name())
	}
	if !slices.Equal(left, names) {
		t.Errorf("found %q; want %q", left, names)
	}
}

// A run that is interrupted leaves whole games. A run without a whole game, or one that
// cannot write, leaves nothing.
func TestRowsAreWholeOrAbsent(t *testing.T) {
	t.Run("interrupted", func(t *testing.T) {
		o := rowsOptions(t, "domain")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Games = 1_000_000
		o.Played = func(games int) {
			if games == 10 {
				cancel()
			}
			if _, err := os.Stat(o.Folder); err == nil {
				t.Error("the folder has its name before it is whole")
			}
		}
		count, err := Run(ctx, nil, o)
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		var index rowsContent
		if err := json.Unmarshal(files(t, o.Folder)["rows.json"], &index); err != nil {
			t.Fatal(err)
		}
		if index.Games < 10 || index.Rows != count {
			t.Errorf("%d games, %d rows; want 10 games or more, %d rows", index.Games, index.Rows, count)
		}
		alone(t, filepath.Dir(o.Folder), "games.rows")
	})
	t.Run("no game", func(t *testing.T) {
		o := rowsOptions(t, "keeper")
		o.Policies = []Policy{policy(func(io.Reader, io.Writer) error { return errors.New("lost my way") })}
		if _, err := Run(t.Context(), nil, o); err == nil {
			t.Error("no error")
		}
		alone(t, filepath.Dir(o.Folder))
	})
	t.Run("cannot write", func(t *testing.T) {
		o := rowsOptions(t, "keeper")
		r, err := newRows(&o)
		if err != nil {
			t.Fatal(err)
		}
		r.planes.file.Close()
		game, err := o.play(t.Context(), r, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.write(game.pieces, game.rows), r.close()); !errors.Is(err, os.ErrClosed) {
			t.Errorf("error %v; want %v", err, os.ErrClosed)
		}
		alone(t, filepath.Dir(o.Folder))
	})
}

// A folder with a data set is replaced, and nothing else is.
func TestRowsReplace(t *testing.T) {
	o := rowsOptions(t, "keeper")
	parent := filepath.Dir(o.Folder)
	for _, games := range []int{1, 2} {
		o.Games = games
		if _, err := Run(t.Context(), nil, o); err != nil {
			t.Fatal(err)
		}
		if _, seeds := npyNumbers(t, files(t, o.Folder)["seeds.npy"]); len(seeds) != games {
			t.Errorf("%d games; want %d", len(seeds), games)
		}
		alone(t, parent, "games.rows")
	}
	refused := func(want string) {
		t.Helper()
		if _, err := Run(t.Context(), nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; want %s", err, want)
		}
	}
	thesis := filepath.Join(o.Folder, "thesis.txt")
	if err := os.WriteFile(thesis, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	refused(`has "thesis.txt" in it, which is not of its data set, so it is not replaced; want another name`)
	if err := os.Remove(filepath.Join(o.Folder, "rows.json")); err != nil {
		t.Fatal(err)
	}
	refused("is there and is no data set of selfplay (a folder with a rows.json), so it is not replaced; want another name")
	o.Folder = thesis
	refused("is there and is no data set of selfplay")
	if _, err := os.Stat(thesis); err != nil {
		t.Error(err)
	}
	o.Folder = filepath.Join(parent, "empty")
	if err := os.Mkdir(o.Folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), nil, o); err != nil {
		t.Error(err)
	}
	alone(t, parent, "empty", "games.rows")
}

// What waits in memory does not grow with the games.
func TestRowsStream(t *testing.T) {
	o := rowsOptions(t, "keeper")
	r, err := newRows(&o)
	if err != nil {
		t.Fatal(err)
	}
	game, err := o.play(t.Context(), r, 0)
	if err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 1<<20) // the planes of a game of a thousand rows and more
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	lengths := game.pieces[len(game.pieces)-2]
	for range 64 {
		clear(lengths)
		binary.LittleEndian.PutUint64(lengths, uint64(len(big)))
		game.pieces[len(game.pieces)-1] = big
		if err := r.write(game.pieces, game.rows); err != nil {
			t.Fatal(err)
		}
	}
	if after := heap(); after > before+(8<<20) {
		t.Errorf("64 MB are written, and memory has grown from %d to %d bytes", before, after)
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
	if size := len(files(t, o.Folder)["planes.bin"]); size != 64<<20 {
		t.Errorf("%d bytes of planes", size)
	}
}

// "The smallest of the types u1, i2 and f4 that holds all of them."
func TestSmallest(t *testing.T) {
	for _, tt := range []struct {
		numbers []float32
		width   int
	}{
		{[]float32{0, 255}, 1},
		{[]float32{0, 256}, 2},
		{[]float32{-1, 255}, 2},
		{[]float32{-32768, 32767}, 2},
		{[]float32{0, 32768}, 4},
		{[]float32{-32769, 0}, 4},
		{[]float32{0.5, 1}, 4},
		{[]float32{float32(math.Inf(1)), 1}, 4},
		{[]float32{float32(math.NaN()), 1}, 4},
	} {
		t.Run(fmt.Sprint(tt.numbers), func(t *testing.T) {
			raw := appendSmallest(nil, tt.numbers)
			dtype := map[int]string{1: "|u1", 2: "<i2", 4: "<f4"}[len(raw)/len(tt.numbers)]
			if len(raw) != tt.width*len(tt.numbers) {
				t.Fatalf("type %s; want %d bytes a number", dtype, tt.width)
			}
			_, got := npyNumbers(t, append(npyHeader(dtype, []int{2}, 0), raw...))
			for i, n := range tt.numbers {
				if float32(got[i]) != n && !math.IsNaN(float64(n)) {
					t.Errorf("%v came out as %v", n, got[i])
				}
			}
		})
	}
}

// A game whose answer has no index has no rows.
func TestRowsNeedActions(t *testing.T) {
	g, err := games.Find("heropath")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Game: g, Policies: make([]Policy, 1), Games: 1, Format: Rows, Folder: filepath.Join(t.TempDir(), "games.rows")}
	if _, err := Run(t.Context(), nil, o); err == nil || err.Error() != "heropath has no table of actions: an answer is one document of moves; want .jsonl or .jsonl.gz" {
		t.Error(err)
	}
}
