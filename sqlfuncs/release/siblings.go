package release

import (
	"skyline/engine/label"
	"skyline/engine/mondrian"
)

// siblings is the label of some children of a node of a column's hierarchy. Each is called by its
// label, or, as a leaf, by the text of its value.
func siblings(column *mondrian.Column, texts []string, nodes []int32) string {
	names := make([]string, len(nodes))
	for i, at := range nodes {
		if node := column.Hierarchy.Node(at); node.Level > 0 {
			names[i] = node.Label
		} else {
			names[i] = texts[column.Hierarchy.Value(node.First)]
		}
	}
	return label.Set(names, false)
}
