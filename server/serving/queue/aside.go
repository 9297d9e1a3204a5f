package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arbiter/referee/replay"
)

// evidence is why a worker is set aside.
type evidence struct {
	Worker string    `json:"worker"`
	At     time.Time `json:"at"`
	Match  string    `json:"match,omitempty"`
	Why    string    `json:"why"`
	Record []byte    `json:"-"` // of the match as the worker played it
	Other  []byte    `json:"-"` // and as another one did
}

// evidenceFile is the name of the description in the folder of a worker, beside
// the records worker and other.
const evidenceFile = "why.json"

// setAside gives a worker no work until an operator allows it, also after a
// restart, and keeps the evidence. What it holds is handed out again. A name that no
// beat has had is no worker.
func (c *Coordinator) setAside(worker string, e evidence) {
	e.Worker, e.At = worker, time.Now().UTC()
	c.mu.Lock()
	m := c.members[worker]
	if m == nil || m.aside != nil { // nobody who is known, or known for what it is
		c.mu.Unlock()
		return
	}
	m.aside = &e
	c.recallFrom(worker, "")
	c.rouse()
	c.mu.Unlock()
	c.Log.Error("worker set aside", "name", worker, "match", e.Match, "why", e.Why)
	if err := c.keepEvidence(e); err != nil {
		c.Log.Error("keep the evidence", "worker", worker, "error", err)
	}
}

func (c *Coordinator) keepEvidence(e evidence) error {
	if c.Evidence == "" {
		return nil
	}
	dir := filepath.Join(c.Evidence, e.Worker)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text, err := json.MarshalIndent(e, "", "\t")
	if err != nil {
		return err
	}
	for name, record := range map[string][]byte{"worker": e.Record, "other": e.Other} {
		if len(record) > 0 {
			err = errors.Join(err, replay.WriteFile(filepath.Join(dir, name+replay.Ext), record))
		}
	}
	return errors.Join(err, os.WriteFile(filepath.Join(dir, evidenceFile), text, 0o644))
}

// readAside reads which workers are set aside.
func (c *Coordinator) readAside() error {
	if c.Evidence == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(c.Evidence, "*", evidenceFile))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var e evidence
		if err := json.Unmarshal(text, &e); err != nil || !strings.HasSuffix(filepath.Dir(file), string(filepath.Separator)+e.Worker) {
			return fmt.Errorf("%s: found %.80q; want why a worker is set aside; delete the folder to forget it", file, text)
		}
		c.mu.Lock()
		c.members[e.Worker] = &member{aside: &e, gone: true, cannot: map[string]time.Time{}}
		c.mu.Unlock()
	}
	return nil
}
