package gnf

import (
	"math"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/draw"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

var (
	paramAnatomyQI = call.Param{Name: "qi", Type: "VARCHAR[]", Doc: "the quasi-identifier columns, which are published as they are"}
	paramDiversity = call.Param{Name: "l", Type: "BIGINT", Default: "2", Doc: "from 2; no sensitive value is that of more than one in `l` of the people of a group"}
)

// Anatomize is anatomize: the quasi-identifier table of Anatomy.
var Anatomize = &call.Function{
	Name:        "anatomize",
	Summary:     "Anatomy: exact quasi-identifiers, cut off from the sensitive values; the quasi-identifier table.",
	Description: "People are put into groups of `l` or more who all have different sensitive values. This is the quasi-identifier table: a row for each row of `tbl`, in random order, with the `qi` columns as they are, in the order of `qi`, and the group. [`anatomize_values`](#anatomize_values) says which values the groups have. Publish both; which person of a group has which of its values is not in them. Other columns are left out.",
	Params:      []call.Param{call.ParamOriginal, paramAnatomyQI, call.ParamSensitive, paramDiversity, draw.ParamSeed},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the `qi` columns, in their own types (an ENUM as text)"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's group, from 1"},
	},
	Example: `FROM anatomize('(VALUES (23, ''M'', ''pneumonia''), (27, ''M'', ''dyspepsia''), (35, ''M'', ''dyspepsia''), (59, ''M'', ''pneumonia''), (61, ''F'', ''flu''), (65, ''F'', ''gastritis''), (65, ''F'', ''flu''), (70, ''F'', ''bronchitis'')) t(age, sex, disease)',
               qi := ['age', 'sex'], sensitive := 'disease', l := 2)`,
	Notes:   anatomyNotes,
	Plan:    planAnatomize,
	Kernels: []host.Kernel{groupsKernel},
	Scalars: anatomyScalars, Aggregates: []host.Aggregate{countsAggregate()},
}

// anatomyScalars are the private functions of plans that put people into groups.
func anatomyScalars() []host.Scalar { return []host.Scalar{seatScalar(), seatsScalar()} }

var anatomyNotes = []string{
	"A row is a person. NULL in `sensitive` is a value of its own. Values are told apart as [Equality](#equality) says.",
	"Which values are in a group, and its number, follow from the number of people of each value and from `l` alone, so every call of `anatomize` and `anatomize_values` on the same rows has the same groups of values. Which person with a value takes which of its places is random, each assignment being equally likely, and looks at nothing else: `anatomize_values` has nothing random, and `seed` no effect on it.",
	"As long as at least `l` values have people left, a group gets a person of each of the `l` values with most people left (of those with equally many, first those that had fewest at first, then by their texts). Of those who remain, fewer than `l`, each goes to a group that lacks their value.",
	draw.NoteDraws("anatomize", "**Publish one draw only**, and no second call on the same people: two draws can be intersected, and a person's value is among those that both of the person's groups have."),
	"No l-diverse groups exist where more than one in `l` of all people have the same value; the error says how many have it. Leave people out, or take a smaller `l`.",
	"The order of the rows of the result says nothing about that of the table. Without `seed` all randomness is fresh and cryptographic. With one the result does not depend on the order of rows, on threads or on storage. The groups are checked once more before any row is returned.",
	"Covered is an adversary who knows everybody's quasi-identifiers and that they are in the table: such an adversary gives no value of a person a probability above 1/`l`. Not promised: protection against one who knows that a person does not have some values ([`skyline_check`](#skyline_check) on `group_id` measures that), or where a sensitive value goes with a quasi-identifier (whoever knows that only men have a disease rules it out for women).",
	"Cost: one scan, which keeps the columns that are used; one GROUP BY of the sensitive column; one look-up a row and one sort.",
	"Source: Xiao, Tao, “Anatomy: simple and effective privacy preservation”, VLDB 2006.",
}

func planAnatomize(c *call.Call) (sqltext.SQL, error) {
	p, err := newAnatomize(c)
	if err != nil {
		return "", err
	}
	return p.publish(), nil
}

// newAnatomize reads the parameters of anatomize and anatomize_values.
func newAnatomize(c *call.Call) (*anatomyPlan, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	if call.ContainsName(in.QI, "group_id") {
		return nil, c.Errorf("qi must not contain a column group_id, which the result adds; rename it in a query given as tbl")
	}
	p := &anatomyPlan{call: c, source: in.Source, left: sqltext.Idents(in.QI), right: []sqltext.SQL{sqltext.Ident(in.Sensitive)}, grouping: anatomyGroups}
	p.shown = p.right
	if p.l, err = readDiversity(c); err != nil {
		return nil, err
	}
	p.random, err = draw.Read(c)
	return p, err
}

// readDiversity returns the parameter l, from 2.
func readDiversity(c *call.Call) (int64, error) {
	l, err := c.Whole("l")
	if err != nil || l < 2 {
		return 0, c.Errorf("l must be a whole number from 2 to %d, got %s", math.MaxInt64, call.Show(c.Arguments["l"]))
	}
	return l, nil
}
