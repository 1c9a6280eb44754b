package gnf

import (
	"strconv"
	"strings"

	"skyline/engine/guardian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sqltext"
)

// GnfRules is gnf_rules: which privacy rules say nothing new.
var GnfRules = &call.Function{
	Name:        "gnf_rules",
	Summary:     "The irreducible set of privacy rules: which of them say nothing new.",
	Questions:   []string{"Many rules of the kind “knowing A and B must not tell C”: which of them matter?"},
	Description: "A privacy rule says that whoever knows all of the columns `lhs` must not learn the column `rhs`. One row for each rule, in the given order, then one for each that the functional dependencies call for. A rule follows from another with the same right side and more on the left side: {age} ↛ race from {age, icd} ↛ race. No other rule follows from others.",
	Params:      []call.Param{paramRules, paramFDs},
	Columns: []call.ResultColumn{
		{Name: "rule_no", Type: "BIGINT", Doc: "the number of the rule, from 1"},
		{Name: "lhs", Type: "VARCHAR[]", Doc: "what an adversary knows"},
		{Name: "rhs", Type: "VARCHAR", Doc: "what must not be learnt"},
		{Name: "kept", Type: "BOOLEAN", Doc: "whether the rule belongs to the irreducible set"},
		{Name: "exposed", Type: "BOOLEAN", Doc: "whether no release can keep the rule, since `lhs` determines `rhs` for anyone who knows the functional dependencies"},
		{Name: "note", Type: "VARCHAR", Doc: "where the rule comes from, or why it is exposed"},
		{Name: "implied_by", Type: "BIGINT", Doc: "the kept rule that it follows from"},
		{Name: "from_rule", Type: "BIGINT", Doc: "the rule that a functional dependency was applied to; NULL: the rule was given"},
	},
	Example: `FROM gnf_rules([{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['age'], 'rhs': 'race'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}],
               fds := [{'lhs': ['county'], 'rhs': 'zip'}])`,
	Notes: []string{
		"See [Functional dependencies](#functional-dependencies), and [a right side of several columns](#a-right-side-of-several-columns).",
		"The first of equal rules is kept. Columns are the same whatever the case of their letters.",
		"The rules are looked at while the call is planned; no table is read.",
	},
	Source: SourceGNF + "Sect. 2.2 and 3, Theorems 3.1 and 3.2, Corollary 3.1.1, Definition 2.",
	Plan:   planGNFRules,
}

// SourceGNF is where the functions on privacy rules come from; which section follows.
const SourceGNF = "Jin, Zhang, Zhang, Das, “Versatile publishing for privacy preservation”, KDD 2010 and technical report, "

func planGNFRules(c *call.Call) (sqltext.SQL, error) {
	written, err := readWrittenRules(c)
	if err != nil {
		return "", err
	}
	s := newRuleSet(written)
	return call.Values(c.Function.Columns, sqlRows(s.rules, func(i int, r guardian.Reduced) []sqltext.SQL {
		return []sqltext.SQL{
			numberOf(i), sqltext.Texts(s.namesOf(r.LHS)), sqltext.Text(s.names[r.RHS]), sqltext.Bool(r.Kept), sqltext.Bool(r.Exposed),
			sqltext.TextOrNull(s.note(r)), numberOf(r.ImpliedBy), numberOf(r.From),
		}
	})), nil
}

// sqlRows returns a row of SQL expressions for each item.
func sqlRows[T any](items []T, row func(i int, item T) []sqltext.SQL) [][]sqltext.SQL {
	rows := make([][]sqltext.SQL, len(items))
	for i, item := range items {
		rows[i] = row(i, item)
	}
	return rows
}

// numberOf is the number of what has an index, or NULL for -1: users count from 1.
func numberOf(index int) sqltext.SQL {
	if index < 0 {
		return "NULL"
	}
	return sqltext.Int(int64(index) + 1)
}

// note says where a rule comes from.
func (s *ruleSet) note(r guardian.Reduced) string {
	var notes []string
	if r.Dependency < 0 && !r.LHS.Equal(s.written[r.Given]) {
		notes = append(notes, "lhs has what functional dependencies add to it")
	}
	if r.Dependency >= 0 {
		notes = append(notes, "called for by functional dependency "+s.dependencies([]int{r.Dependency}))
	}
	if len(r.Composite) > 0 {
		names := sqltext.Map(r.Composite, func(_ int, a int) sqltext.SQL { return sqltext.Ident(s.names[a]) })
		notes = append(notes, "protects the combination of "+string(sqltext.List(names)))
	}
	if r.Exposed {
		notes = append(notes, "lhs determines rhs by functional dependency "+s.dependencies(r.Through))
	}
	return strings.Join(notes, "; ")
}

// dependencies names functional dependencies by their numbers in the call.
func (s *ruleSet) dependencies(indices []int) string {
	var numbers []string
	for _, i := range indices {
		if n := strconv.Itoa(s.given[i] + 1); len(numbers) == 0 || numbers[len(numbers)-1] != n {
			numbers = append(numbers, n)
		}
	}
	return strings.Join(numbers, ", ")
}

// refuseExposed is an error if a rule whose right side is published (nil: everything
// is) cannot be kept by any release.
func (s *ruleSet) refuseExposed(c *call.Call, attributes []string) error {
	for i, r := range s.rules {
		if r.Exposed && (attributes == nil || call.ContainsName(attributes, s.names[r.RHS])) {
			return c.Errorf("rules: rule %d (%s) cannot be kept: its left side determines its right side by functional dependency %s; drop the rule, or the dependency if no adversary knows it", i+1, s.show(r.Rule), s.dependencies(r.Through))
		}
	}
	return nil
}

// show writes a rule for people.
func (s *ruleSet) show(r guardian.Rule) string {
	return strings.Join(s.namesOf(r.LHS), ", ") + " -> " + s.names[r.RHS]
}
