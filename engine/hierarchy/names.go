package hierarchy

// Named reports, of each node by its number, whether a set of labels can name it: its label is
// not Everything, and that of no other node, unless of one above or below it with the same
// values. A leaf is called by the text of its value, which must be no node's label; texts are by value,
// and nil where values are not to be named. null is the value that has no text, or -1.
func (t *Tree) Named(texts []string, null int32) []bool {
	named := make([]bool, len(t.nodes))
	leaves := len(t.values)
	first := make(map[string]int, len(t.labels))
	for i, text := range t.labels {
		at := leaves + i
		other, known := first[text]
		switch {
		case text == Everything:
			first[text] = at
		case !known:
			first[text], named[at] = at, true
		case t.nodes[at].first == t.nodes[other].first && t.nodes[at].last == t.nodes[other].last:
			named[at] = named[other]
		default:
			named[other] = false
		}
	}
	// What is said of the first with a label holds for all.
	for i, text := range t.labels {
		named[leaves+i] = named[leaves+i] && named[first[text]]
	}
	if texts == nil {
		return named
	}
	for rank, value := range t.values {
		_, isLabel := first[texts[value]]
		named[rank] = value != null && !isLabel
	}
	return named
}
