package release

import (
	"database/sql"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/grid"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

var paramRounding = call.Param{Name: "rounding", Type: "STRUCT", Default: "NULL", Doc: "what the ends of ranges are rounded to, such as `{'weight': 5, 'admitted': 'month'}`, so that they are nobody's values: see [Rounding](#rounding)"}

const (
	roundingRule = "a STRUCT or a MAP of qi columns and steps"
	noRounding   = "none"
	stepRule     = "a positive number, 'second', 'minute', 'hour', 'day', 'week', 'month', 'year' or 'none'"
)

// readRounding reads the step of each quasi-identifier: "" where its type decides.
func (p *ReleasePlan) readRounding() error {
	c := p.Call
	p.steps = make([]string, len(p.QI))
	if v, ok := c.Arguments["rounding"].(string); ok {
		if v != noRounding {
			return c.Errorf("rounding must be %s, or 'none', got %s", roundingRule, call.Show(v))
		}
		for i := range p.steps {
			p.steps[i] = noRounding
		}
		return nil
	}
	for i := range p.steps {
		if p.isStratum(i) {
			p.steps[i] = noRounding
		}
	}
	return p.eachColumn("rounding", roundingRule, "{'weight': 5, 'admitted': 'month'}", func(i int, given any) error {
		step, rule, got := readStep(given)
		if rule != "" {
			return c.Errorf("rounding: the step of %s must be %s, got %s", sqltext.Ident(p.QI[i]), rule, call.Show(got))
		}
		p.steps[i] = step
		return nil
	})
}

// eachColumn calls f for each quasi-identifier that a parameter names, a STRUCT or a MAP, with
// what it gives for it.
func (p *ReleasePlan) eachColumn(param, rule, example string, f func(i int, given any) error) error {
	c := p.Call
	if c.Arguments[param] == nil {
		return nil
	}
	given, ok := c.Arguments[param].(map[string]any)
	if !ok {
		return c.Errorf("%s must be %s, such as %s, got %s", param, rule, example, call.Show(c.Arguments[param]))
	}
	named := make([]bool, len(p.QI))
	for _, name := range c.MemberNames(param) {
		at := slices.IndexFunc(p.QI, func(column string) bool { return call.Folded(column) == call.Folded(name) })
		if at < 0 {
			return c.Errorf("%s must name qi columns only, got %s", param, sqltext.Ident(name))
		}
		if named[at] {
			return c.Errorf("%s must not name a column twice, got %s", param, sqltext.Ident(name))
		}
		if p.isStratum(at) {
			return c.Errorf("%s must not name a column of within, which is shown as it is, got %s", param, sqltext.Ident(name))
		}
		named[at] = true
		if err := f(at, given[name]); err != nil {
			return err
		}
	}
	return nil
}

// addSteps adds the CTE __skyline_steps: in one row the step s1, s2, … of each
// quasi-identifier, NULL where ends stay as they are, once the columns' types are known;
// and a guard that looks at all steps.
func (p *ReleasePlan) addSteps() {
	names := sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL { return stepColumn(i) })
	steps := sqltext.Map(p.QI, func(i int, _ string) sqltext.SQL { return p.step(i) + " AS " + stepColumn(i) })
	for _, l := range p.limits() {
		for i := range l.given {
			if l.given[i] != "" {
				names = append(names, l.column(i))
				steps = append(steps, p.limit(l, i)+" AS "+l.column(i))
			}
		}
	}
	endColumns, endNames := p.endColumns()
	steps, names = append(steps, endColumns...), append(names, endNames...)
	p.Keep(stepsName, "to what the ends of ranges are rounded", sqltext.Fill("SELECT {steps} FROM {types}{beside}", sqltext.Args{
		"steps": sqltext.List(steps), "types": people.Types, "beside": p.besideHierarchies(),
	}))
	// Always true, but not to be known before all steps have been looked at.
	p.Guard("__skyline_rounded", "all steps fit their columns", sqltext.Fill("SELECT concat('', {steps}) <> '-' AS ok FROM {from}",
		sqltext.Args{"steps": sqltext.List(names), "from": stepsName}))
}

const stepsName = sqltext.SQL("__skyline_steps")

func stepColumn(i int) sqltext.SQL { return "s" + sqltext.Int(int64(i)+1) }

// step is the step of a column.
func (p *ReleasePlan) step(i int) sqltext.SQL {
	name := p.QI[i]
	step := sqltext.Fill("__skyline_step({function}, {name}, typeof(o{number}), {step})", sqltext.Args{
		"function": sqltext.Text(p.Call.Function.Name), "name": sqltext.Text(name), "number": sqltext.Int(int64(i) + 1), "step": sqltext.TextOrNull(p.steps[i]),
	})
	if p.Hierarchies == "" {
		return step
	}
	exact := sqltext.SQL("NULL")
	if p.steps[i] != "" && p.steps[i] != noRounding {
		exact = p.Fail("rounding must name columns without a hierarchy, got " + string(sqltext.Ident(name)))
	}
	return p.unlessHierarchy(i, exact, step)
}

// besideHierarchies stands behind a relation in FROM where unlessHierarchy, or hasHierarchy, is
// used: its alias is known.
func (p *ReleasePlan) besideHierarchies() sqltext.SQL {
	if p.Hierarchies == "" {
		return ""
	}
	return sqltext.Fill(" CROSS JOIN (SELECT list(DISTINCT attribute) AS attributes FROM {hierarchies} WHERE level >= 1) AS known",
		sqltext.Args{"hierarchies": call.HierarchyRows})
}

// hasHierarchy is true where a column has a hierarchy.
func (p *ReleasePlan) hasHierarchy(i int) sqltext.SQL {
	return "list_contains(known.attributes, " + call.AttributeOf(p.QI[i]) + ")"
}

// unlessHierarchy is otherwise, and where a column has a hierarchy then.
func (p *ReleasePlan) unlessHierarchy(i int, then, otherwise sqltext.SQL) sqltext.SQL {
	return sqltext.Fill("CASE WHEN {has} THEN {then} ELSE {otherwise} END", sqltext.Args{"has": p.hasHierarchy(i), "then": then, "otherwise": otherwise})
}

// IsCompared is whether ends of a column are compared in its own type: with limits, or with where its
// scale ends.
func (p *ReleasePlan) IsCompared(i int) bool {
	return p.ends.has(i) || p.finest != nil && p.finest[i] != "" || p.coarsest != nil && p.coarsest[i] != ""
}

// readTypes are the types that a rounded text is read in, to be written as its type writes it: the
// texts of other numbers are rounded to such texts.
var readTypes = []sqltext.SQL{"FLOAT", "DOUBLE", "DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIME", "TIME_NS", "TIME WITH TIME ZONE"}

// roundedText is how a text of a type is shown as an end, where rounded is what __skyline_round
// returns of it. Read in the type, it is compared with the value: where the type has no such value, or
// clocks were changed, the value itself is shown.
func roundedText(rounded, comparison sqltext.SQL) sqltext.SQL {
	read := func(typeName sqltext.SQL) sqltext.SQL {
		return sqltext.Fill("CASE WHEN TRY_CAST({rounded} AS {type}) {comparison} TRY_CAST(text AS {type}) THEN TRY_CAST({rounded} AS {type})::VARCHAR END",
			sqltext.Args{"rounded": rounded, "comparison": comparison, "type": typeName})
	}
	return sqltext.Fill(`
		coalesce(CASE type
		    {read}
		    ELSE CASE WHEN starts_with(type, 'TIMESTAMP') THEN {moment} ELSE {rounded} END
		END, text)`, sqltext.Args{
		"read": sqltext.Join("\n", sqltext.Map(readTypes, func(_ int, name sqltext.SQL) sqltext.SQL {
			return sqltext.Fill("WHEN {name} THEN {read}", sqltext.Args{"name": sqltext.Text(string(name)), "read": read(name)})
		})...), "moment": read("TIMESTAMP WITH TIME ZONE"), "rounded": rounded,
	})
}

// shownEnd is how a value v of a column is shown as the low, or else the high, end of a region,
// beside stepsName as steps.
func (p *ReleasePlan) shownEnd(i int, v sqltext.SQL, high bool) sqltext.SQL {
	return p.openEnd(i, v, high, p.roundedEnd(i, v, high))
}

// roundedEnd is shownEnd where no scale ends.
//
// What is rounded is read in the column's type, and then compared with the value: where
// the type has no such value, or clocks were changed, the value itself is shown.
func (p *ReleasePlan) roundedEnd(i int, v sqltext.SQL, high bool) sqltext.SQL {
	hasFinest, hasCoarsest := p.finest != nil && p.finest[i] != "", p.coarsest != nil && p.coarsest[i] != ""
	if !hasFinest && !hasCoarsest && (p.steps == nil || p.steps[i] == noRounding) {
		return v
	}
	within, beyond := sqltext.SQL("least"), sqltext.SQL("greatest") // of NULL and a value both are the value
	if high {
		within, beyond = beyond, within
	}
	grid := sqltext.SQL("")
	if hasFinest {
		grid = p.limits()[atFinest].block(i, v, high)
	} else {
		step := "steps." + stepColumn(i)
		text := sqltext.Fill("__skyline_round(typeof({v}), {step}, {text}, {up})", sqltext.Args{"v": v, "step": step, "text": sqltext.TextOf(v), "up": sqltext.Bool(high)})
		grid = sqltext.Fill("CASE WHEN {step} IS NOT NULL THEN {rounded} END", sqltext.Args{"step": step, "rounded": sqltext.CastLike(text, v)})
	}
	end := sqltext.Fill("{within}({grid}, {v})", sqltext.Args{"within": within, "grid": grid, "v": v})
	if !hasCoarsest {
		return end
	}
	return sqltext.Fill("{beyond}({end}, {within}({block}, {v}))", sqltext.Args{
		"beyond": beyond, "within": within, "end": end, "block": p.limits()[atCoarsest].block(i, v, high), "v": v,
	})
}

// besideSteps stands behind a relation in FROM where shownEnd is used.
func (p *ReleasePlan) besideSteps() sqltext.SQL {
	if !p.Has(stepsName) {
		return ""
	}
	return " CROSS JOIN " + stepsName + " AS steps"
}

// Ends is what stands behind FROM for regions of a column, of which from has the codes
// low and high: low_value and high_value are their values, low_end and high_end the texts of
// the ends as they are shown. Where the column's scale ends, ends beyond it are NULL, and is_below
// is whether the upper end is that of all values below the scale, and not covered.
func (p *ReleasePlan) Ends(i int, from sqltext.SQL) sqltext.SQL {
	below := sqltext.SQL("")
	if p.ends.has(i) {
		below = ", " + p.isBelow(i, "high.v") + " AS is_below"
	}
	return sqltext.Fill(`
		(
		    SELECT r.* EXCLUDE (low_shown, high_shown), {low_text} AS low_end, {high_text} AS high_end
		    FROM (
		        SELECT r.*, {low_value} AS low_value, {high_value} AS high_value{below}, {low} AS low_shown, {high} AS high_shown
		        FROM {from} AS r
		        LEFT JOIN {dictionary} AS low ON low.c = r.low
		        LEFT JOIN {dictionary} AS high ON high.c = r.high{steps}
		    ) AS r
		)`, sqltext.Args{
		"low_value": p.openEnd(i, "low.v", false, "low.v"), "high_value": p.openEnd(i, "high.v", true, "high.v"), "below": below,
		"low_text": sqltext.TextOf("low_shown"), "high_text": sqltext.TextOf("high_shown"),
		"low": p.shownEnd(i, "low.v", false), "high": p.shownEnd(i, "high.v", true),
		"from": from, "dictionary": Dictionary(i), "steps": p.besideSteps(),
	})
}

// rounder rounds texts of values.
type rounder interface {
	Down(text string) (string, bool)
	Up(text string) (string, bool)
}

var decimalType = regexp.MustCompile(`^DECIMAL\((\d+),(\d+)\)$`)

var integerType = regexp.MustCompile(`^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|BIGNUM|VARINT)$`)

// kind is a kind of columns whose values lie on a grid.
type kind struct {
	steps     string // what a step may be
	of        string // what the columns are of
	otherwise string // the step that ends are rounded to where none is given, "" for exact ends
	fits      func(number *grid.Numbers, unit grid.Unit, based bool) bool
}

// kindOf returns the kind of columns of a type. Of no kind, its steps are "".
func kindOf(typeName string) kind {
	decimal := decimalType.FindStringSubmatch(typeName)
	isUnit := func(number *grid.Numbers) bool { return number == nil }
	switch {
	case strings.HasSuffix(typeName, "]"): // lists of them
	case integerType.MatchString(typeName):
		return kind{"a positive whole number", "integers", "", func(n *grid.Numbers, _ grid.Unit, _ bool) bool { return n != nil && n.Decimals() == 0 }}
	case decimal != nil:
		scale, _ := strconv.Atoi(decimal[2])
		return kind{"a positive number with no more decimals than the column has", "decimals", "1", func(n *grid.Numbers, _ grid.Unit, _ bool) bool { return n != nil && n.Decimals() <= scale }}
	case typeName == "FLOAT" || typeName == "DOUBLE":
		return kind{"a positive number", "numbers", "1", func(n *grid.Numbers, _ grid.Unit, _ bool) bool { return n != nil }}
	case typeName == "DATE":
		return kind{"'day', 'week', 'month', 'year'", "dates", "", func(n *grid.Numbers, unit grid.Unit, _ bool) bool { return isUnit(n) && unit >= grid.Day }}
	case strings.HasPrefix(typeName, "TIMESTAMP"):
		return kind{"'second', 'minute', 'hour', 'day', 'week', 'month', 'year'", "timestamps", "day", func(n *grid.Numbers, _ grid.Unit, _ bool) bool { return isUnit(n) }}
	case strings.HasPrefix(typeName, "TIME"):
		return kind{"'second', 'minute', 'hour'", "times", "hour", func(n *grid.Numbers, unit grid.Unit, based bool) bool {
			return isUnit(n) && !based && unit <= grid.Hour
		}}
	}
	return kind{}
}

// allows reports whether columns of the kind may have a step.
func (k *kind) allows(step string) bool {
	if k.steps == "" {
		return false
	}
	if number, ok := numbersOf(step); ok {
		return k.fits(number, 0, false)
	}
	unit, based, ok := unitOf(step)
	return ok && k.fits(nil, unit, based)
}

// stepOf returns the step for a column of a type, "" where it stays exact, and what is
// wrong with the one that is given.
func stepOf(typeName, given string) (step, rule string) {
	k := kindOf(typeName)
	switch {
	case given == "":
		return k.otherwise, ""
	case given == noRounding:
		return "", ""
	case k.allows(given):
		return given, ""
	case k.steps == "":
		return "", "'none' for a column that is not of numbers, dates or times"
	case k.of == "decimals":
		return "", k.steps + ", or 'none', for a column of " + k.of
	}
	return "", k.steps + " or 'none' for a column of " + k.of
}

// rounderOf returns what rounds the texts of a type to a step that stepOf has returned.
func rounderOf(typeName, step string) (rounder, error) {
	unit, _, isUnit := unitOf(step)
	switch {
	case !isUnit:
		numbers, ok := numbersOf(step)
		if !ok {
			return nil, fmt.Errorf("__skyline_round: a step must be a number or a unit")
		}
		switch typeName {
		case "FLOAT":
			return finite{numbers, 32}, nil
		case "DOUBLE":
			return finite{numbers, 64}, nil
		}
		least, most, decimals := digitsOf(typeName)
		return digits{numbers, least, most, decimals}, nil
	case typeName == "DATE":
		return timesOf(grid.Dates(unit), step)
	case strings.HasPrefix(typeName, "TIMESTAMP"):
		return timesOf(grid.Timestamps(unit), step)
	case unit > grid.Hour:
		return nil, fmt.Errorf("__skyline_round: times must be rounded to hours at most")
	}
	return grid.Clock(unit), nil
}

// finite leaves numbers as they are where they would be rounded to one that is too
// large for a type of so many bits.
type finite struct {
	*grid.Numbers
	bits int
}

func (f finite) Down(text string) (string, bool) { return f.check(f.Numbers.Down(text)) }
func (f finite) Up(text string) (string, bool)   { return f.check(f.Numbers.Up(text)) }

func (f finite) check(text string, ok bool) (string, bool) {
	_, err := strconv.ParseFloat(text, f.bits)
	return text, ok && err == nil
}

// stepArgs are the arguments of __skyline_step.
type stepArgs struct {
	Function, Column, Type string
	Step                   sql.Null[string]
}

// digits leaves numbers as they are where they would be rounded to one that their type has no room for,
// and writes the others as DuckDB writes them in it.
type digits struct {
	*grid.Numbers
	least, most *big.Int // without the point; nil: of any length
	decimals    int
}

func (d digits) Down(text string) (string, bool) { return d.check(d.Numbers.Down(text)) }
func (d digits) Up(text string) (string, bool)   { return d.check(d.Numbers.Up(text)) }

func (d digits) check(text string, ok bool) (string, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if !ok || d.most == nil {
		return text, ok
	}
	if len(fraction) > d.decimals {
		return "", false
	}
	fraction += strings.Repeat("0", d.decimals-len(fraction))
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok || n.Cmp(d.least) < 0 || n.Cmp(d.most) > 0 {
		return "", false
	}
	if d.decimals == 0 {
		return whole, true
	}
	if d.hasNoWhole() {
		whole = strings.TrimSuffix(whole, "0")
	}
	return whole + "." + fraction, true
}

// hasNoWhole reports whether there are decimals only: then DuckDB writes no 0 before the point.
func (d digits) hasNoWhole() bool {
	return d.most.Cmp(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.decimals)), nil)) < 0
}

// The arguments of __skyline_round.
const (
	roundType = iota
	roundStep
	roundText
	roundUp
	roundArgs // how many there are
)

// RoundingScalars returns __skyline_step(function, column, type, step), the step for a
// column, and __skyline_round(type, step, text, up); and for limits __skyline_limit(function,
// parameter, column, type, step, finer) and __skyline_block(type, step, text, end), the
// beginning of a block or its end. Those that round are vector-wise: what rounds is made once
// for many texts.
func RoundingScalars() []host.Scalar {
	return []host.Scalar{
		host.ScalarOf("__skyline_step", func(a *stepArgs) (sql.Null[string], error) {
			given := strings.Clone(a.Step.V)
			step, rule := stepOf(a.Type, given)
			if rule != "" {
				return sql.Null[string]{}, fmt.Errorf("%s: rounding: the step of %s must be %s, got %s", a.Function, sqltext.Ident(a.Column), rule, showStep(given))
			}
			return sql.Null[string]{V: step, Valid: step != ""}, nil
		}),
		roundingScalar("__skyline_round", rounderOf),
		host.ScalarOf("__skyline_limit", limitStep),
		roundingScalar("__skyline_block", blocksOf),
	}
}

// roundingScalar returns a function of a type, a step, a text and whether it is rounded up. of
// returns what rounds.
func roundingScalar(name string, of func(typeName, step string) (rounder, error)) host.Scalar {
	text := host.Type{Kind: host.Varchar}
	return host.Scalar{
		Name: name, Params: []host.Type{text, text, text, {Kind: host.Boolean}}, Result: text,
		Call: func(args []host.Column, rows int) (host.Column, error) {
			texts, nulls := make([]string, rows), make([]bool, rows)
			known := map[[2]string]rounder{}
			for row := range rows {
				nulls[row] = true
				if slices.ContainsFunc(args[:roundArgs], func(c host.Column) bool { return c.IsNull(row) }) {
					continue
				}
				typeName, step := args[roundType].Strings[row], args[roundStep].Strings[row]
				by := known[[2]string{typeName, step}]
				if by == nil {
					var err error
					if by, err = of(typeName, step); err != nil {
						return host.Column{}, err
					}
					known[[2]string{typeName, step}] = by
				}
				to := by.Down
				if args[roundUp].Bools[row] {
					to = by.Up
				}
				rounded, ok := to(args[roundText].Strings[row])
				texts[row], nulls[row] = strings.Clone(rounded), !ok
			}
			return host.Column{Len: rows, Strings: texts, Null: nulls}, nil
		},
	}
}
