package check

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"arbiter/referee/printable"
	"arbiter/server/playing/resolve"
)

// JUnit returns the verdict as a JUnit report with one test in one suite.
// Not proven counts as skipped, which is neither a pass nor a failure. A build
// that failed is an error with the end of its output. What bots wrote is printable,
// and what XML has no characters for is replaced.
func (v Verdict) JUnit() []byte {
	type message struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	type property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	type testCase struct {
		Name  string `xml:"name,attr"`
		Class string `xml:"classname,attr"`
		Time  string `xml:"time,attr"`

		Properties []property `xml:"properties>property"`

		Failure *message `xml:"failure,omitempty"`
		Error   *message `xml:"error,omitempty"`
		Skipped *message `xml:"skipped,omitempty"`
		Out     string   `xml:"system-out"`
	}
	type testSuite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Time     string   `xml:"time,attr"`
		Case     testCase `xml:"testcase"`
	}
	seconds := fmt.Sprintf("%.3f", v.Seconds)
	suite := testSuite{Name: "arbiter check", Tests: 1, Time: seconds, Case: testCase{
		Name:  v.testName(),
		Class: "arbiter." + v.Game, Time: seconds, Out: string(v.Text()),
	}}
	for _, p := range []property{
		{"answer", string(v.Answer())},
		{"candidate", name(v.Candidate)}, {"candidate sha256", v.Candidate.SHA256}, {"candidate commit", v.CandidateCommit},
		{"baseline", name(v.Baseline)}, {"baseline sha256", v.Baseline.SHA256}, {"baseline commit", v.BaselineCommit},
	} {
		if p.Value != "" {
			suite.Case.Properties = append(suite.Case.Properties, p)
		}
	}
	switch answer := v.Answer(); {
	case answer.Refuses():
		suite.Failures, suite.Case.Failure = 1, &message{v.Sentence(), string(v.Text())}
	case answer == NoBuild:
		suite.Errors, suite.Case.Error = 1, &message{v.Note, v.Output}
	case answer == NoEvidence:
		suite.Errors, suite.Case.Error = 1, &message{v.Sentence(), string(v.Text())}
	case answer == NotProven:
		suite.Skipped, suite.Case.Skipped = 1, &message{v.Sentence(), ""}
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return []byte(xml.Header + printable.Text(string(text)) + "\n")
}

// testName names the test by what was typed of the candidate, without its commit: it is the
// same in every run, also when a bot does not build, so that CI can follow it. Commits and
// digests are in the properties.
func (v Verdict) testName() string {
	given, bot := resolve.SplitName(cmp.Or(v.Candidate.Typed, v.Candidate.Name))
	if rest, ok := strings.CutPrefix(bot, resolve.GitPrefix); ok {
		if _, path, ok := strings.Cut(rest, ":"); ok {
			bot = path
		}
	}
	return printable.Line(cmp.Or(given, bot, "the candidate") + " against its baseline")
}
