package releases

import (
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
)

// RepublicationCheck is republication_check.
var RepublicationCheck = &call.Function{
	Name:        "republication_check",
	Summary:     "How sure can somebody become of a person's value who has several releases of the same people?",
	Questions:   []string{"Each release is safe. Are they together?", "Is this release still safe beside the earlier ones?"},
	Description: "A row for each sensitive value: how likely a person has it, at most, to somebody who knows [who is in which group of which release](#what-somebody-with-several-releases-knows) and how often each value occurs in each group; and whom that is about. Where all worlds that agree with the releases can be counted, that is exact; where they cannot, it is between two bounds that are certain.",
	Params: []call.Param{
		{Name: "tbl", Type: "VARCHAR", Doc: "the people of all releases, and their values: [a name or a query](#what-names-a-table); a row a person"},
		{Name: "person", Type: "VARCHAR", Doc: "the column that identifies the individual; NULL in it is a [counterfeit](#people-who-are-not-in-every-release)"},
		call.ParamOneSensitive,
		{Name: "groups", Type: "VARCHAR[]", Default: "NULL", Doc: "a column for each release, with the label of the person's group in it, of any type; NULL: they are not in this release"},
		call.ParamThreshold, call.ParamValue,
		{Name: "releases", Type: "VARCHAR[]", Default: "NULL", Doc: "instead of `groups`: the released tables themselves, named like `tbl`, which is the table that they were made of then: see [Releases as tables](#releases-as-tables)"},
		{Name: "qi", Type: "VARCHAR[] or VARCHAR[][]", Default: "NULL", Doc: "with `releases`: the quasi-identifier columns, of the releases and of `tbl`; or a list of them for each release. Rows of a release equal on all of them form a QI group"},
		{Name: "hierarchies", Type: "VARCHAR", Default: "NULL", Doc: "with `releases`: the name of a table of hierarchies, whose labels the releases have: `attribute, value, level, label`"},
		paramMaxSteps, people.ParamAbsentValues, call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether it is below `c`; NULL where `low < c <= high`, so that it is not known"},
		{Name: "low", Type: "DOUBLE", Doc: "the largest probability that a person has it is at least this; rounded down where `exact` is false"},
		{Name: "high", Type: "DOUBLE", Doc: "and at most this; rounded up where `exact` is false"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words. It is made only where a statement selects it", Data: true},
		{Name: "exact", Type: "BOOLEAN", Doc: "whether it is known exactly: `low` and `high` are the same number"},
		{Name: "people", Type: "BIGINT", Doc: "how many people certainly have a probability of at least `c`"},
		{Name: "undecided", Type: "BIGINT", Doc: "of how many it is not known whether they have"},
		{Name: "exact_share", Type: "DOUBLE", Doc: "the share of the people whose probability of the value is known exactly"},
		{Name: "witness", Type: "STRUCT", Doc: "people whom `low` is about: `groups`, the label of their group in each release, as VARCHAR, in a member of its name; `people`, how many are in these groups; and `steps`, which groups tell it, one after the other: see [How it follows](#how-it-follows). NULL for a value that nobody has", Data: true},
	},
	Example: `SELECT value, high, safe, people, witness.groups
FROM republication_check('(VALUES (''Ann'', ''20s'', ''north'', ''Flu''), (''Bob'', ''20s'', ''south'', ''Cold''),
                             (''Cem'', ''30s'', ''south'', ''Cold''), (''Dan'', ''30s'', ''south'', ''Flu''),
                             (''Eve'', ''30s'', ''north'', ''AIDS'')) t(name, by_age, by_region, disease)',
                    person := 'name', sensitive := 'disease', groups := ['by_age', 'by_region'])`,
	Notes: []string{
		"One release is checked, too: then it says what [`skyline_check`](#skyline_check) does where nothing more is known.",
		"A table of counts of the same people is a release, too: see [Rows and counts of the same people](#rows-and-counts-of-the-same-people).",
		"Rows of one person that are equal are one; a person with different ones is an error. People in no release are left out.",
		"Two labels are equal as [Equality](#equality) says, and labels of different releases have nothing to do with each other. NULL as a sensitive value is one of its own.",
		"Nothing depends on the order of rows, on time or on chance.",
	},
	NotPromised: "Somebody who knows more than groups and histograms, such as that a value is rarer among the young, or how a release was chosen, may become surer: see [Attackers who learn](attackers.md).",
	Cost:        "one scan and one GROUP BY of persons, one of the labels and the sensitive column; then time about proportional to the cells, the combinations of labels that occur, as long as groups can be told one after the other, and for what is left up to `max_steps`, and bounds.",
	Source:      "ours; worlds as in Chen, LeFevre, Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009), whose Sect. 9 leaves several releases open.",
	Plan:        planRepublicationCheck,
	Kernels:     []host.Kernel{checkKernel},
	Aggregates:  []host.Aggregate{utility.ReadingsAggregate(), utility.NodesAggregate()},
	Scalars:     func() []host.Scalar { return []host.Scalar{meaningScalar()} },
}

var paramMaxSteps = call.Param{Name: "max_steps", Type: "BIGINT", Default: "2000000000", Doc: "how many elementary steps it may take, about a second for 1e9; what cannot be counted in as many gets bounds. At worst it takes about twice as long"}

// planRepublicationCheck writes the statement: DuckDB counts people by their labels and their value,
// and the kernel counts worlds.
func planRepublicationCheck(c *call.Call) (sqltext.SQL, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	threshold, err := c.Threshold("c")
	if err != nil {
		return "", err
	}
	points, err := check.ReadOneValue(c, people.Point{C: threshold}, in.sensitive)
	if err != nil {
		return "", err
	}
	steps, err := c.Steps()
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	in.addCells(&p)
	point, named := points.Give(&p, c)
	data := in.given()
	p.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: checkKernel.Name, Why: "what the releases together tell of each value",
		Spec: checkSpec{Releases: in.names(), Given: in.givenReleases(), Named: &points.NamedValues, Points: point, MaxSteps: steps},
		Data: append(named, data.Members...), From: data.From(), Rows: "__skyline_verdicts",
	})
	of := people.Input{Call: c}
	statement := p.Statement(sqltext.Fill(`
		SELECT
		    {value} AS value, r.low, r.high, r.exact, r.safe, r.people, r.undecided, r.exact_share,
		    CASE WHEN r.cell IS NOT NULL THEN struct_pack(groups := {groups}, people := r.cell_people, steps := r.steps) END AS witness,
		    r.cell, r.c, r.certain, r.step_count, r.alone
		FROM {rows}
		ORDER BY {order}
	`, sqltext.Args{"value": people.TypedValue(), "groups": in.groupsStruct("r.cell"), "rows": of.Readable("__skyline_verdicts"), "order": people.ByValue()}))
	return check.WithMeaning(c.Function, statement, people.OrNobody("r.low", in.meaning())), nil
}
