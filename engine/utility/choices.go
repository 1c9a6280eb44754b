package utility

import "slices"

// Choices are what a label may stand for.
type Choices struct {
	// Values are numbers of the column's values, those of the original, in their order.
	Values []int32
	// Others are the values below it that only the hierarchy has, in its order; Null says that NULL
	// is one beside them.
	Others []string
	Null   bool
}

// Choices returns what a label of a quasi-identifier may stand for: the values of a set, those of
// the original within an interval, and those below a label of the hierarchy, which the original may
// not have. "*", as which a suppressed cell counts, stands for all values of the original and of
// the hierarchy.
func (r *Release) Choices(column int, label int32) Choices {
	c := &r.columns[column]
	of := &c.regions[label]
	var choices Choices
	for _, value := range of.values() {
		if c.Occurs[value] {
			choices.Values = append(choices.Values, value)
		}
	}
	known := map[leaf]bool{}
	for _, value := range c.Values {
		known[leaf{value.Text, value.Null}] = true
	}
	add := func(of leaf) {
		if known[of] {
			return
		}
		known[of] = true
		if of.null {
			choices.Null = true
		} else {
			choices.Others = append(choices.Others, of.text)
		}
	}
	switch {
	case of.kind == single && len(of.runs) == 0:
		add(leafOf(&c.Labels[label]))
	case of.kind == all || of.kind == node || of.kind == set:
		nodes := of.nodes
		if of.kind == node {
			nodes = []nodeKey{{c.Labels[label].Text, of.level}}
		}
		for _, n := range c.Hierarchy {
			if of.kind == all || slices.Contains(nodes, nodeKey{n.Label, n.Level}) {
				add(leaf{n.Value, n.Null})
			}
		}
	}
	return choices
}
