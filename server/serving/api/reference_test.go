package api

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"arbiter/docs/reference"
	"arbiter/server/kept/index"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// The scopes in docs/server.md are those that a token may have.
func TestReferenceScopes(t *testing.T) {
	reference.Names(t, "docs/server.md", "scopes", []string{string(transport.ScopeRead), string(transport.ScopeUpload), string(transport.ScopePlay), string(transport.ScopeAdmin)})
}

// The metrics in docs/operations.md are those of a scrape.
func TestReferenceMetrics(t *testing.T) {
	s := &Server{Config: Config{Metrics: NewMetrics("1")}}
	s.registerGauges()
	descs := make(chan *prometheus.Desc)
	go func() {
		defer close(descs)
		s.Metrics.registry.Describe(descs)
	}()
	names := []string{"go_*", "process_*"}
	for desc := range descs {
		name := regexp.MustCompile(`fqName: "(arbiter_[a-z_]+)"`).FindStringSubmatch(desc.String())
		if name != nil {
			names = append(names, name[1])
		}
	}
	reference.Names(t, "docs/operations.md", "metrics", names)
}

// The limits in docs/operations.md are those that the server enforces.
func TestReferenceLimits(t *testing.T) {
	page, _ := reflect.TypeFor[matchesIn]().FieldByName("Limit")
	reference.Block(t, "docs/operations.md", "limits", reference.Table(
		[]string{"limit", "value"},
		[]string{"live connections", fmt.Sprintf("%d to matches and %[1]d to `/api/live` (`--watchers`)", live.DefaultMaxSubscribers)},
		[]string{"queued single matches", fmt.Sprint(scheduler.MaxSingles)},
		[]string{"human players", fmt.Sprint(human.DefaultMax)},
		[]string{"write requests", fmt.Sprintf("%d per second for each client, in bursts of %d", transport.DefaultWrites, transport.DefaultBurst)},
		[]string{"bots, bytes, builds and waiting matches of a token", "see [server.md](server.md#quotas)"},
		[]string{"unknown tokens", fmt.Sprintf("%d per minute from each address, in bursts of %d", transport.AttemptsPerMinute, transport.AttemptsBurst)},
		[]string{"tables, histories and replays", fmt.Sprintf("%d at a time, %d for each client; %d wait for up to %.0f seconds", transport.ExpensiveSlots, transport.ExpensiveEach, transport.ExpensiveWaiting, transport.ExpensiveWait.Seconds())},
		[]string{"slow clients", fmt.Sprintf("%d KiB per second after %.0f seconds, in either direction", transport.DefaultRate>>10, transport.DefaultGrace.Seconds())},
		[]string{"request body", fmt.Sprintf("1 MiB; for a tournament or a check %d MiB, a record %d MiB (%d MiB uncompressed), a book %d MiB, an archive %d MiB", maxDefinition>>20, maxRecordUpload>>20, maxRecordText>>20, maxBook>>20, botstore.MaxPacked>>20)},
		[]string{"page of matches", page.Tag.Get("maximum")},
		[]string{"groups of faults", fmt.Sprintf("the latest %d matches with a fault", maxExaminedFaults)},
		[]string{"numbers in a filter", fmt.Sprintf("%d different attributes and metrics", index.MaxNumbers)},
		[]string{"memory of the results", "about 120 bytes a match, and 8 or 16 for each attribute or metric in a filter"},
	))
}

// The defaults of quotas and sizes in the table of settings.
func TestReferenceDefaults(t *testing.T) {
	for key, want := range map[string]int64{
		"watchers": live.DefaultMaxSubscribers, "bot_size": botstore.DefaultBotBytes >> 20, "uploads_size": botstore.DefaultTotalBytes >> 20,
		"token_bots": DefaultBots, "token_size": DefaultBytes >> 20, "token_builds": DefaultBuilds, "token_matches": DefaultWaiting,
	} {
		for _, row := range reference.Rows(t, "docs/server.md", "settings") {
			if shown, _, _ := strings.Cut(row[3], ","); row[1] == "`"+key+"`" && shown != fmt.Sprint(want) {
				t.Errorf("docs/server.md: the default of %s is %s; want %d", key, shown, want)
			}
		}
	}
}
