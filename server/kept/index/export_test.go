package index

// Columns returns how many attributes and metrics are in memory.
func (x *Index) Columns() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.columns)
}
