package process

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// workTree returns a bot's folder with a repository of its own, one in a subfolder, a
// work tree whose repository is elsewhere, a bare repository, and one behind a link.
func workTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, repository := range []string{".git", "lib/deep/.git", "bare.git", "hidden"} {
		for name, text := range map[string]string{
			"HEAD": "ref: refs/heads/main\n", "config": "[core]\n", "index": "index", "info/exclude": "x\n", "hooks/pre-commit": "#!/bin/sh\n",
			"objects/info/alternates": "/elsewhere\n", "objects/ab/cd": "object", "refs/heads/main": "0123\n", "packed-refs": "refs\n",
		} {
			write(t, dir, filepath.Join(repository, name), text, 0o644)
		}
	}
	write(t, dir, "submodule/.git", "gitdir: ../.git/modules/x\n", 0o644)
	write(t, dir, "behind/file", "", 0o644)
	if err := os.Symlink("../hidden", filepath.Join(dir, "behind/.git")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// repositoriesIn returns what is in the repositories of a folder.
func repositoriesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_ = os.Chmod(path, 0o755)
		}
		return nil
	})
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		there := func(name string) bool {
			_, err := os.Lstat(filepath.Join(path, name))
			return err == nil
		}
		inside := there("HEAD") && (there("objects") || there("commondir"))
		if slices.Contains([]string{".git", ".hg", ".svn", ".jj"}, entry.Name()) || inside && entry.IsDir() {
			found[path[len(dir):]] = "a repository"
			info, err := entry.Info()
			switch {
			case err != nil:
				return err
			case info.IsDir():
				for name, text := range listing(t, path) {
					found[path[len(dir):]+name] = text
				}
			case info.Mode().IsRegular():
				text, err := os.ReadFile(path)
				found[path[len(dir):]] = string(text)
				return err
			default:
				found[path[len(dir):]], err = os.Readlink(path)
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// repositoryAttacks are builds that leave something that git would run.
func repositoryAttacks() map[string]string {
	const repository = `r() { mkdir -p "$1/objects/info" "$1/refs/heads" "$1/hooks"; echo 'ref: refs/heads/x' > "$1/HEAD"; printf '[core]\n\tfsmonitor = touch /tmp/owned\n' > "$1/config"; }; `
	attacks := map[string]string{
		"one below":                      "mkdir -p new/deep; r new/deep/.git",
		"bare":                           "r new/x.git",
		"bare in a folder that is there": "r lib",
		"bare with links":                "r elsewhere; mkdir new; ln -s ../elsewhere/HEAD ../elsewhere/objects ../elsewhere/refs ../elsewhere/config new/",
		"with a common folder":           "r common; mkdir new; echo 'ref: refs/heads/x' > new/HEAD; echo ../common > new/commondir",
		"a file":                         "r new; mkdir sub; echo 'gitdir: ../new' > sub/.git",
		"a link":                         "r new; mkdir sub; ln -s ../new sub/.git",
		"a link to nothing yet":          "mkdir sub; ln -s ../new sub/.git",
		"through a link":                 "mkdir real; ln -s real alias; r alias/.git",
		"in closed folders":              "mkdir -p a/b; r a/b/.git; chmod 000 a/b/.git a/b; chmod 111 a",
		"of a build that fails":          "r lib/.git; exit 3",
		"in __pycache__":                 "mkdir __pycache__; r __pycache__/.git",
		"mercurial":                      "mkdir -p new/.hg; printf '[hooks]\n' > new/.hg/hgrc",
		"another .git in place":          "rm -rf lib/deep/.git 2>/dev/null; r lib/deep/.git",
		"one moved away":                 "mv lib/deep lib/away && mkdir -p lib/deep && r lib/deep/.git; mv lib gone && mkdir -p lib/deep && r lib/deep/.git",
		"itself moved":                   "mv .git old && r .git; mv bare.git old.git && r bare.git; mv hidden old && r hidden",
		"another submodule":              "r new; rm -f submodule/.git 2>/dev/null; echo 'gitdir: ../new' > submodule/.git",
		"another link":                   "r new; rm -f behind/.git; ln -s ../new behind/.git",
		"no link":                        "rm -f behind/.git; r behind/.git",
		"permissions":                    "chmod 777 .git/config lib/deep/.git/hooks/pre-commit",
		"deleted":                        "rm -rf .git lib bare.git hidden submodule behind 2>/dev/null",
	}
	for _, name := range []string{"config", "config.worktree", "HEAD", "index", "info/attributes", "info/exclude", "hooks/pre-commit", "hooks/post-checkout", "objects/info/alternates", "packed-refs", "refs/heads/main", "commondir", "gitdir", "modules/x/config", "worktrees/x/HEAD"} {
		attacks["changes "+name] = fmt.Sprintf("for g in .git lib/deep/.git bare.git hidden behind/.git; do mkdir -p $(dirname $g/%[1]s) 2>/dev/null; echo evil > $g/%[1]s; done", name)
		attacks["replaces "+name] = fmt.Sprintf("for g in .git lib/deep/.git bare.git hidden behind/.git; do mkdir -p $(dirname $g/%[1]s) 2>/dev/null; rm -f $g/%[1]s; ln -s /tmp/evil $g/%[1]s; done", name)
	}
	for name, script := range attacks {
		attacks[name] = repository + "{ " + script + "; } 2>/dev/null; " + map[bool]string{true: "exit 3", false: "touch built"}[strings.Contains(script, "exit 3")]
	}
	return attacks
}

// "A build's result has no repository that was not there before it, and none that was
// there is changed", in a box and without one.
func TestBuildLeavesRepositoriesAsTheyAre(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // for what a build had changed, which is kept
	for name, script := range repositoryAttacks() {
		for _, box := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, in a box %v", name, box), func(t *testing.T) {
				spec := Spec{Name: "bold", Dir: workTree(t), Build: []string{"sh", "-c", script}}
				before := repositoriesIn(t, spec.Dir)
				options := BuildOptions{Warn: func(err error) { t.Log(err) }}
				if box {
					options.Isolation = boxed(t).Isolation
				}
				_, err := Build(t.Context(), spec, options)
				if strings.Contains(script, "exit 3") != (err != nil) {
					t.Errorf("error %v", err)
				}
				after := repositoriesIn(t, spec.Dir)
				for path := range after {
					if before[path] != after[path] {
						t.Errorf("%s is %q; it was %q", path, after[path], before[path])
					}
				}
				for path := range before {
					if _, there := after[path]; !there {
						t.Errorf("%s is gone; it was %q", path, before[path])
					}
				}
			})
		}
	}
}

// What git says of a work tree is the same after a build, and a program that a build
// names is not run.
func TestBuildRunsNothingOfTheOwner(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // for what a build had changed, which is kept
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err) // nobody runs what is not there
	}
	for _, box := range []bool{true, false} {
		dir, proof := t.TempDir(), filepath.Join(t.TempDir(), "proof")
		git := func(dir string, args ...string) string {
			c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "safe.directory=*"}, args...)...)
			out, _ := c.CombinedOutput()
			return string(out)
		}
		write(t, dir, "mine/sub/file", "", 0o644)
		write(t, dir, "mine/bot.toml", "run = \"cat\"\n", 0o644)
		git(dir, "init", "--quiet")
		git(filepath.Join(dir, "mine/sub"), "init", "--quiet")
		git(filepath.Join(dir, "mine/sub"), "add", ".")
		git(filepath.Join(dir, "mine/sub"), "commit", "--quiet", "-m", "one")
		spec := Spec{Name: "bold", Dir: filepath.Join(dir, "mine"), Build: []string{"sh", "-c", `
			set +e
			printf '#!/bin/sh\ntouch %s\n' "$1" > evil; chmod 755 evil
			for at in . new other sub; do
				mkdir -p $at; git init --quiet $at; printf '[core]\n\tfsmonitor = %s/evil\n' "$PWD" >> $at/.git/config
			done
			git init --quiet --bare bare.git; printf '[core]\n\tfsmonitor = %s/evil\n\tbare = false\n\tworktree = ..\n' "$PWD" >> bare.git/config
			true`, "sh", proof}}
		log := git(filepath.Join(spec.Dir, "sub"), "log", "--oneline")
		options := BuildOptions{Warn: func(err error) { t.Log(err) }}
		if box {
			options.Isolation = boxed(t).Isolation
		}
		if out, err := Build(t.Context(), spec, options); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, at := range []string{".", "new", "other", "sub", "bare.git"} {
			git(filepath.Join(spec.Dir, at), "status")
		}
		if _, err := os.Stat(proof); err == nil {
			t.Errorf("in a box %v: git ran what the build had named", box)
		}
		if again := git(filepath.Join(spec.Dir, "sub"), "log", "--oneline"); again != log || !strings.Contains(log, "one") {
			t.Errorf("in a box %v: the repository says %q; it said %q", box, again, log)
		}
	}
}

// A link into the $HOME that builds keep leads to repositories that a build has made.
func TestBoxBuildLinksToNoHome(t *testing.T) {
	options := inBoxes(t)
	spec := shell(t, "mkdir -p $HOME/r/.git; ln -s $HOME/r r; ln -s r s; touch file; ln -s file link")
	built(t, spec, options)
	for name, want := range map[string]bool{"r": false, "s": false, "link": true} {
		if _, err := os.Stat(filepath.Join(spec.Dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// "A bot that was sent has no repository", built or not.
func TestSentBotHasNoRepository(t *testing.T) {
	for _, script := range []string{"", "true", "r=bare.git; mkdir -p x/.git"} {
		dir := workTree(t)
		spec := Spec{Name: "bold", Dir: dir}
		if script != "" {
			spec.Build = []string{"sh", "-c", script}
		}
		if err := os.RemoveAll(filepath.Join(dir, "behind")); err != nil {
			t.Fatal(err)
		}
		if _, err := Build(t.Context(), spec, BuildOptions{Sent: filepath.Dir(dir)}); err != nil {
			t.Fatal(err)
		}
		if found := repositoriesIn(t, dir); len(found) > 0 {
			t.Errorf("%q: found %v", script, found)
		}
	}
}
