package release

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"skyline/engine/grid"
	"skyline/engine/hierarchy"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// Limits of what a column is shown as, finest and coarsest, and how important it is.

var (
	paramImportance = call.Param{Name: "importance", Type: "MAP or STRUCT", Default: "NULL", Doc: "how important it is that columns stay detailed, such as `{'zip': 3}`: positive numbers, 1 for a column that is not named; see [How the table is split](#how-the-table-is-split)"}
	paramMinLevels  = call.Param{Name: "min_levels", Type: "MAP or STRUCT", Default: "NULL", Doc: "what columns are never shown finer than, such as `{'age': 5, 'birth': 'year', 'zip': 2}`: a step, a unit, or the level of a hierarchy; see [Limits](#limits)"}
	paramMaxLevels  = call.Param{Name: "max_levels", Type: "MAP or STRUCT", Default: "NULL", Doc: "what columns are never shown coarser than, in the same way; rather are people left out, as far as `suppression` allows; see [Limits](#limits)"}
)

const (
	weightsRule = "a STRUCT or a MAP of qi columns and weights"
	limitsRule  = "a STRUCT or a MAP of qi columns and steps, units or levels"
	limitRule   = "a positive number, 'second', 'minute', 'hour', 'day', 'week', 'month', 'year', or the level of a hierarchy"
)

// readImportance reads the weight of each quasi-identifier, 1 where it is not named; nil where
// none is given.
func (p *ReleasePlan) readImportance() (importance []float64, err error) {
	err = p.eachColumn("importance", weightsRule, "{'zip': 3}", func(i int, given any) error {
		number, _ := given.(json.Number)
		weight, err := number.Float64()
		if err != nil || !(weight > 0) || math.IsInf(weight, 0) {
			return p.Call.Errorf("importance: the weight of %s must be a positive number, got %s", sqltext.Ident(p.QI[i]), call.Show(given))
		}
		if importance == nil {
			importance = slices.Repeat([]float64{1}, len(p.QI))
		}
		importance[i] = weight
		return nil
	})
	return importance, err
}

// readLimits reads finest and coarsest; nil where there are none.
func (p *SplitPlan) readLimits() error {
	for _, l := range []struct {
		param string
		to    *[]string
	}{{"min_levels", &p.finest}, {"max_levels", &p.coarsest}} {
		err := p.eachColumn(l.param, limitsRule, "{'age': 5, 'birth': 'year'}", func(i int, given any) error {
			text := textOfLimit(given)
			if !isLimit(text) {
				return p.Call.Errorf("%s: the limit of %s must be %s, got %s", l.param, sqltext.Ident(p.QI[i]), limitRule, call.Show(given))
			}
			if *l.to == nil {
				*l.to = make([]string, len(p.QI))
			}
			(*l.to)[i] = text
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i := range p.finest {
		if p.finest[i] != "" && p.steps[i] != "" && p.Call.Arguments["rounding"] != noRounding {
			return p.Call.Errorf("rounding must not name a column that min_levels names, got %s: its ranges end at those of the blocks that min_levels says", sqltext.Ident(p.QI[i]))
		}
	}
	return nil
}

// exactBlock stands in the place of a limit of the kernel where each value is a block.
const exactBlock = "exact"

// isStratum reports whether the i-th quasi-identifier is a column of strata.
func (p *ReleasePlan) isStratum(i int) bool { return i >= len(p.QI)-p.Within }

// coarsestOfKernel are what coarsest is for the kernel: strata are never cut across.
func (p *ReleasePlan) coarsestOfKernel() []string {
	if p.Within == 0 {
		return p.coarsest
	}
	coarsest := make([]string, len(p.QI))
	copy(coarsest, p.coarsest)
	for i := range coarsest {
		if p.isStratum(i) {
			coarsest[i] = exactBlock
		}
	}
	return coarsest
}

// textOfLimit is a limit as a text, as the caller wrote it.
func textOfLimit(given any) string {
	switch v := given.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

func isLimit(text string) bool {
	_, isLevel := call.ParseWhole(text)
	_, err := grid.NewNumbers(text)
	_, isUnit := grid.ParseUnit(text)
	return isLevel || err == nil || isUnit
}

// limitsParam is a parameter of limits.
type limitsParam struct {
	name  sqltext.SQL
	given []string // by column, "" for none
	mark  sqltext.SQL
}

// The places of limits.
const (
	atFinest = iota
	atCoarsest
)

func (p *ReleasePlan) limits() []limitsParam {
	return []limitsParam{atFinest: {"min_levels", p.finest, "f"}, atCoarsest: {"max_levels", p.coarsest, "k"}}
}

// column is the column of stepsName that has the step of the i-th quasi-identifier, NULL where
// it has a hierarchy.
func (l *limitsParam) column(i int) sqltext.SQL { return l.mark + sqltext.Int(int64(i)+1) }

// limit is the step of a limit, once the column's type is known.
func (p *ReleasePlan) limit(l limitsParam, i int) sqltext.SQL {
	finer := ""
	if l.name == "max_levels" && p.finest != nil {
		finer = p.finest[i]
	}
	step := sqltext.Fill("__skyline_limit({function}, {param}, {name}, typeof(o{number}), {step}, {finer})", sqltext.Args{
		"function": sqltext.Text(p.Call.Function.Name), "param": sqltext.Text(string(l.name)), "name": sqltext.Text(p.QI[i]), "number": sqltext.Int(int64(i) + 1),
		"step": sqltext.Text(l.given[i]), "finer": sqltext.TextOrNull(finer),
	})
	if p.Hierarchies == "" {
		return step
	}
	return p.unlessHierarchy(i, "NULL", step)
}

// block is the beginning of the block that a value v is in, or its end, as it is shown; NULL
// where there is none.
func (l *limitsParam) block(i int, v sqltext.SQL, end bool) sqltext.SQL {
	step := "steps." + l.column(i)
	text := sqltext.Fill("__skyline_block(typeof({v}), {step}, {text}, {end})", sqltext.Args{"v": v, "step": step, "text": sqltext.TextOf(v), "end": sqltext.Bool(end)})
	return sqltext.Fill("CASE WHEN {step} IS NOT NULL THEN {block} END", sqltext.Args{"step": step, "block": sqltext.CastLike(text, v)})
}

// limitsName is the CTE of whose one row limits is what __skyline_limits keeps.
const limitsName = sqltext.SQL("__skyline_limits")

// addLimits adds limitsName, if there are limits. Blocks are runs of codes: NULL is one, and what
// no grid has, such as infinity, is by itself.
func (p *SplitPlan) addLimits() {
	var parts []sqltext.SQL
	for i := range p.QI {
		var grids, begins, befores, numbers []sqltext.SQL
		for _, l := range p.limits() {
			name := sqltext.Args{"name": l.name}
			if l.name == "min_levels" && p.ends.has(i) {
				grids = append(grids, p.endBlock(i)+" AS min_levels")
				begins = append(begins, "min_levels")
				befores = append(befores, "lag(min_levels) OVER (ORDER BY c ASC) AS min_levels_before")
				numbers = append(numbers, "count(*) FILTER (WHERE min_levels IS DISTINCT FROM min_levels_before) OVER (ORDER BY c ASC) AS min_levels")
				continue
			}
			if l.given == nil || l.given[i] == "" {
				numbers = append(numbers, sqltext.Fill("0::BIGINT AS {name}", name))
				continue
			}
			grids = append(grids, sqltext.Fill("{block} AS {name}", sqltext.Args{"block": l.block(i, "v", false), "name": l.name}))
			begins = append(begins, sqltext.Fill("CASE WHEN {name} <= v THEN {name} ELSE v END AS {name}", name))
			befores = append(befores, sqltext.Fill("lag({name}) OVER (ORDER BY c ASC) AS {name}_before", name))
			numbers = append(numbers, sqltext.Fill("count(*) FILTER (WHERE {name} IS DISTINCT FROM {name}_before) OVER (ORDER BY c ASC) AS {name}", name))
		}
		if len(grids) == 0 {
			continue
		}
		p.AddDictionary(i)
		parts = append(parts, sqltext.Fill(`
			SELECT {i}::BIGINT AS i, c, {numbers}
			FROM (
			    SELECT *, {befores}
			    FROM (
			        SELECT c, {begins}
			        FROM (SELECT c, v, {grids} FROM {dictionary} CROSS JOIN {steps} AS steps)
			    )
			)
		`, sqltext.Args{
			"i": sqltext.Int(int64(i)), "numbers": sqltext.List(numbers), "befores": sqltext.List(befores), "begins": sqltext.List(begins), "grids": sqltext.List(grids),
			"dictionary": Dictionary(i), "steps": stepsName,
		}))
	}
	if len(parts) == 0 {
		return
	}
	p.With(limitsName, "the blocks of values that limits make, kept for the kernel", sqltext.Fill(`
		SELECT __skyline_limits({key}, {function}, i, c, min_levels, max_levels, {apart}) AS limits
		FROM (
		    {parts}
		)
	`, sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(p.Call.Function.Name), "apart": sqltext.Apart, "parts": sqltext.Join("\nUNION ALL\n", parts...),
	}))
}

// LimitsState is what __skyline_limits keeps: by column, the blocks of its codes.
type LimitsState struct{ columns []limitsColumn }

type limitsColumn struct{ codes, finest, coarsest []int32 }

// limitsRow is what __skyline_limits takes of a value.
type limitsRow struct{ Column, Code, Finest, Coarsest int64 }

// LimitsAggregate is __skyline_limits(key, function, column, code, finest, coarsest, apart): the
// numbers of the blocks that values are in, kept for the kernel.
func LimitsAggregate() host.Aggregate {
	return host.Kept("__skyline_limits", func() *LimitsState { return new(LimitsState) },
		func(s *LimitsState, row *limitsRow) error {
			if row.Column < 0 || row.Column > math.MaxInt16 {
				return errors.New("column must be a small number")
			}
			if uint64(row.Code|row.Finest|row.Coarsest) > math.MaxInt32 {
				return errors.New("codes and blocks must be numbers of 31 bits")
			}
			c := s.column(int(row.Column))
			c.codes, c.finest, c.coarsest = append(c.codes, int32(row.Code)), append(c.finest, int32(row.Finest)), append(c.coarsest, int32(row.Coarsest))
			return nil
		},
		func(into, from *LimitsState) error {
			for i, c := range from.columns {
				to := into.column(i)
				to.codes, to.finest, to.coarsest = append(to.codes, c.codes...), append(to.finest, c.finest...), append(to.coarsest, c.coarsest...)
			}
			return nil
		})
}

func (s *LimitsState) column(i int) *limitsColumn {
	for len(s.columns) <= i {
		s.columns = append(s.columns, limitsColumn{})
	}
	return &s.columns[i]
}

// limitArgs are the arguments of __skyline_limit.
type limitArgs struct {
	Function, Param, Column, Type, Step string
	Finer                               sql.Null[string]
}

// limitStep returns the step of a limit for a column without a hierarchy.
func limitStep(a *limitArgs) (string, error) {
	step, k := strings.Clone(a.Step), kindOf(a.Type)
	refuse := func(rule string) (string, error) {
		return "", fmt.Errorf("%s: %s: the limit of %s must be %s, got %s", a.Function, a.Param, sqltext.Ident(a.Column), rule, showLimit(step))
	}
	switch {
	case k.steps == "":
		return refuse("the level of a hierarchy, as the column is not of numbers, dates or times, and hierarchies have none for it")
	case k.of == "decimals" && !k.allows(step):
		return refuse(k.steps + ", for a column of " + k.of)
	case !k.allows(step):
		return refuse(k.steps + " for a column of " + k.of)
	case a.Finer.Valid && k.allows(a.Finer.V) && !fit(step, a.Finer.V):
		return refuse("made of whole steps of min_levels, " + showLimit(a.Finer.V))
	}
	return step, nil
}

// fit reports whether a step that columns of a kind may have consists of whole ones of another.
func fit(step, finer string) bool {
	if unit, ok := grid.ParseUnit(step); ok {
		other, _ := grid.ParseUnit(finer)
		return unit.Fit(other)
	}
	number, err := grid.NewNumbers(step)
	other, errFiner := grid.NewNumbers(finer)
	return err == nil && errFiner == nil && number.Fit(other)
}

// levelOf reads a limit as the level of a hierarchy.
func levelOf(param, column, given string, tree *hierarchy.Tree) (int64, error) {
	level, ok := call.ParseWhole(given)
	if !ok || level > tree.Height() {
		return 0, fmt.Errorf("%s: the level of %s must be a whole number from 0 to %d, the height of its hierarchy, got %s", param, sqltext.Ident(column), tree.Height(), showLimit(given))
	}
	return level, nil
}

// blocks give the beginning and the end of the block that a value is in, as grid has it. Where
// these lie beyond what the type has, they are the least or the greatest that it has.
type blocks struct {
	begin, end  func(text string) (string, bool)
	least, most *big.Rat // nil: there are none, or nobody has such values
}

func (b blocks) Down(text string) (string, bool) { return b.within(b.begin(text)) }
func (b blocks) Up(text string) (string, bool)   { return b.within(b.end(text)) }

func (b blocks) within(text string, ok bool) (string, bool) {
	if !ok || b.least == nil {
		return text, ok
	}
	x, ok := new(big.Rat).SetString(text)
	decimals, _ := b.most.FloatPrec()
	switch {
	case !ok:
		return "", false
	case x.Cmp(b.least) < 0:
		return b.least.FloatString(decimals), true
	case x.Cmp(b.most) > 0:
		return b.most.FloatString(decimals), true
	}
	return text, true
}

// blocksOf returns the blocks of a type for a step that limitStep has returned.
func blocksOf(typeName, step string) (rounder, error) {
	unit, isUnit := grid.ParseUnit(step)
	if isUnit {
		times := grid.Timestamps(unit)
		switch {
		case typeName == "DATE":
			times = grid.Dates(unit)
			return blocks{begin: times.Down, end: times.Last}, nil
		case !strings.HasPrefix(typeName, "TIMESTAMP"):
			times = grid.Clock(unit)
			if unit > grid.Hour {
				return nil, errors.New("__skyline_block: times must have blocks of hours at most")
			}
		}
		return blocks{begin: times.Down, end: times.Next}, nil
	}
	numbers, err := grid.NewNumbers(step)
	if err != nil {
		return nil, err
	}
	b := blocks{begin: numbers.Down, end: numbers.Next}
	bits, isFloat := map[string]int{"FLOAT": 32, "DOUBLE": 64}[typeName]
	switch {
	case isFloat:
		f := finite{numbers, bits}
		b.begin, b.end = f.Down, func(text string) (string, bool) { return f.check(numbers.Next(text)) }
	case integerType.MatchString(typeName):
		b.end = numbers.Last
	}
	if least, most, decimals := digitsOf(typeName); most != nil {
		point := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
		b.least, b.most = new(big.Rat).SetFrac(least, point), new(big.Rat).SetFrac(most, point)
	}
	return b, nil
}

// digitsOf returns the least and the greatest value of a type of numbers of so many digits, of which
// some are decimals, as integers without the point; nil for other types.
func digitsOf(typeName string) (least, most *big.Int, decimals int) {
	one := big.NewInt(1)
	if decimal := decimalType.FindStringSubmatch(typeName); decimal != nil {
		width, _ := strconv.ParseInt(decimal[1], 10, 64)
		decimals, _ = strconv.Atoi(decimal[2])
		most = new(big.Int).Exp(big.NewInt(10), big.NewInt(width), nil)
		most.Sub(most, one)
		return new(big.Int).Neg(most), most, decimals
	}
	bits, ok := map[string]uint{"TINYINT": 8, "SMALLINT": 16, "INTEGER": 32, "BIGINT": 64, "HUGEINT": 128}[strings.TrimPrefix(typeName, "U")]
	switch {
	case !ok:
		return nil, nil, 0
	case strings.HasPrefix(typeName, "U"):
		most = new(big.Int).Lsh(one, bits)
		return new(big.Int), most.Sub(most, one), 0
	}
	least = new(big.Int).Lsh(one, bits-1)
	return least.Neg(least), new(big.Int).Not(least), 0
}

// showLimit writes a limit as the caller has: a number, or a text.
func showLimit(given string) string {
	if _, err := strconv.ParseFloat(given, 64); err == nil {
		return given
	}
	return string(sqltext.Text(given))
}
