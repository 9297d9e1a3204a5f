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

// The files that other repositories use in their CI.
const (
	githubAction   = "../../../.github/actions/check/action.yml"
	gitlabTemplate = "../../../.gitlab/check.yml"
)

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

// lintScript checks a shell script: its syntax, and the flags of arbiter check.
func lintScript(t *testing.T, script string) {
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
			wantFlags(t, line)
		}
	}
}

// wantFlags checks that arbiter check has every flag that a text names.
func wantFlags(t *testing.T, text string) {
	t.Helper()
	var help bytes.Buffer
	if code := run([]string{"check", "--help-all"}, output.NewStreams(nil, &help, &help, "")); code != 0 {
		t.Fatalf("check --help-all: exit code %d: %s", code, &help)
	}
	flag := regexp.MustCompile(`--[a-z][a-z0-9-]*`)
	known := flag.FindAllString(help.String(), -1)
	for _, name := range flag.FindAllString(text, -1) {
		if !slices.Contains(known, name) {
			t.Errorf("arbiter check has no flag %s", name)
		}
	}
}

// wantInputs checks that the inputs that a file uses are those that it declares,
// each with a description whose flags exist.
func wantInputs(t *testing.T, declared map[string]ciInput, text, use string) {
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
		wantFlags(t, input.Description)
	}
}

// A composite action has named inputs, steps with a shell each, and a script
// that calls arbiter check as it is.
func TestGitHubAction(t *testing.T) {
	var a actionFile
	text := decodeYAML(t, githubAction, &a)
	wantInputs(t, a.Inputs, text, `\$\{\{ inputs\.([a-z-]+) \}\}`)
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
			lintScript(t, step.Run)
		}
	}
	for _, m := range regexp.MustCompile(`steps\.([a-z-]+)\.`).FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] {
			t.Errorf("no step has the ID %s", m[1])
		}
	}
}

// The template is the twin of the action: the same inputs, and the URL that an
// action has no need of.
func TestGitLabTemplate(t *testing.T) {
	var spec templateSpec
	var jobs templateJobs
	text := decodeYAML(t, gitlabTemplate, &spec, &jobs)
	wantInputs(t, spec.Spec.Inputs, text, `\$\[\[ inputs\.([a-z-]+) \]\]`)
	var a actionFile
	decodeYAML(t, githubAction, &a)
	delete(spec.Spec.Inputs, "repository")
	if got, want := slices.Sorted(maps.Keys(spec.Spec.Inputs)), slices.Sorted(maps.Keys(a.Inputs)); !slices.Equal(got, want) {
		t.Errorf("inputs %v; want %v as in the action", got, want)
	}
	for name, job := range jobs {
		lintScript(t, strings.Join(job.Script, "\n"))
		for variable := range job.Variables {
			if !strings.HasPrefix(variable, "GIT_") && !strings.Contains(strings.Join(job.Script, "\n"), "$"+variable) {
				t.Errorf("%s: the script does not use %s", name, variable)
			}
		}
		if report := job.Artifacts.Reports["junit"]; report == "" || !strings.Contains(strings.Join(job.Script, "\n"), "--junit "+report) {
			t.Errorf("%s: artifact %q is not the JUnit report of the script", name, report)
		}
	}
}

// "The exit code is passed through", and the Markdown is in the job's summary.
func TestCIScripts(t *testing.T) {
	t.Parallel()
	var a actionFile
	decodeYAML(t, githubAction, &a)
	var spec templateSpec
	var jobs templateJobs
	decodeYAML(t, gitlabTemplate, &spec, &jobs)
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
		{"no regression", github, "builtin:domain/greedy", "builtin:domain/random", "--elo0 -50 --time-factor 100", 0, ": no regression"},
		{"regression", github, "builtin:domain/random", "builtin:domain/greedy", "--elo0 -50 --time-factor 100", 1, ": regression"},
		{"no baseline", github, "builtin:domain/random", "", "", 2, ""},
		{"regression on GitLab", gitlab, "builtin:domain/random", "builtin:domain/greedy", "--quick --time-factor 100", 1, ": regression"},
		{"undecided on GitLab", gitlab, "builtin:domain/random?seed=2", "builtin:domain/random", "--max-games 4 --time-factor 100", 3, ": undecided"},
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
