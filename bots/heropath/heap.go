package heropath

// A heap gives its least item first. It allocates only to grow.
type heap []item

// An item is an index with what it costs or is worth.
type item struct {
	key float64
	at  int32
}

func (h *heap) push(it item) {
	*h = append(*h, it)
	items := *h
	for i := len(items) - 1; i > 0; {
		up := (i - 1) / 2
		if items[up].key <= items[i].key {
			return
		}
		items[up], items[i] = items[i], items[up]
		i = up
	}
}

func (h *heap) pop() item {
	items := *h
	least := items[0]
	last := len(items) - 1
	items[0] = items[last]
	items = items[:last]
	*h = items
	for i := 0; ; {
		next := i
		for down := 2*i + 1; down <= 2*i+2 && down < last; down++ {
			if items[down].key < items[next].key {
				next = down
			}
		}
		if next == i {
			return least
		}
		items[i], items[next] = items[next], items[i]
		i = next
	}
}
