package refereetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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
	dir = b.TempDir()
	for _, name := range []string{"pingpong", "matchfloor"} {
		compile(b, filepath.Join(dir, name), filepath.Join(source, name+".c"), "-lpthread")
	}
	for _, bot := range []string{"echo", "echo_think"} {
		compile(b, filepath.Join(dir, bot), filepath.Join(source, bot+".c"), "-static")
	}
	return dir
}

// Compile builds a bot in C, which waits for no library when it starts, and
// returns its path. The benchmark is left out where gcc is absent.
func Compile(b *testing.B, source string) (program string) {
	b.Helper()
	program = filepath.Join(b.TempDir(), strings.TrimSuffix(filepath.Base(source), ".c"))
	compile(b, program, source, "-static")
	return program
}

func compile(b *testing.B, program, source, flag string) {
	b.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("left out: no gcc to build the C programs of the benchmarks") // a benchmark compares with them and decides no test
	}
	if out, err := exec.Command(gcc, "-O2", "-o", program, source, flag).CombinedOutput(); err != nil {
		b.Fatalf("gcc %s: %v\n%s", source, err, out)
	}
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

// Compare interleaves both sides, each of which returns a rate. It reports our rate
// and, as "of-limit", the median of the rounds' ratios. It returns that median.
func Compare(b *testing.B, unit string, ours, theirs func() float64) (ratio float64) {
	b.Helper()
	for b.Loop() {
		var rates, ratios []float64
		for range rounds {
			their, our := theirs(), ours()
			rates = append(rates, our)
			ratios = append(ratios, our/their)
		}
		b.ReportMetric(Quantile(rates, 0.5), unit+"/s")
		ratio = Quantile(ratios, 0.5)
		b.ReportMetric(ratio, "of-limit")
	}
	b.ReportMetric(0, "ns/op") // says nothing here
	return ratio
}

// Quantile returns the value below which the share q of the values lie.
func Quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
