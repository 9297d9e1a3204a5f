package style

// collector collects until it is rich or there is little left, then sends two
// carriers; whoever comes for its flag before that pays for it.
func collector(h *Hand) {
	h.Powers(Thrift)
	if h.Carrier() >= 0 || h.Credits >= 40 || h.Turn >= 25 {
		h.Fetch(1)
	}
	h.Stop(1)
	h.CollectAll()
}
