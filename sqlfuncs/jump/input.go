package jump

import (
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// Parameters that the functions about publicly known algorithms have in common.
var (
	paramJumpTable       = call.Param{Name: "tbl", Type: "VARCHAR", Doc: call.ParamOriginal.Doc + "; a row a person"}
	paramJumpPerson      = call.Param{Name: "person", Type: "VARCHAR", Doc: "the column that identifies the individual; each has one row"}
	paramJumpSensitive   = call.Param{Name: "sensitive", Type: "VARCHAR", Doc: "the sensitive column"}
	paramGeneralizations = call.Param{Name: "generalizations", Type: "VARCHAR[] or MAP[]", Doc: "the generalizations in the order in which they are tried, from the most useful to the least: columns that hold the label of each row's group; or, with `hierarchies`, maps of columns to levels, such as `[MAP {'age': 1, 'sex': 0}, MAP {'age': 2, 'sex': 1}]`. One may come up twice"}
	paramProperty        = call.Param{Name: "property", Type: "STRUCT", Doc: "what the adversary's belief about every person must satisfy: see [Properties of beliefs](#properties-of-beliefs)"}
	paramStrategy        = call.Param{Name: "strategy", Type: "VARCHAR", Default: "'jump'", Doc: "the algorithm that everybody knows: `'jump'`, `'safe'`, `'certified'`, or, unsafe, `'naive'`"}
	paramJump            = call.Param{Name: "jump", Type: "BIGINT or BIGINT[]", Default: "1", Doc: "for `'jump'`: how far to jump where only the disclosure set violates the property; one distance for all generalizations, or a list with one for each, from 1 to their number"}
	paramJumpHierarchies = call.Param{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "the name of a table of hierarchies: `attribute, value, level, label`; then `generalizations` are maps of levels"}
	paramMaxSteps        = call.Param{Name: "max_steps", Type: "BIGINT", Default: "10000000000", Doc: "how many elementary steps to take for one disclosure set, about a second for 1e9; what is forecast to take more is not started"}
)

// jumpInput is a call of one of these functions.
type jumpInput struct {
	call              *call.Call
	spec              jumpSpec
	source            sqltext.SQL
	person, sensitive string
	hierarchies       sqltext.SQL // what stands behind FROM, "" for none
	// labels are what tells groups: columns, each at a level of its hierarchy. Without
	// hierarchies the level is 0.
	labels []call.ColumnLevel
}

// newJumpInput reads the parameters that all of them have.
func newJumpInput(c *call.Call) (*jumpInput, error) {
	in := &jumpInput{call: c}
	var err error
	if in.source, err = c.SourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.person, err = c.Text("person", "the column that identifies the individual"); err != nil {
		return nil, err
	}
	if in.sensitive, err = c.OneSensitive(); err != nil {
		return nil, err
	}
	if in.hierarchies, err = c.Hierarchies(); err != nil {
		return nil, err
	}
	if err := in.readGeneralizations(); err != nil {
		return nil, err
	}
	generalizations := call.Role{Param: "generalizations"}
	for _, l := range in.labels {
		generalizations.Columns = append(generalizations.Columns, l.Name)
	}
	roles := []call.Role{generalizations, call.RoleOf("person", in.person), call.RoleOf("sensitive", in.sensitive)}
	if err := c.Distinct(roles...); err != nil {
		return nil, err
	}
	in.source = c.HavingRoles("tbl", in.source, roles...)
	if err := in.readProperty(); err != nil {
		return nil, err
	}
	in.spec.MaxSteps, err = c.Steps()
	return in, err
}

// readGeneralizations reads the parameter of that name.
func (in *jumpInput) readGeneralizations() error {
	c := in.call
	list := c.List("generalizations")
	if len(list) == 0 {
		return c.Errorf("generalizations must be a non-empty list of columns that hold labels of groups, such as generalizations := ['g1', 'g2'], or, with hierarchies, of maps of levels")
	}
	for _, element := range list {
		var g generalization
		var err error
		switch element := element.(type) {
		case string:
			g, err = in.labelColumn(element)
		case map[string]any:
			g, err = in.levelMap(element)
		default:
			err = c.Errorf("generalizations must be a list of column names or of maps of levels, got %s in it", call.Show(element))
		}
		if err != nil {
			return err
		}
		in.spec.Generalizations = append(in.spec.Generalizations, g)
	}
	return nil
}

func (in *jumpInput) labelColumn(name string) (generalization, error) {
	switch {
	case in.hierarchies != "":
		return generalization{}, in.call.Errorf("generalizations must be maps of levels where hierarchies are given, such as MAP {'age': 2}, got %s", call.Show(name))
	case name == "":
		return generalization{}, in.call.Errorf("generalizations must name columns, got an empty name")
	}
	return generalization{name, []int{in.label(call.ColumnLevel{Name: name})}}, nil
}

// levelMap reads a map of levels. All maps must have the same columns.
func (in *jumpInput) levelMap(levels map[string]any) (g generalization, err error) {
	c := in.call
	if in.hierarchies == "" {
		return g, c.Errorf("hierarchies must be given where generalizations are maps of levels: the name of a table with the columns attribute, value, level, label")
	}
	sorted, err := c.LevelsOf("generalizations", levels)
	if err != nil {
		return g, err
	}
	shown := make([]string, len(sorted))
	for i, l := range sorted {
		g.Labels = append(g.Labels, in.label(l))
		shown[i] = fmt.Sprintf("%s: %d", sqltext.Text(l.Name), l.Level)
	}
	g.Name = "{" + strings.Join(shown, ", ") + "}"
	if len(in.spec.Generalizations) > 0 {
		same := func(a, b int) bool { return call.Folded(in.labels[a].Name) == call.Folded(in.labels[b].Name) }
		if !slices.EqualFunc(in.spec.Generalizations[0].Labels, g.Labels, same) {
			return g, c.Errorf("generalizations must have the same columns in every map; level 0 shows the values themselves")
		}
	}
	return g, nil
}

// label returns the number of a label column.
func (in *jumpInput) label(l call.ColumnLevel) int {
	at := slices.IndexFunc(in.labels, func(other call.ColumnLevel) bool {
		return call.Folded(l.Name) == call.Folded(other.Name) && l.Level == other.Level
	})
	if at >= 0 {
		return at
	}
	in.labels = append(in.labels, l)
	return len(in.labels) - 1
}
