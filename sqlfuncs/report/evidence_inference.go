package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// inference are the rows on what can be learnt of somebody, sensitive column by column.
func (s *evidenceSpec) inference() []evidenceRow {
	if len(s.Sensitive) == 0 {
		return []evidenceRow{unknown("breach", "No sensitive column is named: nothing is known of what can be learnt.")}
	}
	if people, _ := measure(s.Risks, "people"); people == 0 {
		return nil
	}
	var rows []evidenceRow
	for _, attribute := range s.Sensitive {
		for _, row := range s.inferenceOf(attribute) {
			row.Attribute = host.Some(attribute)
			if s.KnowsOthers {
				row.Meaning = words.OthersKnown + row.Meaning
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// inferenceOf are those on one sensitive column.
func (s *evidenceSpec) inferenceOf(attribute string) []evidenceRow {
	rows := s.determined(attribute)
	if s.Any {
		why := fmt.Sprintf("How sure somebody becomes of %s is not measured where a missing value is any value: that is counted within groups of people who look alike, and there are none. Use missing := 'category'.", attribute)
		for _, measure := range []string{"breach_uninformed", "breach", "gain", "disclosure"} {
			rows = append(rows, unknown(measure, why))
		}
		return rows
	}
	for _, informed := range []bool{false, true} {
		for _, b := range s.Breaches {
			if b.Informed == informed && b.Attribute == attribute {
				rows = append(rows, s.breach(&b))
			}
		}
		if last := len(rows) - 1; informed && !s.knowsMore() && last >= 0 && rows[last].Measure == "breach_uninformed" {
			row := rows[last] // at (0, 0, 0) both are the same
			row.Measure = "breach"
			rows = append(rows, row)
		}
	}
	if s.Several {
		const why = "Not defined where people may have several values."
		return append(rows, unknown("gain", why), unknown("disclosure", why))
	}
	value := "a value"
	if len(s.Sensitive) > 1 {
		value += " of " + attribute
	}
	for _, g := range s.Gains {
		if g.Attribute == attribute && g.Gain != nil {
			rows = append(rows, known("gain", *g.Gain, fmt.Sprintf("Anyone who finds a person's group becomes up to %s surer of %s than by its share in the whole release.", words.Points(*g.Gain), value)))
		}
	}
	var most *disclosureRow
	for i := range s.Disclosure {
		if d := &s.Disclosure[i]; d.Attribute == attribute && (most == nil || d.K > most.K) {
			most = d
		}
	}
	if most != nil {
		rows = append(rows, disclosed(most, value))
	}
	return rows
}

// determined is the row on what the values of a sensitive column follow from, if they do.
func (s *evidenceSpec) determined(attribute string) []evidenceRow {
	for _, f := range s.SingledOut {
		if f.Requirement == "determined" && f.Attribute == attribute && f.Achieved != nil {
			return []evidenceRow{known("determined", *f.Achieved, fmt.Sprintf(
				"In the original %s follows from %s, exactly or nearly. An attacker who knows these columns of a person and the rule is right about %s of the people, whatever the release shows.",
				attribute, check.DeterminedBy(f.Rule), words.About(*f.Achieved)))}
		}
	}
	return nil
}

// breach is the row on somebody who knows nothing else, or so much.
func (s *evidenceSpec) breach(b *breachOf) evidenceRow {
	name, point := "breach_uninformed", knowledge{}
	if b.Informed {
		name, point = "breach", s.knowledge
	}
	who := words.Knowledge{L: point.L, K: point.K, M: point.M, Several: s.Several}
	sentence := words.Breach(who, "a certain value of "+b.Attribute, words.Sureness{Breach: b.Breach, C: s.C, Safe: b.Safe, Certain: b.Breach >= 1})
	return known(name, b.Breach, sentence).against(s.C, b.Safe).knowing(point)
}

// disclosed is the row on any knowledge. It has no threshold: with as many pieces as there
// are other values in a group, everything is certain in every table.
func disclosed(d *disclosureRow, value string) evidenceRow {
	sure := "up to " + words.About(d.Implications) + " sure"
	if d.Implications >= 1 {
		sure = "certain"
	}
	meaning := fmt.Sprintf("With %s of any kind of knowledge (“if this person has that, so has that one”) somebody can become %s of %s.", words.Count(d.K, "piece", "pieces"), sure, value)
	if d.K == 0 {
		meaning = fmt.Sprintf("Without any piece of knowledge besides the release somebody can become %s of %s.", sure, value)
	}
	row := known("disclosure", d.Implications, meaning)
	row.K = host.Some(d.K)
	return row
}

// utility are the rows on what was paid.
func (s *evidenceSpec) utility() []evidenceRow {
	if !s.Original {
		return []evidenceRow{unknown("loss", "Not known, since original is not given.")}
	}
	if s.Several {
		return []evidenceRow{unknown("loss", "Not defined where people may have several values.")}
	}
	var rows []evidenceRow
	if loss, ok := measure(s.Utility, "ncp"); ok {
		rows = append(rows, known("loss", loss, fmt.Sprintf("%s of the detail of %s is lost%s.", words.Percent(loss), s.identifiers(), s.lossesByColumn())))
	}
	if left, ok := measure(s.Utility, "suppressed"); ok {
		meaning := "Everybody of the original is in the release."
		if left > 0 {
			meaning = peopleAre(left) + " left out of the release."
		}
		rows = append(rows, known("left_out", left, meaning))
	}
	return rows
}

// mostLosses is of how many columns the sentence on what was lost speaks.
const mostLosses = 10

// lossesByColumn says how much each of several columns has lost, the one with the most first.
func (s *evidenceSpec) lossesByColumn() string {
	var losses []measured
	for _, m := range s.Utility {
		if m.Measure == "ncp" && m.Attribute != nil {
			losses = append(losses, m)
		}
	}
	if len(losses) < 2 {
		return ""
	}
	slices.SortStableFunc(losses, func(a, b measured) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(slices.Index(s.QI, *a.Attribute), slices.Index(s.QI, *b.Attribute)))
	})
	var texts []string
	for i, m := range losses {
		if i == mostLosses {
			texts = append(texts, "the others less")
			break
		}
		texts = append(texts, *m.Attribute+" "+words.Percent(m.Value))
	}
	return ": " + strings.Join(texts, ", ")
}
