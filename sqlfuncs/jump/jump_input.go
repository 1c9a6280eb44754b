package jump

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/oldtext"
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

// jumpSpec is what a call says, as the kernel gets it, in JSON.
type jumpSpec struct {
	// Generalizations are the numbers of the label columns of each.
	Generalizations [][]int         `json:"generalizations"`
	Names           []string        `json:"names"` // of the generalizations
	Property        json.RawMessage `json:"property"`
	// Named is what the kernel has to know of the values that a skyline names.
	Named      *oldpeople.NamedValues `json:"named,omitempty"`
	Strategy   string                 `json:"strategy,omitempty"`
	Jump       []int64                `json:"jump,omitempty"`
	Jumps      [][]int64              `json:"jumps,omitempty"`
	Published  int                    `json:"published,omitempty"`
	MaxSteps   float64                `json:"max_steps"`
	Samples    int64                  `json:"samples,omitempty"`
	Confidence float64                `json:"confidence,omitempty"`
}

// jumpInput is a call of one of these functions.
type jumpInput struct {
	call              *call.Call
	spec              jumpSpec
	source            string
	person, sensitive string
	hierarchies       string
	// labels are what tells groups: columns, each at a level of its hierarchy. Without
	// hierarchies the level is 0.
	labels []call.ColumnLevel
	random call.Randomness
	ctes   []string
}

func newJumpInput(c *call.Call) (*jumpInput, error) {
	in := &jumpInput{call: c}
	var err error
	if in.source, err = c.OldSourceOf("tbl"); err != nil {
		return nil, err
	}
	if in.person, err = c.Text("person", "the column that identifies the individual"); err != nil {
		return nil, err
	}
	if in.sensitive, err = c.Text("sensitive", "a column name"); err != nil {
		return nil, err
	}
	if in.hierarchies, err = c.OldHierarchies(); err != nil {
		return nil, err
	}
	if err := in.readGeneralizations(); err != nil {
		return nil, err
	}
	if err := in.checkRoles(); err != nil {
		return nil, err
	}
	generalizations := call.Role{Param: "generalizations"}
	for _, l := range in.labels {
		generalizations.Columns = append(generalizations.Columns, l.Name)
	}
	in.source = c.OldHavingRoles("tbl", in.source, call.RoleOf("person", in.person), call.RoleOf("sensitive", in.sensitive), generalizations)
	if in.spec.Property, err = readProperty(c); err != nil {
		return nil, err
	}
	if in.spec.Named, err = oldpeople.NewNamedValues(c, "property: skyline", in.sensitive, true); err != nil {
		return nil, err
	}
	steps, err := c.Whole("max_steps")
	if err == nil && steps == 0 {
		err = c.Errorf("max_steps must be at least 1, got 0")
	}
	in.spec.MaxSteps = float64(steps)
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
		var numbers []int
		var name string
		var err error
		switch element := element.(type) {
		case string:
			name = element
			numbers, err = in.labelColumn(element)
		case map[string]any:
			numbers, name, err = in.levelMap(element)
		default:
			err = c.Errorf("generalizations must be a list of column names or of maps of levels, got %s in it", call.Show(element))
		}
		if err != nil {
			return err
		}
		in.spec.Generalizations = append(in.spec.Generalizations, numbers)
		in.spec.Names = append(in.spec.Names, name)
	}
	return nil
}

func (in *jumpInput) labelColumn(name string) ([]int, error) {
	switch {
	case in.hierarchies != "":
		return nil, in.call.Errorf("generalizations must be maps of levels where hierarchies are given, such as MAP {'age': 2}, got %s", call.Show(name))
	case name == "":
		return nil, in.call.Errorf("generalizations must name columns, got an empty name")
	}
	return []int{in.label(call.ColumnLevel{Name: name})}, nil
}

// levelMap reads a map of levels. All maps must have the same columns.
func (in *jumpInput) levelMap(levels map[string]any) (numbers []int, name string, err error) {
	c := in.call
	if in.hierarchies == "" {
		return nil, "", c.Errorf("hierarchies must be given where generalizations are maps of levels: the name of a table with the columns attribute, value, level, label")
	}
	sorted, err := c.LevelsOf("generalizations", levels)
	if err != nil {
		return nil, "", err
	}
	shown := make([]string, len(sorted))
	for i, l := range sorted {
		numbers = append(numbers, in.label(l))
		shown[i] = fmt.Sprintf("%s: %d", oldtext.QuoteText(l.Name), l.Level)
	}
	if first := in.spec.Generalizations; len(first) > 0 {
		same := len(first[0]) == len(numbers)
		for i := 0; same && i < len(numbers); i++ {
			same = strings.EqualFold(in.labels[first[0][i]].Name, in.labels[numbers[i]].Name)
		}
		if !same {
			return nil, "", c.Errorf("generalizations must have the same columns in every map; level 0 shows the values themselves")
		}
	}
	return numbers, "{" + strings.Join(shown, ", ") + "}", nil
}

// label returns the number of a label column.
func (in *jumpInput) label(l call.ColumnLevel) int {
	same := func(other call.ColumnLevel) bool {
		return strings.EqualFold(l.Name, other.Name) && l.Level == other.Level
	}
	if at := slices.IndexFunc(in.labels, same); at >= 0 {
		return at
	}
	in.labels = append(in.labels, l)
	return len(in.labels) - 1
}

func (in *jumpInput) checkRoles() error {
	c := in.call
	if strings.EqualFold(in.person, in.sensitive) {
		return c.Errorf("person and sensitive must be different columns, got %s for both", oldtext.QuoteIdentifier(in.person))
	}
	for _, l := range in.labels {
		for _, role := range []struct{ param, column string }{{"person", in.person}, {"sensitive", in.sensitive}} {
			if strings.EqualFold(l.Name, role.column) {
				return c.Errorf("generalizations must not contain the %s column, got %s in both", role.param, oldtext.QuoteIdentifier(l.Name))
			}
		}
	}
	return nil
}

var jumpStrategies = []string{"jump", "safe", "certified", "naive"}

// readStrategy reads the parameters strategy and jump.
func (in *jumpInput) readStrategy() error {
	c := in.call
	var err error
	if in.spec.Strategy, err = c.Choice("strategy", jumpStrategies...); err != nil {
		return err
	}
	given := c.Arguments["jump"]
	if in.spec.Strategy == "jump" {
		in.spec.Jump, err = in.distances("jump", given)
		return err
	}
	if one, ok := call.WholeOf(given); given != nil && (!ok || one != 1) {
		return c.Errorf("jump is for strategy := 'jump', and must be left out for strategy := '%s'", in.spec.Strategy)
	}
	return nil
}

// distances reads jump distances: a number for all generalizations, or a list.
func (in *jumpInput) distances(param string, v any) ([]int64, error) {
	n := len(in.spec.Generalizations)
	one := func(v any) (int64, error) {
		k, ok := call.WholeOf(v)
		if !ok || k < 1 || k > int64(n) {
			return 0, in.call.Errorf("%s: a distance must be a whole number from 1 to the number of generalizations, %d, got %s", param, n, call.Show(v))
		}
		return k, nil
	}
	list, ok := v.([]any)
	if !ok {
		k, err := one(v)
		return slices.Repeat([]int64{k}, n), err
	}
	if len(list) != n {
		return nil, in.call.Errorf("%s must have one distance for each of the %d generalizations, got %d", param, n, len(list))
	}
	distances := make([]int64, n)
	for i, v := range list {
		var err error
		if distances[i], err = one(v); err != nil {
			return nil, err
		}
	}
	return distances, nil
}

// add adds a CTE.
func (in *jumpInput) add(format string, args ...any) {
	in.ctes = append(in.ctes, fmt.Sprintf(format, args...))
}

// encodedSpec is the spec as an SQL text.
func (in *jumpInput) encodedSpec() string { return oldtext.EncodedJSON(in.spec) }
