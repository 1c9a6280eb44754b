package release

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/cells"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/hints"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Text is cut in the order of its bytes and shown as sets of its values. That is right for
// categories. Of text that should be numbers or dates it makes nonsense, and publishes the
// values one by one; so it is refused, by the different values that the plan has counted.

// ParamAsIs is that of functions that cut columns between their values.
var ParamAsIs = call.Param{Name: "as_is", Type: call.TypeNames, Default: "NULL", Doc: "`qi` columns that are taken as they are, although their text reads as numbers or dates, or shows whom it belongs to, or their numbers look like postal codes without zeros: see [Text is taken for categories](#text-is-taken-for-categories)"}

// ReadAsIs reads the parameter as_is.
func ReadAsIs(c *call.Call, qi []string) ([]string, error) {
	names, err := c.NameList("as_is", c.Arguments["as_is"])
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !call.ContainsName(qi, name) {
			return nil, c.Errorf("as_is must name qi columns, got %s", sqltext.Ident(name))
		}
	}
	return names, nil
}

// CheckTexts makes sure that columns without a hierarchy are what they read as.
func CheckTexts(ctx context.Context, names, asIs []string, domain *people.DomainState) error {
	for i, name := range names {
		column := domain.Column(i)
		if column.HasHierarchy || call.ContainsName(asIs, name) {
			continue
		}
		if err := checkText(ctx, name, column); err != nil {
			return err
		}
	}
	return nil
}

func checkText(ctx context.Context, name string, column *people.DomainColumn) error {
	ident := string(sqltext.Ident(name))
	if hints.IsPostal(name) {
		return checkPostal(name, column.Numbers())
	}
	texts := column.TextsInOrder()
	r := hints.NewReading(len(texts))
	for i, text := range texts {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !r.At(text) {
			return nil
		}
	}
	kind := r.Kind()
	if kind == "" {
		return nil
	}
	way := fmt.Sprintf("write SELECT * REPLACE (%s AS %s) FROM … in a query given as tbl", r.Cast(ident), ident)
	if r.IsAmbiguous() {
		way += ", with the month in front, %m/%d/%Y, if that is meant"
	}
	return fmt.Errorf("qi: %s is text that reads as %s (different values: %s), and text is cut by the alphabet and shown value by value; %s; if they are codes, as_is := [%s]",
		ident, kind, r.Forms(), way, sqltext.Text(name))
}

// leastPostal is how many digits the shortest postal codes have, and digitsOfZIP how many those of the United States.
const leastPostal, digitsOfZIP = 3, 5

// checkPostal refuses postal codes that were read as numbers and have lost their zeros.
func checkPostal(name string, numbers []float64) error {
	shortest, longest := math.MaxInt, 0
	for _, x := range numbers {
		if x != math.Trunc(x) || x < 0 || x >= 1e6 {
			return nil
		}
		digits := len(fmt.Sprintf("%.0f", x))
		shortest, longest = min(shortest, digits), max(longest, digits)
	}
	ident := sqltext.Ident(name)
	if shortest == longest && longest == digitsOfZIP-1 && hints.IsZIP(name) {
		return fmt.Errorf("qi: %s looks like a ZIP code that was read as a number and has lost its leading zero: all of its values have %d digits; write SELECT * REPLACE (lpad(%s::VARCHAR, %d, '0') AS %s) FROM … in a query given as tbl; if they are codes of %d digits, or numbers, as_is := [%s]",
			ident, longest, ident, digitsOfZIP, ident, longest, sqltext.Text(name))
	}
	if shortest >= longest || longest < leastPostal {
		return nil
	}
	return fmt.Errorf("qi: %s looks like a postal code that was read as a number and has lost its leading zeros: its values have %d to %d digits; write SELECT * REPLACE (lpad(%s::VARCHAR, %d, '0') AS %s) FROM … in a query given as tbl; if they are numbers, as_is := [%s]",
		ident, shortest, longest, ident, longest, ident, sqltext.Text(name))
}

// Listed is what the labels of a release list of columns that are shown as sets.
type Listed struct {
	people  int64
	columns []ListedColumn
}

// ListedColumn is Listed of a column.
type ListedColumn struct {
	name    string
	asIs    bool
	alone   []bool // by code: whether one person has it
	shown   []bool // of these, whether it stands in a set
	longest int    // the most values that a set would list, if these are too many
}

// NewListed begins to look at the labels of a release of so many people.
func NewListed(names, asIs []string, people int64) *Listed {
	l := &Listed{people: people, columns: make([]ListedColumn, len(names))}
	for d, name := range names {
		l.columns[d] = ListedColumn{name: name, asIs: call.ContainsName(asIs, name)}
	}
	return l
}

// Column returns a column by its number.
func (l *Listed) Column(d int) *ListedColumn { return &l.columns[d] }

// Count says how many people have each value, by code, of a column that is shown as sets.
func (c *ListedColumn) Count(counts []int64) {
	c.alone, c.shown = make([]bool, len(counts)), make([]bool, len(counts))
	for code, n := range counts {
		c.alone[code] = n == 1
	}
}

// newListed is NewListed for a table that is split.
func (in *splitting) newListed(asIs []string, table *cells.Cells) *Listed {
	l := NewListed(in.columns, asIs, table.Total.People)
	for d := range in.columns {
		if in.texts[d] == nil || in.cells.Column(d).Hierarchy != nil {
			continue
		}
		l.Column(d).Count(table.PeopleOf(d))
	}
	return l
}

// set notes that a label lists values.
func (c *ListedColumn) set(codes []int32) {
	for _, code := range codes {
		c.shown[code] = c.shown[code] || c.alone[code]
	}
}

// tooLong notes that a label would list so many values.
func (c *ListedColumn) tooLong(values int) { c.longest = max(c.longest, values) }

// mostLone is how many people sets may show by a value that is theirs alone, whatever share of
// all that is: in small tables nearly everybody is alone with something.
const mostLone = 20

// Refuse is an error where sets are no labels: where they would list too much, or show people.
func (l *Listed) Refuse() error {
	const way = "give it a hierarchy, such as one of hierarchy_frequency, which calls rare values other, or of hierarchy_prefix"
	for i := range l.columns {
		c := &l.columns[i]
		if c.longest > 0 {
			return fmt.Errorf("qi: %s is shown as sets, and a QI group would list %d of its values, more than %d; %s", sqltext.Ident(c.name), c.longest, MaxMembers, way)
		}
		shown := int64(0)
		for _, is := range c.shown {
			shown += int64(people.BoolToInt(is))
		}
		if c.asIs || shown <= mostLone || shown <= people.LimitOf(people.MostShown, l.people) {
			continue
		}
		return fmt.Errorf("qi: %s is shown as sets, and these list the values of %d of %d people whom nobody shares them with: each tells that somebody is in tbl; %s, or leave it out of qi with other_columns := 'drop'; if that may be told, as_is := [%s]",
			sqltext.Ident(c.name), shown, l.people, way, sqltext.Text(c.name))
	}
	return nil
}
