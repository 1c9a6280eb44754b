package oldpeople

import (
	"errors"
	"fmt"
	"strings"

	"skyline/engine"
	"skyline/engine/breach"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
)

// Wholly is a text in the type of the column's values, t.s, or NULL where it is none of
// it. DuckDB casts to dates and times whatever begins with one; its timestamps must end
// where their text does.
func Wholly(text string) string {
	return fmt.Sprintf("CASE WHEN CASE WHEN system.main.typeof(t.s) = 'DATE' THEN TRY_CAST(%[1]s AS TIMESTAMP) IS NULL WHEN system.main.regexp_full_match(system.main.typeof(t.s), %[2]s) THEN TRY_CAST(system.main.concat('2000-01-01 ', %[1]s) AS TIMESTAMP) IS NULL ELSE false END THEN NULL ELSE %[3]s END",
		text, TimeTypes, AsSensitive(text))
}

// TimeTypes is a regular expression of the types of times of the day.
const TimeTypes = "'TIME( WITH TIME ZONE|_NS)?'"

// ConstraintOf returns what values_per_person says.
func ConstraintOf(values string) knowledge.Constraint {
	switch values {
	case "set":
		return knowledge.Set
	case "multiset":
		return knowledge.Multiset
	}
	return knowledge.SVPI
}

// ReadPoints decodes the points and finds what is wrong with them; those of a
// table of the user's are seen here for the first time.
func ReadPoints(function string, args []host.Column, row int) ([]Point, error) {
	begin, end := args[0].ListRange(row)
	points := make([]Point, 0, end-begin)
	for i := begin; i < end; i++ {
		p := Point{Named: !args[0].Elem.IsNull(i), Value: strings.Clone(args[0].Elem.Strings[i])}
		for j, number := range []*string{&p.L, &p.K, &p.M, &p.C} {
			*number = pointKeys[1+j].standIn
			if !args[1+j].Elem.IsNull(i) {
				*number = strings.Clone(args[1+j].Elem.Strings[i])
			}
		}
		if err := p.Check(function, "skyline: "); err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}

// Explain turns an engine's error into one for the user of a function.
func Explain(function string, err error) error {
	if param, ok := errors.AsType[*engine.ParamError](err); ok {
		return fmt.Errorf("%s: %s", function, param.Requirement())
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, partition.ErrTooManyPeople):
		return fmt.Errorf("%s: the table must have at most 2^61 people, counted with their weights", function)
	case errors.Is(err, breach.ErrTooLarge):
		return fmt.Errorf("%s: a value has more than max_points points in its knowledge skyline; raise max_points, or take a smaller c", function)
	case errors.Is(err, breach.ErrTooClose):
		return fmt.Errorf("%s: c must differ from the breach probabilities: one of them agrees with it in 20 digits, at an m at which it would take products of more than %d numbers to tell which is less; take another c, a smaller m or smaller weights", function, breach.MaxNumbers)
	}
	return fmt.Errorf("%s: %w", function, err)
}

// Requirement returns the requirement of a point that has been checked.
func (p *Point) Requirement() breach.Requirement {
	threshold, _ := breach.NewThreshold(p.Threshold())
	return breach.Requirement{Point: p.knowledge(), C: threshold}
}

func (p *Point) knowledge() knowledge.Point {
	l, _ := call.ParseWhole(p.L)
	k, _ := call.ParseWhole(p.K)
	m, _ := call.ParseWhole(p.M)
	return knowledge.Point{L: l, K: k, M: m}
}

// Threshold returns c of a point that has been checked.
func (p *Point) Threshold() float64 {
	c, _ := call.ParseThreshold(p.C)
	return c
}

// PointLists gathers the points in the kernel's parameters: lists, empty ones where
// there are none.
var PointLists = func() string {
	lists := make([]string, 0, 5)
	for _, key := range pointKeys {
		lists = append(lists, fmt.Sprintf("coalesce(system.main.list(%[1]s ORDER BY i ASC), system.main.list_value()::VARCHAR[]) AS %[1]s", key.name))
	}
	return "SELECT " + strings.Join(lists, ", ") + " FROM __skyline_points"
}()

// TypedValue is the sensitive value of a row in its column's own type.
var TypedValue = AsSensitive("r.value")

// ByValue is the order of the sensitive values of rows. In a list, since DuckDB puts
// what it orders by together again from its key: [-0.0] would come out as [0.0]. What it
// holds for equal is in the order of its text.
var ByValue = "system.main.list_value(" + TypedValue + ") ASC NULLS LAST, " + oldtext.Encoded("r.value") + " ASC NULLS LAST"

// AsSensitive is castLike for the sensitive column's type.
func AsSensitive(text string) string { return oldtext.CastLike(text, "t.s") }

// Readable refuses values whose text cannot be read back, as happens with some
// nested ones; DuckDB's own message would show them.
func (in *Input) Readable() string {
	return "CASE WHEN r.value IS NULL OR " + TypedValue + " IS NOT NULL THEN true ELSE " +
		in.OldFail("sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl") + " IS NULL END"
}
