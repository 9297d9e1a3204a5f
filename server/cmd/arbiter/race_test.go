package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
)

// raceList names the packages that make test runs with the race detector, one a line;
// see .ci/test-go.
const raceList = ".ci/race"

// withoutRace says why packages that start goroutines, all in their tests, are tested
// without the race detector by make test. make soak tests them with it.
func withoutRace() map[string]string {
	const pipes = "its tests run a bot in a goroutine behind pipes, and share nothing with it"
	return map[string]string{
		"bots":                    pipes,
		"bots/ctf":                pipes,
		"bots/domain":             "its test of checks plays one on each CPU, which share nothing",
		"bots/flames":             pipes,
		"bots/keeper":             pipes,
		"referee/process/hostile": "its tests start hostile programs; the goroutines that read their pipes are those of referee/process, whose tests run with it",
		"server/cmd/arbiter":      "it wires; what it starts is tested in packages of its own, and a command line takes three times as long",
		"server/league/rating":    "its tests simulate for long, and each goroutine writes to places of its own",
	}
}

// leftOut has the tests of a package that make test runs without the race detector, as
// they take long, and other tests run the same code at the same time.
func leftOut() map[string]string {
	return map[string]string{
		"bots/doctor":             "Planted|BuiltinBots|Findings",                                                                                                                                                                                                                             // TestFolder, TestFeedByHand and TestTraces examine bots in the same way
		"bots/selfplay":           "BatchPlaysLike|RowsAndNPZ",                                                                                                                                                                                                                                // TestBatchIsTheSameOnAnyNumberOfCPUs plays batches, too
		"referee/process":         "GoIsBuiltInBoxes|BoxBuildHasLimits",                                                                                                                                                                                                                       // compilers and builds take the time
		"referee/process/sandbox": "CallersLimits",                                                                                                                                                                                                                                            // limits under which the race detector does not start
		"server/kept/index":       "EqualsARecount|ReadsNumbersAhead",                                                                                                                                                                                                                         // one request after the other
		"server/serving/api":      "Routes|LongBodies|UploadsFollow|NotFound|ProgramsNeedAdmin|LimitsAreCapped|CheckPlan|HistoryOfRunning|Pairs|FilteredPages|HostileRecord|TournamentPlan|DecisiveTurn|Upsets|FaultGroups|SortedLists|ETags|FindingsRefused|RefusedUploads|OwnFaults|Owners", // one request after the other
		"server/serving/queue":    "CannotFillMemory|RewritesMatches|Cluster|WorkerDies|WatchRemoteMatch",                                                                                                                                                                                     // counts bytes; farms of processes, as TestSameResults and TestWorkerLeaves have them
		"server/study/analysis":   "Planted|Calibration|Helps|Optimal|Luck|NoPeeking$|OfHeropath|Neighbours|Imagined|Fits",                                                                                                                                                                    // statistics
		"server/study/analyst":    "StopSoon",                                                                                                                                                                                                                                                 // processor time, which the race detector multiplies
		"server/playing/follow":   "History|TwoLosses|WithoutAnAnswer",                                                                                                                                                                                                                        // thousands of matches in the pools of dispatch; TestBisectMore plays in them, too
		"server/study/whatif":     "Leaks",                                                                                                                                                                                                                                                    // matches that share nothing; TestCompareGoesOn plays in goroutines, too
	}
}

// "-race stays for packages that start goroutines": .ci/race lists them. It sees nothing of
// another process.
// After a change of the packages: go test ./server/cmd/arbiter -run TestRaceList -update
func TestRaceList(t *testing.T) {
	starting := startingPackages(t)
	var want strings.Builder
	for _, pkg := range starting {
		if withoutRace()[pkg] == "" {
			want.WriteString(strings.TrimSpace("./"+pkg+" "+leftOut()[pkg]) + "\n")
		}
	}
	for _, exceptions := range []map[string]string{withoutRace(), leftOut()} {
		for pkg := range exceptions {
			if !slices.Contains(starting, pkg) {
				t.Errorf("%s starts no goroutines; it needs no exception", pkg)
			}
		}
	}
	reference.File(t, raceList, want.String())
}

// startingPackages returns the packages of which a file, tests included, starts
// goroutines: has a go statement, or hands a function to a method Go.
func startingPackages(t *testing.T) []string {
	t.Helper()
	var found []string
	root := reference.Root(t)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if starts(file) {
			pkg, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			found = append(found, filepath.ToSlash(pkg))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// starts reports whether a file starts goroutines.
func starts(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr: // of a WaitGroup or an errgroup
			method, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && method.Sel.Name == "Go" && len(n.Args) == 1
		}
		return !found
	})
	return found
}
