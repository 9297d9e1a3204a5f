package main

import (
	"errors"
	"os"
	"os/exec"
	"testing"
)

// numpyPython returns the first Python that has numpy. Debian's may not be the
// python3 of the PATH.
func numpyPython() string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(python)
		if err == nil && exec.Command(path, "-c", "import numpy").Run() == nil {
			return path
		}
	}
	return ""
}

// hasNumpy is the condition of what needs numpy. CI has it: there a skipped test
// would be one that nobody runs.
func hasNumpy(python string) (bool, error) {
	if python == "" && os.Getenv("CI") == "true" {
		return false, errors.New("no python3 with numpy, which CI has to have: apt-get install python3-numpy")
	}
	return python != "", nil
}

// "A skipped numpy test fails CI."
func TestNumpyInCI(t *testing.T) {
	for _, tt := range []struct {
		ci, python string
		has, fails bool
	}{
		{"true", "", false, true},
		{"", "", false, false},
		{"true", "/usr/bin/python3", true, false},
	} {
		t.Setenv("CI", tt.ci)
		if has, err := hasNumpy(tt.python); has != tt.has || (err != nil) != tt.fails {
			t.Errorf("CI=%s, python %q: %t, %v; want %t and failure %t", tt.ci, tt.python, has, err, tt.has, tt.fails)
		}
	}
}
