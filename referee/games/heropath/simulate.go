package heropath

import "arbiter/referee"

// Clone implements referee.Cloner. The world, the test document and the answer
// never change and are shared.
func (m *match) Clone() referee.Match {
	c := *m
	c.state = State{}
	c.state.CopyFrom(&m.state)
	c.view = view{} // its lists are used again
	return &c
}

// Space implements referee.Observer.
func (m *match) Space() referee.Space { return Space() }

// Observe implements referee.Observer.
func (m *match) Observe(_ int, dst []float32) []float32 { return m.state.Observe(dst) }
