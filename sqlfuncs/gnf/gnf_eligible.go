package gnf

import (
	"fmt"

	"skyline/engine/anatomy"
	"skyline/engine/guardian"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// guardEligible adds the guard that publishing the right side of a rule alone does not
// break the rule: of the first that would be broken the query ends with an error. Every
// right side is looked at, whatever table it is in.
func (p *gnfTablePlan) guardEligible() {
	rules, numbers := p.in.kept()
	var seen guardian.Set
	var texts, names []string
	var counted []sqltext.SQL
	for i, rule := range rules {
		if seen.Has(rule.RHS) {
			continue
		}
		seen = seen.With(rule.RHS)
		name := sqltext.Ident(p.in.names[rule.RHS])
		texts, names = append(texts, fmt.Sprintf("rule %d (%s)", numbers[i]+1, p.in.show(rule))), append(names, string(name))
		counted = append(counted, sqltext.Fill(`
			SELECT {i} AS i, coalesce(sum(n), 0)::BIGINT AS people, count(*) AS values, coalesce(max(n), 0) AS most
			FROM (SELECT count(*) AS n FROM {source} AS tbl GROUP BY {value})
		`, sqltext.Args{"i": sqltext.Int(int64(i)), "source": p.in.source, "value": sqltext.Canonical("tbl." + name)}))
	}
	p.Guard("__skyline_eligible", "no value of a right side is more frequent than 1/diversity", sqltext.Fill(`
		SELECT __skyline_eligible(
		    {function}, {l}, {rules}, {names},
		    list(people ORDER BY i ASC), list(values ORDER BY i ASC), list(most ORDER BY i ASC)
		) AS ok
		FROM (
		    {counted}
		)
	`, sqltext.Args{
		"function": sqltext.Text(p.call.Function.Name), "l": sqltext.Int(p.l), "rules": sqltext.Texts(texts), "names": sqltext.Texts(names),
		"counted": sqltext.Join("\nUNION ALL\n", counted...),
	}))
}

// eligibleArgs are those of __skyline_eligible: of each rule what it is called, and of its
// right side the name, how many people and values there are, and how many people have the
// most frequent value.
type eligibleArgs struct {
	Function             string
	L                    int64
	Rules, Names         []string
	People, Values, Most []int64
}

// eligibleScalar is __skyline_eligible: true, or an error where the most frequent value of
// a rule's right side has too many people.
func eligibleScalar() host.Scalar {
	return host.ScalarOf("__skyline_eligible", func(a *eligibleArgs) (bool, error) {
		n := len(a.Rules)
		if len(a.Names) != n || len(a.People) != n || len(a.Values) != n || len(a.Most) != n || a.L < 1 {
			return false, host.ErrNotKept
		}
		for i, rule := range a.Rules {
			e := &anatomy.IneligibleError{L: a.L, People: a.People[i], Values: a.Values[i], Count: a.Most[i]}
			switch {
			case e.Count < 0:
				return false, host.ErrNotKept
			case e.People == 0:
				return false, host.Named(a.Function, errNoRows)
			case e.Count > e.People/e.L:
				return false, host.Named(a.Function, fmt.Errorf("%s cannot be kept: %s", rule, ineligible(a.Names[i], e)))
			}
		}
		return true, nil
	})
}
