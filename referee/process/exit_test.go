package process

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// finishing plays one turn of a shell script, tells it the end of its input and closes it. It
// returns what the script had still to say and how long the end took.
func finishing(t *testing.T, table *Table, script string, end time.Duration) (string, time.Duration) {
	t.Helper()
	p, err := table.Start(Spec{Name: "script", Command: []string{"sh", "-c", script}, End: end})
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	begun := time.Now()
	p.Finish()
	said, err := p.Close()
	if err != nil {
		t.Error(err)
	}
	return string(said), time.Since(begun)
}

const answers = `while read line; do echo "$line"; done; `

// "At the end of a match the bot's stdin is closed, and it may go on for 100 ms": what it has
// learned is saved, also by one that has much to say before.
func TestBotSavesAtTheEndOfItsInput(t *testing.T) {
	for name, before := range map[string]string{
		"at once":         "",
		"after a while":   "sleep 0.2; ",
		"after much text": "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; ",
	} {
		t.Run(name, func(t *testing.T) {
			saved := filepath.Join(t.TempDir(), "saved")
			said, _ := finishing(t, new(Table), answers+before+"echo the end >&2; echo learned >"+saved, ample)
			if text, err := os.ReadFile(saved); err != nil || string(text) != "learned\n" {
				t.Errorf("saved %q, %v; want what it has learned", text, err)
			}
			if said != "" {
				t.Errorf("it said %q; want nothing of what comes after the end of its input", said)
			}
		})
	}
}

// "0 kills it at once."
func TestNoTimeAtTheEnd(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "saved")
	finishing(t, new(Table), answers+"echo learned >"+saved, -1)
	if _, err := os.Stat(saved); err == nil {
		t.Error("it has seen the end of its input; want it killed before")
	}
}

// "A bot that was still there three times in a row is killed at once from then on": it costs
// a worker no time. One that ends in between is waited for again.
func TestWhoStaysIsNotWaitedForAgain(t *testing.T) {
	const end = 300 * time.Millisecond
	for name, stays := range map[string]string{
		"sleeps": answers + "sleep 1000",
		"spins":  answers + "while :; do :; done",
	} {
		t.Run(name, func(t *testing.T) {
			table := new(Table)
			for n := range mostOverstays + 1 {
				_, took := finishing(t, table, stays, end)
				if waited := took >= end; waited != (n < mostOverstays) {
					t.Errorf("match %d: closed after %v; want the wait of %v in the first %d alone", n+1, took, end, mostOverstays)
				}
			}
		})
	}
	table := new(Table)
	stay := filepath.Join(t.TempDir(), "stay")
	sometimes := answers + "test -e " + stay + " && sleep 1000"
	for n := range 2 * mostOverstays {
		patience := 20 * time.Millisecond
		if n%mostOverstays == mostOverstays-1 {
			os.Remove(stay)
			patience = ample
		} else if err := os.WriteFile(stay, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		finishing(t, table, sometimes, patience)
	}
	if n := len(table.overstays); n != 0 {
		t.Errorf("%v; want nothing held against a bot that ends now and then", table.overstays)
	}
}
