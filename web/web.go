// Package web holds the pages: the files that npm builds into dist, embedded.
// It knows nothing of HTTP.
package web

import (
	"embed"
	"io/fs"
)

// The pattern matches dist-missing, which is always there, and what dist holds
// once it is built: the program compiles either way.
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
