package view_test

import (
	"slices"
	"testing"

	"arbiter/referee/process/view"
)

// "Of the environment: PATH, the language, and what sets up runtimes. No other
// variable": the names are a list, without patterns.
func TestEnviron(t *testing.T) {
	v, err := view.New(view.Settings{Environ: []string{
		"PATH=/usr/bin:bin:/no/such/folder", "LANG=C.UTF-8", "LC_ALL=C", "PYTHONHASHSEED=0", "OMP_NUM_THREADS=2", "JAVA_HOME=/no/such/jdk",
		"NODE_AUTH_TOKEN=secret", "NPM_TOKEN=secret", "PYTHON_KEYRING=secret", "NVM_TOKEN=secret", "LC_SECRET=secret", "OMP_SECRET=secret",
		"AWS_SECRET_ACCESS_KEY=secret", "HOME=/no/such/home", "LD_PRELOAD=/tmp/x.so", "BASH_ENV=/tmp/x", "ENV=/tmp/x", "PYTHONSTARTUP=/tmp/x", "NODE_EXTRA_CA_CERTS=/tmp/x",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Environ(), []string{"LANG=C.UTF-8", "LC_ALL=C", "PYTHONHASHSEED=0", "OMP_NUM_THREADS=2"}; !slices.Equal(got, want) {
		t.Errorf("environment %q; want %q", got, want)
	}
	if v.Path != "/usr/bin" {
		t.Errorf("PATH %q; want the folders that are there and absolute", v.Path)
	}
}
