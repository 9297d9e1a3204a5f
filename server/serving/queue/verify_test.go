package queue

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"time"

	"arbiter/bots/botstest"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// played plays a match of builtin bots in this process and returns its work and
// report, as a worker's comes over the wire.
func played(t testing.TB, game string, seed int64, names ...string) (dispatch.Work, *league.Report) {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	w := dispatch.Work{Game: g, Limits: referee.TimeLimits{First: time.Minute, Turn: time.Minute}, Setup: referee.Setup{Seed: seed}}
	p := league.Pairing{Round: 1, Start: league.Start{Seed: seed}}
	for _, name := range names {
		c, err := resolve.Resolver{Builtin: botstest.Program(t)}.One(t.Context(), resolve.BuiltinPrefix+game+"/"+name, game)
		if err != nil {
			t.Fatal(err)
		}
		w.Contenders, p.Seats = append(w.Contenders, c), append(p.Seats, c.Bot.ID)
	}
	w.Job = league.Job{ID: p.ID("test"), Tournament: "test", Pairing: p}
	report, err := (dispatch.Pool{Affinity: dispatch.Off}).Play(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return w, sent(t, &report)
}

// sent returns a report as it arrives.
func sent(t testing.TB, report *league.Report) *league.Report {
	t.Helper()
	message, err := answers{"w", "", []answer{{Match: report.ID, Report: report}}}.encode()
	if err != nil {
		t.Fatal(err)
	}
	a, err := decodeAnswers(message)
	if err != nil {
		t.Fatal(err)
	}
	return a.Answers[0].Report
}

// rewrite replaces the first occurrence of a text in a report's record.
func rewrite(t *testing.T, report *league.Report, old, new string) {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(report.Record))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%v; want %s in the record:\n%.2000s", err, old, text)
	}
	report.Record = bytes.Replace(text, []byte(old), []byte(new), 1)
}

// "Each record is compared with its job (seed or position, seats' digests, limits,
// rules) and played again": changed results, records of other jobs and answers with
// old digests are refused.
func TestVerify(t *testing.T) {
	work, report := played(t, "domain", 7, "greedy", "wait")
	if why := verify(work, report); why != "" {
		t.Fatalf("as it was played: %s", why)
	}
	_, other := played(t, "domain", 8, "greedy", "wait")
	for _, tt := range []struct {
		name   string
		change func(*dispatch.Work, *league.Report)
		want   string
	}{
		{"another job", func(_ *dispatch.Work, r *league.Report) { r.Job.Pairing.Repetition++ }, "the report is of the job"},
		{"other rules", func(_ *dispatch.Work, r *league.Report) { r.Rules++ }, "the report is of domain, rules"},
		{"other limits", func(_ *dispatch.Work, r *league.Report) { r.Limits.Turn++ }, "the report has the limits"},
		{"no limits", func(_ *dispatch.Work, r *league.Report) { r.Unlimited = true }, "the report has the limits"},
		{"no record", func(_ *dispatch.Work, r *league.Report) { r.Record = nil }, "the report has no record"},
		{"no digest", func(_ *dispatch.Work, r *league.Report) { r.Play = 0 }, "the report has no digest"},
		{"another digest", func(_ *dispatch.Work, r *league.Report) { r.Play++ }, "the row has the digest"},
		{"a changed score", func(_ *dispatch.Work, r *league.Report) { r.Result.Scores[0]++ }, "the rows have the scores"},
		{"a changed rank", func(_ *dispatch.Work, r *league.Report) { r.Result.Ranks[0], r.Result.Ranks[1] = 2, 1 }, "the rows have the ranks"},
		{"a changed reason", func(_ *dispatch.Work, r *league.Report) { r.Result.Reason = "x" }, "the row has the reason"},
		{"an invented fault", func(_ *dispatch.Work, r *league.Report) {
			r.Result.Faults = append(r.Result.Faults, referee.Fault{Turn: 1, Seat: 1, Kind: referee.Timeout})
		}, "fault 1"},
		{"the record of another seed", func(_ *dispatch.Work, r *league.Report) { r.Record = other.Record }, "the record has the bot seed"},
		{"a record of an older bot", func(w *dispatch.Work, _ *league.Report) {
			w.Contenders[0].Bot.Digest = "0" + w.Contenders[0].Bot.Digest[1:]
		}, "the record has the bot"},
		{"a record of a bot of the same digest", func(w *dispatch.Work, _ *league.Report) {
			w.Contenders[0].Bot.SHA256 = "x" + w.Contenders[0].Bot.SHA256[1:]
		}, "the record has the bot"},
		{"half a record", func(_ *dispatch.Work, r *league.Report) { r.Record = r.Record[:len(r.Record)/2] }, "the record cannot be read"},
		{"a damaged record", func(_ *dispatch.Work, r *league.Report) { r.Record = []byte("no record") }, "the record cannot be read"},
		{"a changed answer", func(_ *dispatch.Work, r *league.Report) {
			rewrite(t, r, `["1 2 L"]`, `["1 1 L"]`)
		}, "differs at turn"},
		{"a changed record's seed", func(_ *dispatch.Work, r *league.Report) {
			rewrite(t, r, `"seed":"7"`, `"seed":"8"`)
		}, "the row has the seed 7; the replay 8"},
		{"a changed record's limits", func(_ *dispatch.Work, r *league.Report) {
			rewrite(t, r, `"turn_ms":60000`, `"turn_ms":120000`)
		}, "the row has the limits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, r := work, *sent(t, report)
			w.Contenders = append([]dispatch.Contender(nil), work.Contenders...)
			tt.change(&w, &r)
			if why := verify(w, &r); !strings.Contains(why, tt.want) {
				t.Errorf("found %q; want %q", why, tt.want)
			}
		})
	}
}

// BenchmarkVerify measures the check of a report. us-CPU/match is what it costs beside
// other programs, with the collection of its garbage.
func BenchmarkVerify(b *testing.B) {
	for _, game := range []string{"domain", "ctf"} {
		work, report := played(b, game, 7, "greedy", "wait")
		b.Run(game, func(b *testing.B) {
			before := refereetest.OwnCPU()
			for b.Loop() {
				if why := verify(work, report); why != "" {
					b.Fatal(why)
				}
			}
			b.ReportMetric(float64((refereetest.OwnCPU()-before).Microseconds())/float64(b.N), "us-CPU/match")
			b.ReportMetric(float64(report.Turns), "turns")
		})
	}
}
