package release

import (
	"database/sql"
	"fmt"
	"math"
	"math/big"
	"strings"

	"skyline/engine/centre"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// Numbers in the place of ranges: a column of numbers or dates shows one number for each QI
// group. The kernel knows the means and medians, as fractions; the middle is that of the
// range that would be shown, rounded as it is.

const (
	outputMean   = "mean"
	outputMedian = "median"
	outputCentre = "centre"
)

// readNumbers reads what is shown in the place of ranges, if anything is.
func (p *SplitPlan) readNumbers(output string) error {
	c := p.Call
	if output != outputMean && output != outputMedian && output != outputCentre {
		return nil
	}
	p.numbers = output
	if p.Public != "" {
		return c.Errorf("output must not be '%s' where privacy has presence or a population: numbers of the people of tbl would tell them from the others; use 'generalized'", output)
	}
	if output == outputCentre {
		return nil
	}
	switch {
	case p.finest != nil:
		return c.Errorf("min_levels must be NULL for output := '%s', which is finer than any block; use 'centre', the middle of whole blocks", output)
	case c.Arguments["rounding"] != nil && c.Arguments["rounding"] != noRounding:
		return c.Errorf("rounding must be NULL or 'none' for output := '%s', which has no ranges; use 'centre', the middle of the rounded range", output)
	case p.extent != ExtentGroup:
		return c.Errorf("labels_cover must be '%s' for output := '%s', which is of the people of the group; use 'centre', the middle of what the label covers", ExtentGroup, output)
	}
	for i := range p.steps {
		p.steps[i] = noRounding
	}
	return nil
}

// statistic is what the kernel computes of numbers, "" for nothing.
func (p *SplitPlan) statistic() string {
	if p.numbers == outputCentre {
		return ""
	}
	return p.numbers
}

// decimalOf is the number that a value is computed with, as a text: its own, or of a date
// the microseconds since 1970, with time zone those of what is written. It is NULL for
// what is no number. The value is given by its type and its text.
func decimalOf(typeName, text sqltext.SQL) sqltext.SQL {
	return sqltext.Fill(`
		CASE
		    WHEN {is_number} THEN CASE WHEN isfinite(TRY_CAST({text} AS DOUBLE)) THEN {text} END
		    WHEN {is_date} THEN CASE WHEN isfinite({timestamp}) THEN epoch_us({timestamp})::VARCHAR END
		END`, sqltext.Args{
		"is_number": sqltext.IsAmong(typeName, sqltext.NumericTypes), "is_date": sqltext.IsAmong(typeName, sqltext.DateTypes),
		"text": text, "timestamp": "TRY_CAST(" + text + " AS TIMESTAMP)",
	})
}

// decimalOfValue is decimalOf of a value of a column.
func decimalOfValue(v sqltext.SQL) sqltext.SQL { return decimalOf("typeof("+v+")", sqltext.TextOf(v)) }

// computedOf is the SELECT of the numbers of the values, as AddDomain takes it.
func (p *ReleasePlan) computedOf() sqltext.SQL {
	return sqltext.Fill("SELECT i, c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, 0::BIGINT AS level, {number} AS label FROM {texts} WHERE {of_columns}", sqltext.Args{
		"number": decimalOf("type", "text"), "texts": ValueTexts, "of_columns": p.ofColumns(),
	})
}

// statisticOf returns what computes the number of a group in the d-th column, as the text of
// a fraction; nil where ranges or labels are shown.
func (s *SplitSpec) statisticOf(d int) (func(release *mondrian.Release, group int) sql.Null[string], error) {
	column := s.Domain.Value.Column(d)
	texts := column.Decimals()
	if s.Statistic == "" || texts == nil || column.HasHierarchy {
		return nil, nil
	}
	numbers, err := centre.NewNumbers(texts)
	if err != nil {
		return nil, err
	}
	compute := numbers.Mean
	if s.Statistic == outputMedian {
		compute = numbers.Median
	}
	var counts []centre.Count
	return func(release *mondrian.Release, group int) sql.Null[string] {
		counts = counts[:0]
		release.People(group, d, func(code int32, people int64) { counts = append(counts, centre.Count{Value: code, N: people}) })
		if x := compute(counts); x != nil {
			return host.Some(x.String())
		}
		return sql.Null[string]{}
	}, nil
}

// isComputed is true where a column is shown as a number.
func isComputed(own sqltext.SQL) sqltext.SQL {
	return sqltext.HasType(own, sqltext.NumericTypes+"|"+sqltext.DateTypes)
}

// shownNumber is what stands for a region in a column: a number, or its label. low and high are
// its ends in the type of own.
func (p *ReleasePlan) shownNumber(own, low, high sqltext.SQL, of func(list sqltext.SQL) sqltext.SQL) sqltext.SQL {
	fraction := of("labels")
	if p.numbers == outputCentre {
		fraction = sqltext.Fill("__skyline_middle({low}, {high})", sqltext.Args{"low": decimalOfValue(low), "high": decimalOfValue(high)})
	}
	// In the type's own unit, in microseconds; a float is not asked for it.
	unit := sqltext.Fill("CASE typeof({own}) WHEN 'DATE' THEN 86400000000 WHEN 'TIMESTAMP_S' THEN 1000000 WHEN 'TIMESTAMP_MS' THEN 1000 ELSE 1 END", sqltext.Args{"own": own})
	moment := sqltext.Fill("make_timestamp(CASE WHEN {is_date} THEN __skyline_floor({fraction}, {unit}) END)", sqltext.Args{"is_date": sqltext.HasType(own, sqltext.DateTypes), "fraction": fraction, "unit": unit})
	return sqltext.Fill(`struct_extract(struct_pack(
		    n := CASE WHEN {is_number} THEN __skyline_nearest({fraction}) END,
		    d := {moment},
		    x := {text}
		), CASE WHEN {list_of_numbers} THEN 'n' WHEN {list_of_dates} THEN 'd' ELSE 'x' END)`, sqltext.Args{
		"list_of_numbers": sqltext.IsOfType(own, sqltext.NumericTypes), "list_of_dates": sqltext.IsOfType(own, sqltext.DateTypes),
		"is_number": sqltext.HasType(own, sqltext.NumericTypes), "fraction": fraction, "text": of("texts"),
		"moment": sqltext.CastLike(sqltext.Fill("CASE WHEN typeof({own}) = 'DATE' THEN {moment}::DATE::VARCHAR ELSE {moment}::VARCHAR END", sqltext.Args{"own": own, "moment": moment}), own),
	})
}

// guardNumbers adds the guard that no column which is shown as a number has a hierarchy:
// its labels are texts, and types do not depend on rows.
func (p *ReleasePlan) guardNumbers() {
	if p.numbers == "" || p.Hierarchies == "" {
		return
	}
	p.Guard("__skyline_computed", "columns of numbers have no hierarchy", sqltext.Fill("SELECT {oks} AS ok FROM {types}{beside}", sqltext.Args{
		"types": people.Types, "beside": p.besideHierarchies(),
		"oks": sqltext.Join(" AND ", sqltext.Map(p.QI, func(i int, name string) sqltext.SQL {
			return sqltext.Fill("CASE WHEN {computed} AND {has} THEN {fail} ELSE true END", sqltext.Args{
				"computed": isComputed("o" + sqltext.Int(int64(i)+1)), "has": p.hasHierarchy(i),
				"fail": p.Fail(fmt.Sprintf("hierarchies must not have rows for columns of numbers or dates for output := '%s', got %s; cast it to VARCHAR in a query given as tbl, and it shows labels", p.numbers, sqltext.Ident(name))),
			})
		})...),
	}))
}

// nearestArgs are the arguments of __skyline_nearest.
type nearestArgs struct{ Fraction sql.Null[string] }

// floorArgs are the arguments of __skyline_floor.
type floorArgs struct {
	Fraction sql.Null[string]
	Unit     int64
}

// middleArgs are the arguments of __skyline_middle.
type middleArgs struct{ Low, High sql.Null[string] }

// NumberScalars returns __skyline_nearest(fraction), the DOUBLE nearest to a fraction;
// __skyline_floor(fraction, unit), the multiple of a unit that is at or below it; and
// __skyline_middle(low, high), half the sum of two numbers as a fraction.
func NumberScalars() []host.Scalar {
	return []host.Scalar{
		host.ScalarOf("__skyline_nearest", func(a *nearestArgs) (sql.Null[float64], error) {
			x, ok := fractionOf(a.Fraction)
			if !ok {
				return sql.Null[float64]{}, nil
			}
			nearest, _ := x.Float64()
			return sql.Null[float64]{V: nearest, Valid: !math.IsInf(nearest, 0)}, nil
		}),
		host.ScalarOf("__skyline_floor", func(a *floorArgs) (sql.Null[int64], error) {
			x, ok := fractionOf(a.Fraction)
			if !ok || a.Unit < 1 {
				return sql.Null[int64]{}, nil
			}
			unit := big.NewInt(a.Unit)
			floor := new(big.Int).Div(x.Num(), new(big.Int).Mul(x.Denom(), unit)) // rounds down
			floor.Mul(floor, unit)
			return sql.Null[int64]{V: floor.Int64(), Valid: floor.IsInt64()}, nil
		}),
		host.ScalarOf("__skyline_middle", func(a *middleArgs) (sql.Null[string], error) {
			if !a.Low.Valid || !a.High.Valid {
				return sql.Null[string]{}, nil
			}
			middle, ok := centre.Middle(a.Low.V, a.High.V)
			if !ok {
				return sql.Null[string]{}, nil
			}
			return host.Some(middle.String()), nil
		}),
	}
}

// fractionOf reads a fraction that a kernel or __skyline_middle has written.
func fractionOf(text sql.Null[string]) (*big.Rat, bool) {
	numerator, denominator, ok := strings.Cut(text.V, "/")
	if !text.Valid || !ok {
		return nil, false
	}
	n, ok1 := new(big.Int).SetString(numerator, 10)
	d, ok2 := new(big.Int).SetString(denominator, 10)
	if !ok1 || !ok2 || d.Sign() <= 0 {
		return nil, false
	}
	return new(big.Rat).SetFrac(n, d), true
}
