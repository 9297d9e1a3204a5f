package external

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"arbiter/referee/process"
)

// A Viewer has the files of a published game's own viewer, as the engine's runner serves them:
// those below view/ in all that is on the class path, and then those of the game's folder. It
// reads them where they are.
type Viewer struct {
	spec  process.Spec
	files map[string]viewFile
}

// A viewFile says where a file of a viewer is.
type viewFile struct {
	path  string // in the game's folder: of the file, or of the jar that it is in
	entry string // in the jar; "" for none
	rank  int    // of several with one name, the lowest counts
}

// What a viewer may have.
const (
	maxViewFile  = 32 << 20 // bytes of a file
	maxViewFiles = 10_000
)

// viewFolder is where the files of a viewer are, in a jar or a folder of classes.
const viewFolder = "view/"

// ViewerPage is the page of a viewer that is ours: it plays the official one as it is told by
// the page around it.
const ViewerPage = "arbiter.html"

//go:embed viewer.html
var viewerPage []byte

// Viewer returns the game's own viewer, or nil where its files are not there.
func (g *Game) Viewer() (*Viewer, error) {
	digest, err := g.Digest()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.viewed != digest {
		if g.viewer, err = findViewer(g.spec, g.classpath); err != nil {
			return nil, err
		}
		g.viewed = digest
	}
	return g.viewer, nil
}

// findViewer looks through a game's files. It leaves links out.
func findViewer(spec process.Spec, classpath []string) (*Viewer, error) {
	v := &Viewer{spec: spec, files: map[string]viewFile{}}
	err := spec.Files(func(f process.File) error {
		if f.Open == nil {
			return nil
		}
		for rank, root := range viewRoots(classpath) {
			if name, ok := strings.CutPrefix(f.Name, root+viewFolder); ok {
				return v.add(name, f.Info.Size(), viewFile{f.Name, "", rank})
			}
			if root == f.Name+"/" || path.Base(root) == "*" && path.Dir(root) == path.Dir(f.Name) && path.Ext(f.Name) == ".jar" {
				return v.addJar(f, rank)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"player.js", "config.js"} { // of the runner, and of the game
		if _, ok := v.files[name]; !ok {
			return nil, nil
		}
	}
	return v, nil
}

// viewRoots returns where files of a viewer may be, the first root that has a file of a name
// counts: folders with a slash at the end, jars in the same way, and folders of jars.
func viewRoots(classpath []string) []string {
	roots := []string{"", "src/main/resources/"}
	for _, entry := range classpath {
		root := path.Clean(entry) + "/"
		if path.Base(root) == "*" {
			root = path.Clean(entry)
		}
		roots = append(roots, root)
	}
	return roots
}

// addJar adds what a jar has of a viewer.
func (v *Viewer) addJar(f process.File, rank int) error {
	jar, err := zip.NewReader(f.Open, f.Info.Size())
	if err != nil {
		return nil // a jar that Java cannot read either
	}
	for _, entry := range jar.File {
		name, ok := strings.CutPrefix(entry.Name, viewFolder)
		if !ok || !entry.Mode().IsRegular() {
			continue
		}
		if err := v.add(name, int64(min(entry.UncompressedSize64, maxViewFile+1)), viewFile{f.Name, entry.Name, rank}); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file. Those that are too large or have an odd name are left out.
func (v *Viewer) add(name string, size int64, file viewFile) error {
	before, ok := v.files[name]
	switch {
	case !plain(name) || size > maxViewFile || ok && before.rank <= file.rank:
		return nil
	case !ok && len(v.files) == maxViewFiles:
		return fmt.Errorf("its viewer has more than %d files", maxViewFiles)
	}
	v.files[name] = file
	return nil
}

// plain reports whether a name is that of a file below the root of a viewer, without
// characters that a URL or a file system may take for others.
func plain(name string) bool {
	odd := func(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(`\:?#%"<>|*`, r) }
	return fs.ValidPath(name) && name != "." && !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.") && !strings.ContainsFunc(name, odd)
}

// Len returns how many files the viewer has.
func (v *Viewer) Len() int { return len(v.files) }

// File returns the content of a file by its path below the root of the viewer. The error is
// fs.ErrNotExist for all that is not there.
func (v *Viewer) File(name string) ([]byte, error) {
	switch file, ok := v.files[name]; {
	case name == ViewerPage:
		return bytes.Replace(viewerPage, []byte("LIBRARIES"), v.libraries(), 1), nil
	case name == "assets.js":
		return v.assets()
	case ok:
		return v.read(file)
	case name == "demo.js":
		return []byte("export const demo = null\n"), nil // a match that plays while none is shown
	}
	return nil, fs.ErrNotExist
}

// read reads a file. Neither it nor the jar may have become a link out of the game's folder.
func (v *Viewer) read(file viewFile) (text []byte, err error) {
	f, err := v.spec.Follow(process.File{Name: file.path})
	if err != nil {
		return nil, err
	}
	defer f.Open.Close()
	var in io.Reader = f.Open
	if file.entry != "" {
		jar, err := zip.NewReader(f.Open, f.Info.Size())
		if err != nil {
			return nil, err
		}
		entry, err := jar.Open(file.entry)
		if err != nil {
			return nil, err
		}
		defer entry.Close()
		in = entry
	}
	text, err = io.ReadAll(io.LimitReader(in, maxViewFile+1))
	if err == nil && len(text) > maxViewFile {
		err = errors.New("the file is too large")
	}
	return text, err
}

// libraries returns the versions of PIXI that are there as JSON, by the names that viewers
// ask for them by.
func (v *Viewer) libraries() []byte {
	found := map[string]string{}
	for _, version := range "3456789" {
		name := "lib/pixi" + string(version) + ".js"
		if _, ok := v.files[name]; ok {
			found["PIXI"+string(version)] = "./" + name
		}
	}
	text, _ := json.Marshal(found) // texts always encode
	return text
}

// assets returns the assets.js that the engine's runner makes: the names of what is below
// assets/. The images of sprite sheets come with these.
func (v *Viewer) assets() ([]byte, error) {
	list := struct {
		Images  map[string]string `json:"images"`
		Sprites []string          `json:"sprites"`
		Fonts   []string          `json:"fonts"`
	}{map[string]string{}, []string{}, []string{}}
	var inSheets []string
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		short, ok := strings.CutPrefix(name, "assets/")
		if !ok {
			continue
		}
		switch path.Ext(name) {
		case ".json":
			text, err := v.read(v.files[name])
			if err != nil {
				return nil, err
			}
			var sheet struct {
				Meta struct{ Image string }
			}
			if json.Unmarshal(text, &sheet) == nil { // what is no sheet names no image
				inSheets = append(inSheets, sheet.Meta.Image)
			}
			list.Sprites = append(list.Sprites, name)
		case ".fnt":
			list.Fonts = append(list.Fonts, name)
		default:
			list.Images[short] = name
		}
	}
	for _, image := range inSheets {
		delete(list.Images, path.Clean(image))
	}
	text, err := json.Marshal(list)
	return fmt.Appendf(nil, "export const assets = %s\n", text), err
}
