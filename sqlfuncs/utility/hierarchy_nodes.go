package utility

import (
	"database/sql"
	"fmt"
	"math"
	"strings"

	"skyline/engine/utility"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
)

// nodeRow is what __skyline_nodes takes of a row of hierarchies.
type nodeRow struct {
	Attribute sql.Null[string]
	Level     sql.Null[int64]
	Value     sql.Null[string]
	Label     string
}

// Nodes is the state of __skyline_nodes: the nodes of each attribute's hierarchy, by its
// folded name.
type Nodes struct{ of map[string][]utility.Node }

// NodesAggregate is __skyline_nodes(key, function, attribute, level, value, label): the rows
// of hierarchies, kept for kernels to read.
func NodesAggregate() host.Aggregate {
	return host.KeptShared("__skyline_nodes", func() *Nodes { return &Nodes{map[string][]utility.Node{}} }, (*Nodes).add, (*Nodes).merge)
}

// maxLevel is the highest level of a hierarchy that makes sense.
const maxLevel = 1_000_000

// notALevel is what stands for any level that is none. Whether that is an error depends on the
// attribute: hierarchies may be about columns that the call does not name.
const notALevel = math.MaxInt

func (n *Nodes) add(row *nodeRow) error {
	level := notALevel
	if row.Level.Valid && row.Level.V >= 0 && row.Level.V <= maxLevel {
		level = int(row.Level.V)
	}
	if level == 0 || !row.Attribute.Valid {
		return nil // the value itself; a row about no column
	}
	name := strings.Clone(call.Folded(row.Attribute.V))
	n.of[strings.Clone(name)] = append(n.of[name], utility.Node{
		Value: strings.Clone(row.Value.V), Null: !row.Value.Valid, Level: level, Label: strings.Clone(row.Label),
	})
	return nil
}

func (n *Nodes) merge(from *Nodes) error {
	for name, of := range from.of {
		n.of[name] = append(n.of[name], of...)
	}
	return nil
}

// column returns the nodes of a column's hierarchy.
func (n *Nodes) column(name string) ([]utility.Node, error) {
	of := n.of[call.Folded(name)]
	for i := range of {
		if of[i].Level == notALevel {
			return nil, fmt.Errorf("hierarchies must have levels from 0 to %d", maxLevel)
		}
	}
	return of, nil
}
