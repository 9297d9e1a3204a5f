// Package web holds the pages: the files that npm builds into dist and
// dist-export, embedded. It knows nothing of HTTP.
package web

import (
	"embed"
	"io/fs"
)

// The pattern matches dist-missing, which is always there, and what the other
// folders hold once they are built: the program compiles either way.
//
//go:embed all:dist*/*
var files embed.FS

// FS returns the pages with index.html at its root, and whether they are
// built. Where they are not, index.html tells how to build them.
func FS() (fs.FS, bool) { return pages(files) }

func pages(all fs.FS) (fs.FS, bool) {
	dir, built := "dist", true
	if _, err := fs.Stat(all, "dist/index.html"); err != nil {
		dir, built = "dist-missing", false
	}
	sub, err := fs.Sub(all, dir)
	if err != nil {
		panic(err) // Sub fails only for a name that is no valid path
	}
	return sub, built
}

// ReplayPage returns the page of an exported replay, which has slots for what belongs
// to the match; nil where it is not built. FS does not include it, since its script
// is in it.
func ReplayPage() []byte {
	page, err := files.ReadFile("dist-export/replay.html")
	if err != nil {
		return nil
	}
	return page
}
