package external_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/external"
)

// put writes files into a folder. A jar has the classes that its text names.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) != ".jar" {
			file.WriteString(text)
			file.Close()
			continue
		}
		jar := zip.NewWriter(file)
		for _, class := range strings.Fields(text) {
			if _, err := jar.Create(class); err != nil {
				t.Fatal(err)
			}
		}
		jar.Close()
		file.Close()
	}
}

const (
	refereeClass = "com/codingame/game/Referee.class"
	engineClass  = "com/codingame/gameengine/core/RefereeMain.class"
)

// "recognises a CodinGame repository or jar (its config/config.ini, pom.xml, target/)"
func TestRecognise(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  external.Found
		toml  string
	}{
		{"a jar beside its libraries", map[string]string{
			"config/config.ini": "# of the contest\ntitle = Spring Challenge 2021\ntype=multi\nmin_players: 2\nmax_players=2\n", "config/level1/x": "", "config/level2/x": "",
			"target/spring-1.jar": refereeClass, "target/dependency/engine.jar": engineClass,
		}, external.Found{
			Name: "spring2021", Title: "Spring Challenge 2021", Type: "multi", Least: 2, Most: 2, Leagues: 2,
			Classpath: []string{"target/spring-1.jar", "target/dependency/*"},
		}, "name = \"spring2021\"\ntitle = \"Spring Challenge 2021\"\nclasspath = [\"target/spring-1.jar\", \"target/dependency/*\"]\nleague = 2\nmode = \"multi\"\nseats = [2, 2]\n"},
		{"classes beside libraries, without type and title", map[string]string{
			"config/config.ini": "min_players=1\nmax_players=1", "pom.xml": "<project><artifactId>fishy</artifactId></project>",
			"config/test1.json": `{"title": {"1": "a"}, "testIn": "3 3\n0 1\n", "isTest": true}`, "config/test2.json": `{"testIn": ["7"]}`,
			"target/classes/" + refereeClass: "", "target/dependency/engine.jar": engineClass,
		}, external.Found{
			Name: "spring2021", Title: "fishy", Type: "solo", Least: 1, Most: 1, Tests: []string{"3 3\n0 1", "7"},
			Classpath: []string{"target/classes", "target/dependency/*"},
		}, "name = \"spring2021\"\ntitle = \"fishy\"\nclasspath = [\"target/classes\", \"target/dependency/*\"]\nmode = \"solo\"\nseats = [1, 1]\ntests = [\"3 3\\n0 1\", \"7\"]\n"},
		{"an optimisation game in a shaded jar", map[string]string{
			"config/config.ini": "type=opti\nmin_players=1\nmax_players=1\ncriteria=fuel\nsorting_order=ASC",
			"target/a.jar":      "x", "target/b-shaded.jar": refereeClass + " " + engineClass,
		}, external.Found{
			Name: "spring2021", Type: "opti", Least: 1, Most: 1, Criterion: "fuel", Order: "asc", Classpath: []string{"target/b-shaded.jar"},
		}, "name = \"spring2021\"\nclasspath = [\"target/b-shaded.jar\"]\nmode = \"solo\"\nseats = [1, 1]\ncriterion = \"fuel\"\norder = \"asc\"\nfailed = 1000000\n"},
		{"nothing built, seats that cannot be", map[string]string{"config/config.ini": "min_players=4\nmax_players=2"}, external.Found{
			Name: "spring2021", Type: "multi", Least: 2, Most: 2,
			Notes: []string{`config/config.ini has min_players = "4" and max_players = "2": two seats are assumed.`},
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "Spring2021")
			put(t, dir, tt.files)
			if !external.IsRepository(dir) {
				t.Error("it is no repository of a published referee")
			}
			found, err := external.Recognise(dir)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, found); diff != "" {
				t.Errorf("found (+) what was not expected (-):\n%s", diff)
			}
			if tt.toml == "" {
				return
			}
			text, err := found.GameToml()
			if err != nil {
				t.Fatal(err)
			}
			if _, text, _ := strings.Cut(string(text), "\n"); text != tt.toml {
				t.Errorf("wrote\n%swant\n%s", text, tt.toml)
			}
			if err := os.WriteFile(filepath.Join(dir, external.GameFile), text, 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := external.Open(dir, nil); err != nil {
				t.Errorf("what was written cannot be read: %v", err)
			}
		})
	}
}

// "a shaded jar made for brutaltester or cgarena is a class path like any other"
func TestRecogniseJar(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"Whole.jar": refereeClass + " " + engineClass, "Part.jar": refereeClass, "none.jar": "x"})
	if found, err := external.RecogniseJar(filepath.Join(dir, "Whole.jar")); err != nil || found.Name != "whole" || found.Most != 2 {
		t.Errorf("found %+v, error %v; want the game whole with two seats", found, err)
	}
	for name, want := range map[string]string{
		"Part.jar": "no com/codingame/gameengine/core/RefereeMain.class in it, so its libraries are elsewhere",
		"none.jar": "no com/codingame/game/Referee.class in it; want the jar of a published referee",
	} {
		if _, err := external.RecogniseJar(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want %q", name, err, want)
		}
	}
}

// A folder of games is the operator's list: a link is a game, and a game that cannot be read
// is reported and harms no other. A referee is started only after somebody has said in which
// box.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"good/game.toml": "name = \"good\"\nrun = \"true\"", "bad/game.toml": "name = \"bad\"", "other/game.toml": "name = \"another\"\nrun = \"true\"", "readme": "",
		".hidden/game.toml": "name = \"hidden\"\nrun = \"true\"",
	})
	games, broken, err := external.Folder(dir)
	if err != nil || len(games) != 1 || games[0].Info().Name != "good" {
		t.Fatalf("%d games, error %v; want good alone", len(games), err)
	}
	if len(broken) != 2 || !strings.Contains(broken["bad"].Error(), "no command to run") || !strings.Contains(broken["other"].Error(), `has the name another`) {
		t.Errorf("cannot be read: %v; want bad without a command, and other by its name", broken)
	}
	m, err := games[0].New(referee.Setup{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if !m.Over() || m.Err() == nil || !strings.Contains(m.Err().Error(), "this command starts no referee") {
		t.Errorf("over %v, error %v; want no referee started", m.Over(), m.Err())
	}
	if games, _, err := external.Folder(filepath.Join(dir, "missing")); err != nil || games != nil {
		t.Errorf("a folder that is not there has the games %v, error %v; want none", games, err)
	}
}
