package report

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"skyline/engine/exact"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/words"
)

// singlingOut are the rows on who can be found: of the release, then of the population.
func (s *evidenceSpec) singlingOut() []evidenceRow {
	people, _ := measure(s.Risks, "people")
	if people == 0 {
		return []evidenceRow{
			known("uniques", 0, "The release has nobody in it.").against(0, true),
			known("people_counted", 0, "Nobody is in the release, so that every requirement is satisfied. A query that finds no row looks like that.").against(1, false),
		}
	}
	uniques, _ := measure(s.Risks, "uniques")
	meaning := fmt.Sprintf("Nobody is the only one with their %s.", s.identifiers())
	if uniques > 0 {
		meaning = fmt.Sprintf("%s alone with their %s (%s): anyone who knows that finds the row.", peopleAre(uniques), s.identifiers(), words.About(uniques/people))
	}
	rows := []evidenceRow{known("uniques", uniques, s.assuming(meaning)).against(0, uniques == 0)}
	rows = append(rows, s.risksOf("", "k_anonymity", "prosecutor_average_risk", "that a person is in the release")...)
	rows = append(rows, s.populationRisks()...)
	return append(rows, s.shown()...)
}

// risksOf are the rows on the largest and the average risk.
func (s *evidenceSpec) risksOf(prefix, smallest, average, fact string) []evidenceRow {
	k, ok := measure(s.Risks, smallest)
	mean, alsoOK := measure(s.Risks, average)
	if !ok || !alsoOK {
		return nil
	}
	meaning := fmt.Sprintf("Anyone who knows %s, and their %s, finds at least %s like that: the chance to pick the right one is up to %s.",
		fact, s.identifiers(), words.Count(int64(k), "person", "people"), words.About(1/k))
	if k == 1 {
		meaning = fmt.Sprintf("Anyone who knows %s, and their %s, finds nobody else like that, if it is the right person.", fact, s.identifiers())
	}
	highest := known(prefix+"highest_risk", 1/k, s.assuming(meaning))
	if s.Limit.Risk > 0 {
		holds := s.Limit.allows(k)
		highest.Meaning += fmt.Sprintf(" The limit (%s) asks for at least %s.", s.Limit.Source, words.Count(s.Limit.people(), "person", "people"))
		highest = highest.against(s.Limit.Risk, holds)
	}
	return []evidenceRow{highest, known(prefix+"average_risk", mean, s.assuming(fmt.Sprintf("On average over the people this chance is %s.", words.About(mean))))}
}

// assuming says what an attacker is taken to do with missing values, if that is not to tell them
// from others.
func (s *evidenceSpec) assuming(meaning string) string {
	if s.Any {
		meaning += " Assumed: a missing value may be any value, and the attacker takes each row that agrees as equally likely and knows nothing of anybody else."
	}
	return meaning
}

// populationRisks are those of somebody who does not know who is in the release.
func (s *evidenceSpec) populationRisks() []evidenceRow {
	switch {
	case s.Population:
		return s.risksOf("population_", "k_map", "journalist_average_risk", "that a person is in the population")
	case s.Fraction:
		return []evidenceRow{
			s.estimated("population_highest_risk", "highest_risk", "benedetti_franconi", "An attacker who does not know who is in the release picks the right person in an estimated %s of cases at most"),
			s.estimated("population_average_risk", "average_risk", "benedetti_franconi", "On average over the people this is an estimated %s"),
			s.estimated("population_uniques", "confirmed_unique_share", "dankar", "An estimated %s of those who are alone here are alone in the population as well"),
		}
	}
	const why = "Not known, since neither population nor fraction is given: it is at most that of the release."
	return []evidenceRow{unknown("population_highest_risk", why), unknown("population_average_risk", why)}
}

// estimated is the row on what a model says of the population, or on what is known of it.
func (s *evidenceSpec) estimated(name, measure, model, meaning string) evidenceRow {
	for _, e := range s.Estimates {
		switch {
		case e.Measure != measure || e.Model != model && e.Model != "known":
		case e.Value != nil:
			return known(name, *e.Value, fmt.Sprintf(meaning, words.Percent(*e.Value))+" (model: "+strings.ReplaceAll(e.Model, "_", ", ")+").")
		case e.Reason != nil:
			return unknown(name, "Not known: "+*e.Reason+".")
		}
	}
	return unknown(name, "Not known.")
}

// shown are the rows on columns without a role, and on exact values in labels.
func (s *evidenceSpec) shown() []evidenceRow {
	var rows []evidenceRow
	if s.Original && len(s.QI) > check.MostOfOriginal {
		rows = append(rows, unknown("exact_values", fmt.Sprintf("Not known: labels of at most %d columns are looked at together.", check.MostOfOriginal)))
	}
	for _, f := range s.SingledOut {
		switch {
		case f.Requirement == "other_columns" && f.Achieved != nil:
			meaning := "Columns that are neither in qi nor sensitive single nobody out."
			if *f.Achieved > 0 {
				meaning = fmt.Sprintf("%s of the people are singled out by columns that are neither in qi nor sensitive.", words.Percent(*f.Achieved))
			}
			rows = append(rows, known("other_columns", *f.Achieved, meaning).against(0, *f.Achieved == 0))
		case f.Requirement == "other_columns_tell" && f.Achieved != nil:
			rows = append(rows, known("other_columns_tell", *f.Achieved, "Columns that are neither in qi nor sensitive "+release.Told(f.Rule)+".").against(0, false))
		case f.Requirement == "people_counted":
			rows = append(rows, counted(&f))
		case f.Requirement == "suppressed_rows" && f.Achieved != nil:
			before, after := call.SuppressedSentence(f.Rule)
			rows = append(rows, known("suppressed_rows", *f.Achieved, fmt.Sprintf("%s%.0f%s", before, *f.Achieved, after)))
		case f.Requirement == "exact_values" && f.Achieved != nil:
			meaning := "No exact value in a label shows anybody to be in the release."
			if *f.Achieved > 0 {
				meaning = fmt.Sprintf("Exact values in labels, such as the ends of ranges, show %s of the people to be in the release.", words.About(*f.Achieved))
			}
			row := known("exact_values", *f.Achieved, meaning)
			if f.Holds != nil {
				row = row.against(people.MostShown, *f.Holds)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// counted is the row on who is counted as a person.
func counted(f *found) evidenceRow {
	switch {
	case f.Achieved == nil:
		return unknown("people_counted", "Not known.")
	case release.IsWeightRule(f.Rule):
		return known("people_counted", *f.Achieved, fmt.Sprintf(
			"The weight looks like a sampling weight: how many people outside of the table somebody stands for. If it is one, %s of the people who are counted are not in the table: leave weight out, as each row is one person, and give it to population_risk as sampling_weight. If it counts people, call it so, such as n.",
			words.About(*f.Achieved))).against(0, false)
	}
	return known("people_counted", *f.Achieved, fmt.Sprintf(
		"Each row is counted as a person, and %s looks like the key of people with several rows: %s of the rows are further rows of somebody, and groups have fewer people than rows. Name it as person, if the release has it.",
		release.PersonKey(f.Rule), words.Percent(*f.Achieved))).against(0, false)
}

// allows reports whether the risk of one in k people is within the limit.
func (l limit) allows(k float64) bool {
	of := new(big.Rat).SetFloat64(k)
	return of != nil && of.Mul(of, exact.Simplest(l.Risk)).Cmp(big.NewRat(1, 1)) >= 0
}

// people is how many a group must have.
func (l limit) people() int64 {
	risk := exact.Simplest(l.Risk)
	least := new(big.Int).Add(risk.Denom(), risk.Num())
	least.Quo(least.Sub(least, big.NewInt(1)), risk.Num()) // rounded up
	if !least.IsInt64() {
		return math.MaxInt64
	}
	return least.Int64()
}

// peopleAre says who, as the subject of a sentence.
func peopleAre(people float64) string {
	if people == 1 {
		return "1 person is"
	}
	return words.Whole(int64(people)) + " people are"
}

// about names the sensitive columns; "" for none.
func (s *evidenceSpec) about() string {
	if len(s.Sensitive) == 0 {
		return ""
	}
	return words.List(s.Sensitive, "sensitive columns")
}

// identifiers says what outsiders may know.
func (s *evidenceSpec) identifiers() string { return words.List(s.QI, "columns of qi") }
