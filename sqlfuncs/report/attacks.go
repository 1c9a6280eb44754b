package report

import (
	"fmt"

	"skyline/sqlfuncs/attackers"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// attackFound is a row of an attack as JSON has it; Attribute is the sensitive column that is guessed.
type attackFound struct {
	Attribute string   `json:"attribute"`
	Measure   string   `json:"measure"`
	Value     *float64 `json:"value"`
	People    *int64   `json:"people"`
	Meaning   string   `json:"meaning"`
}

// How long attack_inference learns for a page: with its own limits it takes 45 s of processor time for
// 200,000 people of 14 occupations, with these 2 s, and is as often right.
const (
	learningRounds = 5
	learningSteps  = 100
)

// addAttacks runs the attacks on the release. They need the original, and a row for each person.
func (r *reportCall) addAttacks(p *sqltext.Plan, job *sqltext.Job) error {
	switch {
	case r.original == "":
		return nil
	case r.person != "" || r.spec.Several:
		r.page.NoAttacks = "they are about tables with a row for each person"
		job.Spec = r.page
		return nil
	}
	tables := func(more map[string]any) map[string]any {
		for _, name := range []string{"release", "original", "hierarchies", "weight"} {
			more[name] = r.Arguments[name]
		}
		return more
	}
	linkage, err := attackers.Linkage(r.Call, tables(map[string]any{"qi": r.Arguments["qi"], "suppressed_rows": r.Arguments["suppressed_rows"]}))
	if err != nil {
		return err
	}
	p.Keep("__skyline_attack_linkage", "how many people can be linked with their row", "SELECT '' AS attribute, measure, value, people, meaning FROM "+linkage)
	var guessed []sqltext.SQL
	for _, name := range r.sensitive {
		inference, err := attackers.Inference(r.Call, tables(map[string]any{"known": r.Arguments["qi"], "sensitive": name, "max_rounds": whole(learningRounds), "max_steps": whole(learningSteps)}))
		if err != nil {
			return err
		}
		guessed = append(guessed, sqltext.Fill("SELECT {name} AS attribute, measure, value, people, meaning FROM {inference} WHERE sensitive_value IS NULL AND NOT ends_with(measure, 'of_value')",
			sqltext.Args{"name": sqltext.Text(name), "inference": inference}))
	}
	finite := func(member string, cte sqltext.SQL) sqltext.Member {
		return sqltext.Member{Name: member, Value: "(SELECT list(x) FROM " + cte + " AS x)"}
	}
	job.Data = append(job.Data, finite("linkage", "__skyline_attack_linkage"))
	if guessed != nil {
		p.Keep("__skyline_attack_inference", "how often somebody is right who learns from the release", sqltext.Join("\nUNION ALL\n", guessed...))
		job.Data = append(job.Data, finite("inference", "__skyline_attack_inference"))
	}
	return nil
}

// attacks are those that were run, and what they achieved beside guessing.
func (s *pageSpec) attacks() (all []page.Attack) {
	people, _, _ := s.groups()
	if s.NoAttacks != "" {
		return []page.Attack{{Name: "None", Meaning: "The attacks of attack_linkage and attack_inference were not run: " + s.NoAttacks + "."}}
	}
	if people == 0 {
		return nil
	}
	known := s.Evidence.identifiers()
	if len(s.Linkage) > 0 {
		a := page.Attack{Name: "Finding somebody's row (attack_linkage)"}
		if why := notRun(s.Linkage); why != "" {
			a.Meaning = why
		} else {
			a.Right, a.Guessing = share(s.Linkage, "correct"), words.Percent(1/float64(people))
			a.Meaning = fmt.Sprintf("The attacker knows %s of everybody, and takes one of the rows that match. %s", known, matched(s.Linkage))
		}
		all = append(all, a)
	}
	for _, name := range s.Evidence.Sensitive {
		var of []attackFound
		for _, f := range s.Inference {
			if f.Attribute == name {
				of = append(of, f)
			}
		}
		a := page.Attack{Name: "Guessing " + name + " (attack_inference)"}
		switch why := notRun(of); {
		case len(of) == 0:
			continue
		case why != "":
			a.Meaning = why
		default:
			a.Right, a.Guessing = share(of, "success"), share(of, "most_frequent")
			a.Meaning = fmt.Sprintf("The attacker knows %s of everybody, and learns from the release how they go with %s, in at most %d rounds. The most frequent value of each group is right for %s of the people. Guessing is to take the most frequent value of all.",
				known, name, learningRounds, share(of, "by_group"))
		}
		all = append(all, a)
	}
	return all
}

// rowOf returns the row of a measure, nil if there is none.
func rowOf(rows []attackFound, measure string) *attackFound {
	for i := range rows {
		if rows[i].Measure == measure {
			return &rows[i]
		}
	}
	return nil
}

// notRun says why an attack was not run, "" if it was.
func notRun(rows []attackFound) string {
	if f := rowOf(rows, "not_run"); f != nil {
		return "It could not be run: " + f.Meaning + "."
	}
	return ""
}

// share is the value of a measure in words.
func share(rows []attackFound, measure string) string {
	if f := rowOf(rows, measure); f != nil && f.Value != nil {
		return words.Percent(*f.Value)
	}
	return "not known"
}

// matched says how many people match exactly one row.
func matched(rows []attackFound) string {
	f := rowOf(rows, "one_match")
	if f == nil || f.People == nil {
		return ""
	}
	switch *f.People {
	case 0:
		return "Nobody matches exactly one row."
	case 1:
		return "1 person matches exactly one row."
	}
	return words.Whole(*f.People) + " people match exactly one row."
}
