package referee

// Recorders tells several recorders, in order; the first error ends it.
type Recorders []Recorder

// Turn implements Recorder.
func (r Recorders) Turn(t *Turn) error {
	for _, one := range r {
		if err := one.Turn(t); err != nil {
			return err
		}
	}
	return nil
}

// End implements Recorder.
func (r Recorders) End(result Result, late [][]byte) error {
	for _, one := range r {
		if err := one.End(result, late); err != nil {
			return err
		}
	}
	return nil
}
