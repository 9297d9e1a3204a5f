package external_test

import (
	"archive/zip"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/external"
)

// writeFiles writes files below a folder by their names.
func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// writeJar writes a jar with files by their names.
func writeJar(t *testing.T, path string, files map[string]string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	jar := zip.NewWriter(f)
	for name, text := range files {
		w, err := jar.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(jar.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// officialGame opens a game with a viewer: the engine's files in a jar, and the game's in a
// folder of classes and beside its game.toml.
func officialGame(t *testing.T, more map[string]string) *external.Game {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"game.toml":                           "name = \"shown\"\nclasspath = [\"target/classes\", \"target/dependency/*\"]\n",
		"target/dependency/no.txt":            "x",
		"target/classes/view/config.js":       "of the game",
		"target/classes/view/assets/tree.png": "tree",
		"target/classes/view/assets/all.png":  "all",
		"target/classes/view/assets/all.json": `{"meta": {"image": "all.png"}}`,
		"target/classes/view/assets/hand.fnt": "font",
		"view/assets/beside.png":              "beside",
		"elsewhere/view/no.js":                "not on the class path",
	})
	writeJar(t, filepath.Join(dir, "target/dependency/engine.jar"), map[string]string{
		"view/player.js": "player", "view/config.js": "of the engine", "view/lib/pixi6.js": "pixi", "view/core/Drawer.js": "drawer",
		"view/../escape.js": "x", "view/a\\b.js": "x", "view/.hidden": "x", "view//double.js": "x", "com/codingame/A.class": "x",
	})
	writeFiles(t, dir, more)
	g, err := external.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// "Root = view of runner, engine and modules, then of the game over it; plus two generated
// files."
func TestViewer(t *testing.T) {
	v, err := officialGame(t, nil).Viewer()
	if err != nil || v == nil {
		t.Fatalf("viewer %v, error %v; want one", v, err)
	}
	if v.Len() != 9 {
		t.Errorf("%d files; want 9", v.Len())
	}
	for name, want := range map[string]string{
		"player.js": "player", "config.js": "of the game", "core/Drawer.js": "drawer", "assets/beside.png": "beside",
		"demo.js":   "export const demo = null\n",
		"assets.js": `export const assets = {"images":{"beside.png":"assets/beside.png","tree.png":"assets/tree.png"},"sprites":["assets/all.json"],"fonts":["assets/hand.fnt"]}` + "\n",
	} {
		if text, err := v.File(name); err != nil || string(text) != want {
			t.Errorf("%s: %q, error %v; want %q", name, text, err, want)
		}
	}
	page, err := v.File(external.ViewerPage)
	if err != nil || !strings.Contains(string(page), `libraries: {"PIXI6":"./lib/pixi6.js"}`) {
		t.Errorf("%s: %s, error %v; want the version of PIXI that is there", external.ViewerPage, page, err)
	}
}

// What is no file of the viewer by a plain name is not found, wherever it leads.
func TestViewerRefuses(t *testing.T) {
	g := officialGame(t, nil)
	for link, target := range map[string]string{"view/link.js": "../game.toml", "view/out": "/etc", "view/deep": "../target"} {
		if err := os.Symlink(target, filepath.Join(g.Dir(), link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(g.Dir(), "view/huge.bin"), nil, 0o644), os.Truncate(filepath.Join(g.Dir(), "view/huge.bin"), 33<<20)); err != nil {
		t.Fatal(err)
	}
	v, err := g.Viewer()
	if err != nil || v == nil {
		t.Fatalf("viewer %v, error %v; want one", v, err)
	}
	for _, name := range []string{
		"", ".", "..", "../game.toml", "assets/../../game.toml", "/etc/passwd", "escape.js", "../escape.js", "a\\b.js", ".hidden", "/double.js",
		"double.js", "link.js", "out/passwd", "deep/classes/view/config.js", "huge.bin", "no.js", "assets", "player.js/", "PLAYER.JS",
	} {
		if text, err := v.File(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %q, error %v; want that there is none", name, text, err)
		}
	}
	// A file that has become a link since is not followed out of the folder.
	path := filepath.Join(g.Dir(), "view/assets/beside.png")
	if err := errors.Join(os.Remove(path), os.Symlink("/etc/passwd", path)); err != nil {
		t.Fatal(err)
	}
	if text, err := v.File("assets/beside.png"); err == nil {
		t.Errorf("a link to /etc/passwd was followed: %q", text)
	}
}

// A viewer takes the runner's part and the game's.
func TestNoViewer(t *testing.T) {
	for missing, files := range map[string]map[string]string{
		"all":       {"view/readme.txt": "x"},
		"config.js": {"view/player.js": "x"},
		"player.js": {"src/main/resources/view/config.js": "x"},
		"none":      {"src/main/resources/view/config.js": "x", "view/player.js": "x"},
	} {
		dir := t.TempDir()
		all := map[string]string{"game.toml": "name = \"plain\"\nrun = \"true\"\n"}
		maps.Copy(all, files)
		writeFiles(t, dir, all)
		g, err := external.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := g.Viewer(); err != nil || (v != nil) != (missing == "none") {
			t.Errorf("without %s: viewer %v, error %v", missing, v, err)
		}
	}
}
