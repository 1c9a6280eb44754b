package report

import (
	"cmp"
	"fmt"
	"slices"

	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/words"
)

// inference are the rows on what can be learnt of somebody.
func (s *evidenceSpec) inference() []evidenceRow {
	if s.Sensitive == "" {
		return []evidenceRow{unknown("breach", "No sensitive column is named: nothing is known of what can be learnt.")}
	}
	if people, _ := measure(s.Risks, "people"); people == 0 {
		return nil
	}
	rows := s.determined()
	for _, informed := range []bool{false, true} {
		for _, b := range s.Breaches {
			if b.Informed == informed {
				rows = append(rows, s.breach(&b))
			}
		}
	}
	if s.Several {
		const why = "Not defined where people may have several values."
		return append(rows, unknown("gain", why), unknown("disclosure", why))
	}
	if s.Gain != nil {
		rows = append(rows, known("gain", *s.Gain, fmt.Sprintf("Whoever finds a person's group becomes up to %s surer of a value than by its share in the whole release.", words.Points(*s.Gain))))
	}
	if len(s.Disclosure) > 0 {
		rows = append(rows, disclosed(slices.MaxFunc(s.Disclosure, func(a, b disclosureRow) int { return cmp.Compare(a.K, b.K) })))
	}
	return rows
}

// determined is the row on what the sensitive value follows from, if it does.
func (s *evidenceSpec) determined() []evidenceRow {
	for _, f := range s.SingledOut {
		if f.Requirement == "determined" && f.Achieved != nil {
			return []evidenceRow{known("determined", *f.Achieved, fmt.Sprintf(
				"In the original %s follows from %s, exactly or nearly: whoever knows that of a person, and the rule, knows the value of %s of the people, whatever the release shows.",
				s.Sensitive, check.DeterminedBy(f.Rule), words.About(*f.Achieved)))}
		}
	}
	return nil
}

// breach is the row on somebody who knows nothing else, or so much.
func (s *evidenceSpec) breach(b *breachOf) evidenceRow {
	name, who := "breach_uninformed", words.Knowledge{Several: s.Several}
	if b.Informed {
		name, who = "breach", words.Knowledge{L: s.L, K: s.K, M: s.M, Several: s.Several}
	}
	return known(name, b.Breach, words.Breach(who, "a certain value of "+s.Sensitive, words.Sureness{Breach: b.Breach, C: s.C, Safe: b.Safe, Certain: b.Breach >= 1})).against(s.C, b.Safe)
}

// disclosed is the row on any knowledge. It has no threshold: with as many pieces as there
// are other values in a group, everything is certain in every table.
func disclosed(d disclosureRow) evidenceRow {
	sure := "up to " + words.About(d.Implications) + " sure"
	if d.Implications >= 1 {
		sure = "certain"
	}
	return known("disclosure", d.Implications, fmt.Sprintf("With %s of any kind of knowledge (“if this person has that, so has that one”) somebody can become %s of a value.",
		words.Count(d.K, "piece", "pieces"), sure))
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
		rows = append(rows, known("loss", loss, fmt.Sprintf("Of the detail of %s %s is lost.", s.identifiers(), words.Percent(loss))))
	}
	if left, ok := measure(s.Utility, "suppressed"); ok {
		meaning := "Everybody of the original is in the release."
		if left > 0 {
			meaning = fmt.Sprintf("Of the people of the original %s not in the release.", are(left))
		}
		rows = append(rows, known("left_out", left, meaning))
	}
	return rows
}
