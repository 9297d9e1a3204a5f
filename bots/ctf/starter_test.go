package ctf

import (
	"bytes"
	"io"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"arbiter/referee"
)

// process runs the program as a bot, in the folder of the starter.
func process(stderr io.Writer, program string, args ...string) bot {
	return func(in io.Reader, out io.Writer, _ url.Values) error {
		cmd := exec.Command(program, args...)
		cmd.Dir = "../starter/python/ctf"
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, stderr
		return cmd.Run()
	}
}

// The Python starter plays whole matches without a fault, in either seat.
func TestPythonStarter(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 to run the starter with")
	}
	for seed := range int64(3) {
		var stderr bytes.Buffer
		bots := [2]bot{process(&stderr, python, "bot.py", "1"), Random}
		if seed%2 == 1 {
			bots[0], bots[1] = bots[1], bots[0]
		}
		_, result := playMatch(t, referee.Setup{Seed: seed}, bots, nil)
		for _, f := range result.Faults {
			t.Errorf("seed %d: %v", seed, f)
		}
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "@draw ") || !strings.HasPrefix(lines[1], "@metric ") {
			t.Errorf("seed %d: stderr %q; want one @draw and one @metric line", seed, lines)
		}
	}
}
