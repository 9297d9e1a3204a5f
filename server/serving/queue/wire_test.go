package queue

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbiter/server/league"
)

// What a worker answers arrives as it was sent, records included.
func TestAnswersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := answers{Worker: rapid.String().Draw(t, "worker")}
		for range rapid.IntRange(0, 5).Draw(t, "answers") {
			a := answer{Match: "m", Task: "t"}
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				a.Report = &league.Report{Job: league.Job{ID: "m", Pairing: league.Pairing{Start: league.Start{Seed: rapid.Int64().Draw(t, "seed")}}}}
				a.Report.Play = league.Play(rapid.Uint64().Draw(t, "play"))
				a.Report.Waited = time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "waited"))
				a.Report.Record = rapid.SliceOfN(rapid.Byte(), 1, 100).Draw(t, "record")
			case 1:
				a.Failed, a.Void = "why", true
			default:
				a.Again, a.Cannot = "why", "digest"
			}
			sent.Answers = append(sent.Answers, a)
		}
		message, err := sent.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeAnswers(message)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, sent) {
			t.Fatalf("got %+v; want %+v", got, sent)
		}
	})
}

// A message of a stranger is refused; none makes the coordinator panic or take
// more memory than the message has.
func FuzzAnswers(f *testing.F) {
	good, err := answers{"w", "", []answer{{Match: "m", Report: &league.Report{Record: []byte("record")}}, {Match: "n", Failed: "why"}}}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(append(bytes.Clone(good), 0))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, message []byte) {
		a, err := decodeAnswers(message)
		if err != nil {
			return
		}
		records := 0
		for _, answer := range a.Answers {
			if answer.Report != nil {
				records += len(answer.Report.Record)
			}
		}
		if records > len(message) {
			t.Errorf("%d bytes of records in a message of %d", records, len(message))
		}
	})
}

// Of an answer exactly one of Report, Failed and Again is set, and every record
// lies within the message.
func TestDamagedAnswersAreRefused(t *testing.T) {
	framed := func(text, behind string) string { return string(rune(len(text))) + text + behind }
	for name, message := range map[string]string{
		"empty":                "",
		"cut":                  framed(`{"answers":[]}`, "")[:5],
		"no JSON":              framed("abc", ""),
		"nothing became of it": framed(`{"answers":[{"match":"m"}]}`, ""),
		"two things":           framed(`{"answers":[{"again":"x","failed":"y"}]}`, ""),
		"bytes behind":         framed(`{"answers":[]}`, "x"),
		"record of a failure":  framed(`{"answers":[{"failed":"x","size":1}]}`, "x"),
		"negative size":        framed(`{"answers":[{"report":{},"size":-1}]}`, ""),
		"record too long":      framed(`{"answers":[{"report":{},"size":2}]}`, "x"),
	} {
		if a, err := decodeAnswers([]byte(message)); err == nil {
			t.Errorf("%s: read %+v; want an error", name, a)
		}
	}
	if _, err := decodeAnswers([]byte(framed(`{"answers":[{"report":{},"size":1}]}`, "x"))); err != nil {
		t.Errorf("a whole message: %v", err)
	}
}
