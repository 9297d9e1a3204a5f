package refereetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// rounds is how often each side of a comparison runs; the median counts.
const rounds = 7

// Peers builds the small C programs of the shared test data that measure what
// the machine can do, and returns their folder. The benchmark is left out with
// a clear line where their source or gcc is absent.
func Peers(b *testing.B) (dir string) {
	b.Helper()
	source := Shared(b, "bench")
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("left out: no gcc to build the C programs that are compared with")
	}
	dir = b.TempDir()
	for _, name := range []string{"pingpong", "matchfloor", "echo", "echo_think"} {
		args := []string{"-O2", "-o", filepath.Join(dir, name), filepath.Join(source, name+".c"), "-lpthread"}
		if name == "echo" || name == "echo_think" {
			args = append(args, "-static")
		}
		if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
			b.Fatalf("gcc %s: %v\n%s", name, err, out)
		}
	}
	return dir
}

// Peer runs one of the C programs and returns the first number it prints.
func Peer(b *testing.B, name string, args ...string) float64 {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "PIN=1")
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	var rate float64
	if _, err := fmt.Sscan(string(out), &rate); err != nil {
		b.Fatalf("%s printed %q", name, out)
	}
	return rate
}

// Compare interleaves both sides, each of which returns a rate, and reports
// our rate and the median of the rounds' ratios as "of-limit".
func Compare(b *testing.B, unit string, ours, theirs func() float64) {
	b.Helper()
	for b.Loop() {
		var rates, ratios []float64
		for range rounds {
			their, our := theirs(), ours()
			rates = append(rates, our)
			ratios = append(ratios, our/their)
		}
		b.ReportMetric(Quantile(rates, 0.5), unit+"/s")
		b.ReportMetric(Quantile(ratios, 0.5), "of-limit")
	}
	b.ReportMetric(0, "ns/op") // says nothing here
}

// Quantile returns the value below which the share q of the values lie.
func Quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
