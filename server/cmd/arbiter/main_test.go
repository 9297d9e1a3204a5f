package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"arbiter/server/league"
	"arbiter/web"
)

// documentedGames is how many games the example of docs/selfplay.md learns from. It
// takes a minute of processor time; make soak has it.
const documentedGames = 4000

var learn = flag.Int("learn", 400, "games that the example of docs/selfplay.md learns from; the 90 % that it claims are asked of as many as it takes, 4000")

// TestMain makes the test binary the arbiter command in scripts.
func TestMain(m *testing.M) {
	os.Setenv(raceOptions, strings.TrimSpace(os.Getenv(raceOptions)+" atexit_sleep_ms=0"))
	testscript.Main(waiting{m}, map[string]func(){"arbiter": main})
}

// waiting tests wait for processes for much of their time: two of them run on each
// CPU.
type waiting struct{ *testing.M }

// Run implements testscript.TestingM.
func (w waiting) Run() int {
	flag.Parse()
	if err := flag.Set("test.parallel", fmt.Sprint(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	return w.M.Run()
}

// raceOptions is the variable with the options of programs built with -race. By
// default they sleep for a second before they end.
const raceOptions = "GORACE"

// TestScripts runs command lines as a user types them; see testdata/script.
func TestScripts(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := botsProgram(); err != nil {
		t.Fatal(err)
	}
	numpy := numpyPython()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("V01", filepath.Join(root, "server/cmd/arbiter/testdata/v0.1"))
			env.Setenv("NUMPY_PYTHON", numpy)
			env.Setenv("LEARN", fmt.Sprint(*learn))
			env.Setenv("LEARNED", `[789]\d\.\d`)
			if *learn >= documentedGames {
				env.Setenv("LEARNED", `9\d\.\d`)
			}
			env.Setenv(raceOptions, os.Getenv(raceOptions))
			env.Setenv("HOME", os.Getenv("HOME"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("OVERRIDE", "spring\u202epuc")
			env.Setenv("LONG", strings.Repeat("x", league.MaxName+1))
			env.Values[serverKey{}] = &scriptServer{}
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "pages": // the web pages are built into the program
				return web.ReplayPage() != nil, nil
			case "numpy": // $NUMPY_PYTHON is a Python that has it
				return hasNumpy(numpy)
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds:               scriptCommands(),
		RequireUniqueNames: true,
	})
}
