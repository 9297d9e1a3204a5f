package heropath

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"testing"

	"arbiter/referee/rng"
)

// Every seed deals a world that the checks of test documents accept, like the
// contest's in size.
func TestDeal(t *testing.T) {
	for seed := int64(-100); seed < 200; seed++ {
		w := Deal(seed)
		again, err := ParseWorld(w.AppendDocument(nil))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if n := len(again.Monsters); n < 7 || n > 3000 || w.NumTurns < 10 || w.NumTurns > 2345 || w.Width < 100 || w.Width > 3000 || w.Height < 100 || w.Height > 3000 {
			t.Errorf("seed %d: %d monsters, %d turns, %d x %d", seed, n, w.NumTurns, w.Width, w.Height)
		}
	}
	for _, seed := range []int64{math.MinInt64, math.MaxInt64} {
		Deal(seed)
	}
}

func TestSeedsDealAllShapes(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(100) {
		r := rng.NewSplitMix64(seed)
		seen[r.Below(len(shapeNames))] = true
	}
	if len(seen) != len(shapeNames) {
		t.Errorf("100 seeds deal %d of %d shapes", len(seen), len(shapeNames))
	}
}

// Recordings name a match by its seed: what a seed deals never changes within
// a version of the rules.
func TestSeedDealsTheSameTestForever(t *testing.T) {
	w := Deal(dealt(t, "tiny"))
	want := `{"hero":{"base_speed":10,"base_power":67,"base_range":10,"level_speed_coeff":50,"level_power_coeff":50,"level_range_coeff":50},"start_x":55,"start_y":46,"width":100,"height":100,"num_turns":14,"monsters":[` +
		`{"x":58,"y":89,"hp":83,"gold":197,"exp":163,"range":5,"attack":44},` +
		`{"x":31,"y":46,"hp":61,"gold":148,"exp":192,"range":5,"attack":14},` +
		`{"x":96,"y":87,"hp":65,"gold":209,"exp":250,"range":8,"attack":25},` +
		`{"x":60,"y":87,"hp":78,"gold":196,"exp":138,"range":9,"attack":8},` +
		`{"x":30,"y":14,"hp":73,"gold":219,"exp":187,"range":19,"attack":45},` +
		`{"x":51,"y":46,"hp":70,"gold":176,"exp":186,"range":7,"attack":28},` +
		`{"x":12,"y":68,"hp":71,"gold":148,"exp":222,"range":17,"attack":39}]}`
	if got := string(w.AppendDocument(nil)); got != want {
		t.Errorf("got %s", got)
	}
	all := sha256.New()
	for seed := range int64(64) { // all shapes
		all.Write(Deal(seed).AppendDocument(nil))
	}
	if got := hex.EncodeToString(all.Sum(nil)[:8]); got != "01fc43f540670278" {
		t.Errorf("the first 64 seeds deal other tests: %s", got)
	}
}
