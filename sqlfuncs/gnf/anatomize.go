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
	paramDiversity = call.Param{Name: "diversity", Type: "BIGINT", Default: "2", Doc: "from 2; no sensitive value is that of more than one in `diversity` of the people of a group"}
)

// Anatomize is anatomize: the two tables of Anatomy.
var Anatomize = &call.Function{
	Name:        "anatomize",
	Summary:     "Anatomy: exact quasi-identifiers, cut off from the sensitive values, in two tables.",
	Questions:   []string{"How do I separate one sensitive column from exact quasi-identifiers?"},
	Description: "People are put into groups of `diversity` or more who all have different sensitive values. This is the quasi-identifier table: a row for each row of `tbl`, or for each of the people that it counts, in random order, with the `qi` columns as they are, in the order of `qi`, and the group. The [sensitive table](#anatomize-values), `output := 'values'`, says which values the groups have. Publish both; which person of a group has which of its values is not in them. Other columns are left out.",
	Params:      []call.Param{call.ParamOriginal, paramAnatomyQI, call.ParamOneSensitive, paramDiversity, draw.ParamSeed, call.ParamWeightOnly, paramAnatomyOutput},
	Columns: []call.ResultColumn{
		{Name: call.ColumnsOfTable, Type: "", Doc: "the `qi` columns, in their own types (an ENUM as text)"},
		{Name: "group_id", Type: "BIGINT", Doc: "the row's group, from 1"},
	},
	Example: `FROM anatomize('(VALUES (23, ''M'', ''pneumonia''), (27, ''M'', ''dyspepsia''), (35, ''M'', ''dyspepsia''),
                        (59, ''M'', ''pneumonia''), (61, ''F'', ''flu''), (65, ''F'', ''gastritis''),
                        (65, ''F'', ''flu''), (70, ''F'', ''bronchitis'')) t(age, sex, disease)',
               qi := ['age', 'sex'], sensitive := 'disease', diversity := 2, seed := 1) ORDER BY ALL`,
	Notes: []string{
		"**Publish one [draw](#draws) only**, and no second call on the same people: two draws can be intersected, and a person's value is among those that both of the person's groups have.",
		"Groups are made as [below](#the-groups-of-anatomy).",
	},
	NotPromised: "Covered is an adversary who knows everybody's quasi-identifiers and that they are in the table: such an adversary gives no value of a person a probability above 1/`diversity`. Not covered is one who knows that a person does not have some values ([`skyline_check`](#skyline_check) on `group_id` measures that), nor a sensitive value that goes with a quasi-identifier (whoever knows that only men have a disease rules it out for women).",
	Cost:        "one scan, which keeps the columns that are used; one GROUP BY of the sensitive column; one look-up a row and one sort.",
	Source:      "Xiao, Tao, “Anatomy: simple and effective privacy preservation”, VLDB 2006.",
	Plan:        planAnatomize,
	Outputs:     []call.Output{sensitiveTable},
	Kernels:     []host.Kernel{groupsKernel},
	Scalars:     anatomyScalars, Aggregates: []host.Aggregate{countsAggregate()},
}

// anatomyScalars are the private functions of plans that put people into groups.
func anatomyScalars() []host.Scalar { return []host.Scalar{seatScalar(), seatsScalar(), standScalar()} }

func planAnatomize(c *call.Call) (sqltext.SQL, error) {
	if _, err := c.Choice(call.ParamOutput, outputPeople, outputValues); err != nil {
		return "", err
	}
	p, err := newAnatomize(c)
	if err != nil {
		return "", err
	}
	return p.publish(), nil
}

// newAnatomize reads the parameters of anatomize.
func newAnatomize(c *call.Call) (*anatomyPlan, error) {
	in, err := people.NewInput(c)
	if err != nil {
		return nil, err
	}
	if call.ContainsName(in.QI, "group_id") {
		return nil, c.Errorf("qi must not contain a column group_id, which the result adds; rename it in a query given as tbl")
	}
	p := &anatomyPlan{call: c, left: sqltext.Idents(in.QI), right: []sqltext.SQL{sqltext.Ident(in.Sensitive[0])}, grouping: anatomyGroups}
	p.shown = p.right
	in.SpreadOut(&p.Plan)
	p.source = in.Source
	if p.l, err = readDiversity(c); err != nil {
		return nil, err
	}
	p.random, err = draw.Read(c)
	return p, err
}

// readDiversity returns the parameter l, from 2.
func readDiversity(c *call.Call) (int64, error) {
	l, err := c.Whole("diversity")
	if err != nil || l < 2 {
		return 0, c.Errorf("diversity must be a whole number from 2 to %d, got %s", math.MaxInt64, call.Show(c.Arguments["diversity"]))
	}
	return l, nil
}
