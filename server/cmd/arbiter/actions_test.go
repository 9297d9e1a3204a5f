package main

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbiter/server/cmd/arbiter/output"

	"go.yaml.in/yaml/v3"
)

// githubAction and gitlabTemplate return the files that other repositories use in their
// CI to run a verb.
func githubAction(verb string) string   { return "../../../.github/actions/" + verb + "/action.yml" }
func gitlabTemplate(verb string) string { return "../../../.gitlab/" + verb + ".yml" }

// ciVerbs returns the verbs that have such files.
func ciVerbs() []string { return []string{"check", "history"} }

// A ciInput is a parameter of either file.
type ciInput struct {
	Description string  `yaml:"description"`
	Required    bool    `yaml:"required"`
	Default     *string `yaml:"default"`
}

// An actionFile is a composite action of GitHub. Keys that it may not have are
// errors.
type actionFile struct {
	Name        string             `yaml:"name"`
	Description string             `yaml:"description"`
	Inputs      map[string]ciInput `yaml:"inputs"`
	Outputs     map[string]struct {
		Description string `yaml:"description"`
		Value       string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Using string       `yaml:"using"`
		Steps []actionStep `yaml:"steps"`
	} `yaml:"runs"`
}

type actionStep struct {
	Name  string            `yaml:"name"`
	ID    string            `yaml:"id"`
	Uses  string            `yaml:"uses"`
	With  map[string]string `yaml:"with"`
	Shell string            `yaml:"shell"`
	Env   map[string]string `yaml:"env"`
	Run   string            `yaml:"run"`
}

// A templateSpec and a templateJobs are the documents of a GitLab template.
type templateSpec struct {
	Spec struct {
		Inputs map[string]ciInput `yaml:"inputs"`
	} `yaml:"spec"`
}

type templateJobs map[string]struct {
	Image     string              `yaml:"image"`
	Rules     []map[string]string `yaml:"rules"`
	Variables map[string]string   `yaml:"variables"`
	Cache     map[string]any      `yaml:"cache"`
	Script    []string            `yaml:"script"`
	Artifacts struct {
		When    string            `yaml:"when"`
		Paths   []string          `yaml:"paths"`
		Reports map[string]string `yaml:"reports"`
	} `yaml:"artifacts"`
}

// decodeYAML reads a file into its documents.
func decodeYAML(t *testing.T, path string, documents ...any) (text string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	for _, into := range documents {
		if err := d.Decode(into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		t.Fatalf("%s: more than %d documents, or %v", path, len(documents), err)
	}
	return string(b)
}

// lintScript checks a shell script: its syntax, and the flags of the verb.
func lintScript(t *testing.T, verb, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-n")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("sh -n: %v: %s\n%s", err, out, script)
	}
	if strings.Contains(script, "${{") || strings.Contains(script, "$[[") {
		t.Errorf("an input is pasted into the script, where it could be a command:\n%s", script)
	}
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(line, "git ") { // which has flags of its own
			wantFlags(t, verb, line)
		}
	}
}

// wantFlags checks that a verb has every flag that a text names.
func wantFlags(t *testing.T, verb, text string) {
	t.Helper()
	var help bytes.Buffer
	if code := run([]string{verb, "--help-all"}, output.NewStreams(nil, &help, &help, "")); code != 0 {
		t.Fatalf("%s --help-all: exit code %d: %s", verb, code, &help)
	}
	flag := regexp.MustCompile(`--[a-z][a-z0-9-]*`)
	known := flag.FindAllString(help.String(), -1)
	for _, name := range flag.FindAllString(text, -1) {
		if !slices.Contains(known, name) {
			t.Errorf("arbiter %s has no flag %s", verb, name)
		}
	}
}

// wantInputs checks that the inputs that a file uses are those that it declares,
// each with a description whose flags exist.
func wantInputs(t *testing.T, verb string, declared map[string]ciInput, text, use string) {
	t.Helper()
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(use).FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
	}
	if got, want := slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(declared)); !slices.Equal(got, want) {
		t.Errorf("inputs %v are used; want %v, which are declared", got, want)
	}
	for name, input := range declared {
		if input.Description == "" {
			t.Errorf("input %s has no description", name)
		}
		wantFlags(t, verb, input.Description)
	}
}

// A composite action has named inputs, steps with a shell each, and a script
// that calls the verb as it is.
func TestGitHubAction(t *testing.T) {
	for _, verb := range ciVerbs() {
		var a actionFile
		text := decodeYAML(t, githubAction(verb), &a)
		wantInputs(t, verb, a.Inputs, text, `\$\{\{ inputs\.([a-z-]+) \}\}`)
		if a.Runs.Using != "composite" || a.Name == "" || a.Description == "" {
			t.Errorf("name %q, description %q, using %q; want all, and composite", a.Name, a.Description, a.Runs.Using)
		}
		ids := map[string]bool{}
		for _, step := range a.Runs.Steps {
			ids[step.ID] = true
			switch {
			case step.Uses != "":
				if !strings.Contains(step.Uses, "@") || step.Run != "" {
					t.Errorf("step uses %s; want NAME@VERSION and no script", step.Uses)
				}
			case step.Shell == "":
				t.Errorf("step %q has no shell, which a composite action needs", step.Name)
			default:
				lintScript(t, verb, step.Run)
			}
		}
		for _, m := range regexp.MustCompile(`steps\.([a-z-]+)\.`).FindAllStringSubmatch(text, -1) {
			if !ids[m[1]] {
				t.Errorf("no step has the ID %s", m[1])
			}
		}
	}
}

// A template is the twin of an action: the same inputs, and the URL that an
// action has no need of.
func TestGitLabTemplate(t *testing.T) {
	for _, verb := range ciVerbs() {
		var spec templateSpec
		var jobs templateJobs
		text := decodeYAML(t, gitlabTemplate(verb), &spec, &jobs)
		wantInputs(t, verb, spec.Spec.Inputs, text, `\$\[\[ inputs\.([a-z-]+) \]\]`)
		var a actionFile
		decodeYAML(t, githubAction(verb), &a)
		delete(spec.Spec.Inputs, "repository")
		if got, want := slices.Sorted(maps.Keys(spec.Spec.Inputs)), slices.Sorted(maps.Keys(a.Inputs)); !slices.Equal(got, want) {
			t.Errorf("inputs %v; want %v as in the action", got, want)
		}
		for name, job := range jobs {
			script := strings.Join(job.Script, "\n")
			lintScript(t, verb, script)
			for variable := range job.Variables {
				if !strings.HasPrefix(variable, "GIT_") && !strings.Contains(script, "$"+variable) {
					t.Errorf("%s: the script does not use %s", name, variable)
				}
			}
			for _, path := range append(slices.Collect(maps.Values(job.Artifacts.Reports)), job.Artifacts.Paths...) {
				if !regexp.MustCompile(`--[a-z]+ ` + regexp.QuoteMeta(path)).MatchString(script) {
					t.Errorf("%s: the script does not write the artifact %s", name, path)
				}
			}
		}
	}
}

// "The exit code is passed through", and the Markdown is in the job's summary.
func TestCIScripts(t *testing.T) {
	t.Parallel()
	var a actionFile
	decodeYAML(t, githubAction("check"), &a)
	var spec templateSpec
	var jobs templateJobs
	decodeYAML(t, gitlabTemplate("check"), &spec, &jobs)
	github := a.Runs.Steps[len(a.Runs.Steps)-1].Run
	template := jobs["arbiter-check"].Script
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	installArbiter(t, filepath.Join(root, "bin"))
	gitlab := strings.ReplaceAll(template[len(template)-1], "/tmp/arbiter", root)
	for _, tt := range []struct {
		name, script, candidate, baseline, args string
		want                                    int
		report                                  string // part of the Markdown
	}{
		{"no regression", github, "builtin:domain/greedy", "builtin:domain/random", "--elo0 -50 --time-factor 100", 0, ": not weaker"},
		{"regression", github, "builtin:domain/random", "builtin:domain/greedy", "--elo0 -50 --time-factor 100", 1, ": weaker"},
		{"no baseline", github, "builtin:domain/random", "", "", 2, ""},
		{"regression on GitLab", gitlab, "builtin:domain/random", "builtin:domain/greedy", "--quick --time-factor 100", 1, ": weaker"},
		{"undecided on GitLab", gitlab, "builtin:domain/random?seed=2", "builtin:domain/random", "--max-games 4 --time-factor 100", 3, ": not proven"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command("sh", "-e", "-c", tt.script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GAME=domain", "CANDIDATE="+tt.candidate, "BASELINE="+tt.baseline, "ARGS="+tt.args,
				"GITHUB_ACTION_PATH="+filepath.Join(root, "a/b/c"), "RUNNER_TEMP="+dir,
				"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "GITHUB_OUTPUT="+filepath.Join(dir, "output"))
			if err := os.MkdirAll(filepath.Join(root, "a/b/c"), 0o755); err != nil {
				t.Fatal(err)
			}
			out, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != tt.want {
				t.Fatalf("%v: exit code %d; want %d: %s", err, code, tt.want, out)
			}
			markdown := "summary"
			if tt.script == gitlab {
				markdown = "arbiter-check.md"
			}
			if text, _ := os.ReadFile(filepath.Join(dir, markdown)); !strings.Contains(string(text), tt.report) {
				t.Errorf("the report has no %q: %s", tt.report, text)
			}
		})
	}
}

// The scripts of histories: what was played counts in the next job, the exit code is
// passed through, and pictures and Markdown are there.
func TestHistoryCIScripts(t *testing.T) {
	t.Parallel()
	var a actionFile
	decodeYAML(t, githubAction("history"), &a)
	var spec templateSpec
	var jobs templateJobs
	decodeYAML(t, gitlabTemplate("history"), &spec, &jobs)
	root, dir := t.TempDir(), t.TempDir()
	for _, folder := range []string{"bin", "a/b/c"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	installArbiter(t, filepath.Join(root, "bin"))
	shell(t, dir, `git init --quiet . && git config user.name a && git config user.email a@example.org
mkdir -p bots/mine
printf 'name = "mine"\ngames = ["keeper"]\nrun = "sh bot.sh"\n' > bots/mine/bot.toml
for v in 0 1 2; do
  echo "# change $v" > bots/mine/bot.sh
  echo 'while read x y rest; do read n; while [ $n -gt 0 ]; do read entity; n=$((n-1)); done; echo MOVE $x $y; done' >> bots/mine/bot.sh
  git add bots && git commit --quiet -m "change $v"
done`)
	for _, tt := range []struct {
		name, script, args string
		want               int
	}{
		{"invalid usage", a.Runs.Steps[len(a.Runs.Steps)-1].Run, "--band 0", 2},
		{"GitHub", a.Runs.Steps[len(a.Runs.Steps)-1].Run, "--time-factor 100 --max-games 12", 3},
		{"GitLab", strings.ReplaceAll(jobs["arbiter-history"].Script[len(jobs["arbiter-history"].Script)-1], "/tmp/arbiter", root), "--time-factor 100 --add --max-games 12", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command("sh", "-e", "-c", tt.script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GAME=keeper", "BOT=bots/mine", "RANGE=HEAD~2..", "ARGS="+tt.args,
				"GITHUB_ACTION_PATH="+filepath.Join(root, "a/b/c"), "RUNNER_TEMP="+dir,
				"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "GITHUB_OUTPUT="+filepath.Join(dir, "output"))
			out, err := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != tt.want {
				t.Fatalf("%v: exit code %d; want %d: %s", err, code, tt.want, out)
			}
			if tt.name == "GitLab" && !strings.Contains(string(out), "Resuming after 12 matches") {
				t.Errorf("%s; want that the games of the job before count", out)
			}
		})
	}
	for _, path := range []string{"summary", "arbiter-history.md", "arbiter-history.svg", "arbiter-badge.svg"} {
		if text, err := os.ReadFile(filepath.Join(dir, path)); err != nil || !strings.Contains(string(text), "keeper") {
			t.Errorf("%s: %v: %.200s; want the history", path, err, text)
		}
	}
}
