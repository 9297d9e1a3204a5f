package web

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestPages(t *testing.T) {
	missing := &fstest.MapFile{Data: []byte("npm run build")}
	for _, tt := range []struct {
		name  string
		files fstest.MapFS
		want  string
		built bool
	}{
		{"built", fstest.MapFS{"dist/index.html": {Data: []byte("app")}, "dist-missing/index.html": missing}, "app", true},
		{"not built", fstest.MapFS{"dist-missing/index.html": missing}, "npm run build", false},
		{"build broke off", fstest.MapFS{"dist/assets/a.js": {}, "dist-missing/index.html": missing}, "npm run build", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pages, built := pages(tt.files)
			got, err := fs.ReadFile(pages, "index.html")
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want || built != tt.built {
				t.Errorf("index.html %q, built %v; want %q, %v", got, built, tt.want, tt.built)
			}
		})
	}
}

// Whatever is embedded, there is a page to show.
func TestEmbedded(t *testing.T) {
	pages, built := FS()
	index, err := fs.ReadFile(pages, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	want := "npm run build"
	if built {
		want = "/assets/"
	}
	if !strings.Contains(string(index), want) {
		t.Errorf("built %v, and index.html has no %q", built, want)
	}
}
