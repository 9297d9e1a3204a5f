package check

import (
	"encoding/xml"
	"fmt"

	"arbiter/referee/printable"
	"arbiter/server/league/rating"
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
	type testCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Time    string   `xml:"time,attr"`
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
		Name:  fmt.Sprintf("%s is %s than %s", name(v.Candidate), AnswerOf(v.Question, rating.H1), name(v.Baseline)),
		Class: "arbiter." + v.Game, Time: seconds, Out: string(v.Text()),
	}}
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
