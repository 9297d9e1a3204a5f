package flags

import (
	"os/exec"
	"testing"

	"arbiter/referee/process/view"
)

// "make run leaves nothing that git would add": whatever lies beside the database.
func TestGitIgnoresWhatLiesBesideTheDatabase(t *testing.T) {
	for _, suffix := range append(view.BesideDatabase(), "") {
		ignored := exec.Command("git", "check-ignore", "--quiet", DefaultDatabase+suffix)
		ignored.Dir = "../../../.."
		if err := ignored.Run(); err != nil {
			t.Errorf("%s: %v; want a line of .gitignore for it", DefaultDatabase+suffix, err)
		}
	}
}
