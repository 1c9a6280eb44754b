package page

import (
	"fmt"
	"math"
	"strings"
)

// The reports of golden pages. Their numbers are made up.

func yes() *bool { return new(true) }
func no() *bool  { return new(false) }

// threeColumns is a report on a release that holds what was required.
func threeColumns() *Report {
	return &Report{
		Title:   "Release report: discharges of 2025",
		Outcome: Holds,
		Heading: "All requirements hold",
		Verdict: []string{
			"All 3 requirements hold for all 1,996 people of the release.",
			"Somebody who knows a patient's age and place, and the diagnoses of up to 6 other patients, stays below 50 % when they guess who has HIV.",
		},
		Facts: []Fact{
			{"Table", "discharges_public"}, {"Made from", "discharges"}, {"People", "1,996"}, {"Left out", "4 people (0.2 %)"}, {"Rows", "1,996"}, {"Groups", "228"},
		},
		Columns: []Column{
			{"age", "VARCHAR", "known to outsiders (quasi-identifier)"},
			{"zip", "VARCHAR", "known to outsiders (quasi-identifier)"},
			{"diagnosis", "VARCHAR", "must not be learned (sensitive)"},
		},
		Plan: []string{"The release was made by this plan, as its certificate says."},
		Setting: []Stated{
			{"Recipient", "The university's school of public health", Decision{By: "Dr. Ann Roe", On: "2026-11-03"}},
			{"Release model", "controlled", Decision{}},
			{"Controls", "No copy leaves the school; no linking with other tables; both are in the contract.", Decision{By: "legal", Reason: "as in the contracts before"}},
			{"Other releases", "", Decision{}},
			{"Attackers", "A student who was a patient, or knows one, with the register of residents", Decision{}},
			{"Valid until", "2028-12-31", Decision{}},
			{"Residual risk", "", Decision{}},
			{"How the plan was chosen", "by types and counts of values alone", Decision{}},
		},
		Treatments: []Treatment{
			{"patient", "names or numbers people or rows", "dropped", "", "", Decision{}},
			{"age", "others may know it", "ranges or sets of values, from 90 on as one", "neighbours", "the register of residents", Decision{By: "Dr. Ann Roe", On: "2026-11-03", Reason: "needed by cohort"}},
			{"zip", "others may know it", "first 3, then 2 characters", "everybody who sees the address", "", Decision{}},
			{"diagnosis", "must not be learnt", "as it is", "the ward", "", Decision{Reason: "it is what is studied"}},
		},
		Requirements: []Requirement{
			{"k-anonymity", "5", "5", yes(), "Everybody is equal to at least 4 others in age and place."},
			{"max. share", "0.6", "0.5714", yes(), "In no group do more than 60 % have the same diagnosis."},
			{"skyline: HIV, k = 6", "0.5", "0.4545", yes(), "Whoever knows the diagnoses of 6 others stays below 50 % for HIV."},
		},
		Worst: []string{
			"Somebody looks for a neighbour. They know that she was discharged in 2025, is between 30 and 39, and lives in 545**.",
			"11 patients are like that, and 2 of them have HIV: without knowing more, a guess is right in 18 % of all cases. Whoever knows the diagnoses of 6 of the others, none of them HIV, is left with 5 patients, and with 40 %; with one relative of hers it becomes 45 %.",
			"No other group is worse.",
		},
		Evidence: []Evidence{
			{"utility", "information kept", "0.62", "", nil, "62 % of the detail of age and place is left."},
			{"singling_out", "smallest group", "5", "5", yes(), "Nobody can be told from at least 4 others."},
			{"singling_out", "unique people", "0", "0", yes(), "Nobody is alone with their age and place."},
			{"linkability", "people matched to one record", "0 %", "", nil, "Of those who know the original, none finds one record for one person."},
			{"inference", "largest share of a diagnosis", "0.5714", "0.6", yes(), "The best guess in the worst group."},
			{"inference", "t-closeness", "0.31", "", nil, "How far a group's diagnoses are from everybody's."},
		},
		Attacks: []Attack{
			{"Finding somebody's row", "11.4 %", "0.05 %", "The attacker knows age and zip of everybody, and takes one of the rows that match. Nobody matches exactly one row."},
			{"Guessing diagnosis", "", "", "It could not be run: release must have groups whose labels lie apart."},
		},
		About: "HIV",
		Surface: []Curve{
			{"rules out nothing", []float64{0.1818, 0.2, 0.2222, 0.25, 0.2857, 0.3333, 0.4, 0.5, 0.6667}},
			{"rules out 1 value", []float64{0.25, 0.2857, 0.3333, 0.3636, 0.4, 0.4444, 0.4545, 0.6667, 1}},
		},
		Limit: 0.5,
		Skyline: []Stairs{
			{"rules out nothing", []int64{0, 2, 4, 6}, []int64{4, 3, 1, 0}},
			{"rules out 1 value", []int64{0, 3, 6}, []int64{2, 1, 0}},
		},
		Groups:       []GroupSize{{5, 81}, {6, 46}, {7, 33}, {8, 19}, {9, 12}, {10, 9}, {11, 8}, {12, 5}, {14, 6}, {21, 4}, {33, 3}, {145, 1}, {174, 1}},
		GroupsBefore: []GroupSize{{1, 902}, {2, 288}, {3, 91}, {4, 38}, {5, 12}, {6, 4}, {7, 1}},
		Smallest:     5,
		Losses: []Loss{
			{"age", 0.38, hill(73, 60), each(203, 377, 421, 402, 331, 180, 82), []string{"20–29", "30–39", "40–49", "50–59", "60–69", "70–79", "80–93"}},
			{"zip", 0.62, hill(41, 90), each(731, 645, 620), []string{"535**", "545**", "546**"}},
			{"diagnosis", 0, each(610, 512, 388, 301, 137, 52), each(609, 511, 387, 301, 136, 52), []string{"Flu", "Fracture", "Asthma", "Diabetes", "Cancer", "HIV"}},
		},
		Made: "CREATE TABLE discharges_public AS FROM skyline_anonymize('discharges', qi := ['age', 'zip'], sensitive := 'diagnosis', person := 'patient',\n    privacy := {'k_anonymity': 5, 'max_share': 0.6});",
		Checks: []string{
			"FROM release_check('discharges_public', qi := ['age', 'zip'], sensitive := 'diagnosis',\n    privacy := {'k_anonymity': 5, 'max_share': 0.6, 'skyline': [{'value': 'HIV', 'k': 6, 'c': 0.5}]});",
			"FROM skyline_surface('discharges_public', qi := ['age', 'zip'], sensitive := 'diagnosis', value := 'HIV', max_l := 1, max_k := 8, max_m := 0);",
			"FROM release_utility('discharges', 'discharges_public', qi := ['age', 'zip']);",
		},
		NotCovered: []string{
			"Other releases of the same people: each may be safe, and all of them together not.",
			"Whoever knows more than is counted here, or how the release was chosen, may become surer.",
			"That somebody is in the table at all. If that is a secret, ask presence_check.",
		},
		Versions: []Fact{
			{"Skyline", "0.1.0"},
			{"DuckDB", "1.5.5"},
			{"Release, SHA-256", "4b5cf0fd2f0c1f6a5c8a3f1b1d1e0f5b0a9c6d7e8f90123456789abcdef01234"},
			{"Original, SHA-256", "9e107d9d372bb6826bd81d3542a419d6e277d6d0b3c2a1908f7e6d5c4b3a2918"},
		},
	}
}

// hill returns counts that rise and fall again.
func hill(n int, top float64) Values {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(top*math.Sin(math.Pi*(float64(i)+0.5)/float64(n))) + int64(i*7%5)
	}
	return each(out...)
}

// each is values of so many people each.
func each(people ...int64) Values { return Values{int64(len(people)), people} }

// thirtyColumns is a report on a release that does not hold what was required, with much of
// all, and long names.
func thirtyColumns() *Report {
	long := strings.Repeat("how_long_can_a_name_be_", 5)[:100]
	r := &Report{
		Title:   "Release report: census of households, wave 7",
		Outcome: NotMet,
		Heading: "Not all requirements hold",
		Verdict: []string{
			"2 of 9 requirements do not hold.",
			"12 people are in groups of fewer than 20, and whoever knows 3 others of a household can become certain of somebody's income.",
		},
		Facts:    []Fact{{"Table", "public.census_wave_7_release"}, {"Made from", "census_wave_7"}, {"People", "1,284,310"}, {"Left out", "nobody"}, {"Rows", "3,110,448"}, {"Groups", "41,212"}, {"Weight", "household_weight"}},
		Limit:    0.8,
		About:    "income",
		Smallest: 20,
		Made:     "CREATE TABLE discharges_public AS FROM skyline_anonymize('discharges', qi := ['age', 'zip'], sensitive := 'diagnosis', person := 'patient',\n    privacy := {'k_anonymity': 5, 'max_share': 0.6});",
		Checks: []string{
			"FROM release_check('public.census_wave_7_release', qi := [" + strings.Repeat("'a_column_of_the_census', ", 28) + "'" + long + "'], sensitive := 'income', person := 'household_member', privacy := {'k_anonymity': 20});",
			"SELECT " + strings.Repeat("x", 400) + ";",
		},
		NotCovered: []string{"Other waves of the same census.", "Whoever knows how the release was chosen.", "Columns that are free text: they were not read."},
		Versions:   []Fact{{"Skyline", "0.1.0"}, {"DuckDB", "1.5.5"}, {"Release, SHA-256", strings.Repeat("0123456789abcdef", 4)}, {"Recipe, SHA-256", strings.Repeat("fedcba9876543210", 4)}},
		Worst: []string{
			"Somebody looks for a person of whom they know age, region, number of children, and 24 other things. 3 people of the release are like that.",
			"They know the incomes of two of these three. One sentence is enough: “if he earns as much as his brother, so does she”. From then on they are certain of the third.",
		},
	}
	for i := range 30 {
		c := Column{fmt.Sprintf("attribute_%02d", i+1), "INTEGER", "known to outsiders (quasi-identifier)"}
		switch i {
		case 4:
			c.Name, c.Type = long, "STRUCT(a INTEGER, b VARCHAR, c TIMESTAMP WITH TIME ZONE)"
		case 9:
			c.Name, c.Role = "Höhe über dem Meer <in m> & \"mehr\"", "not released"
		case 29:
			c.Name, c.Type, c.Role = "income", "DECIMAL(18,2)", "must not be learned (sensitive)"
		}
		r.Columns = append(r.Columns, c)
		r.Treatments = append(r.Treatments, Treatment{Name: c.Name, Role: "others may know it", Done: "ranges or sets of values", KnownTo: strings.Repeat("x", 10*(i%3))})
		loss := Loss{Name: c.Name, Share: float64(i) / 29, Before: hill(10+i*i*11, 900), After: hill(1+30-i, 4000)}
		if i == 9 {
			loss.Share, loss.After = math.NaN(), Values{}
		}
		if i == 29 {
			loss.Before, loss.After = hill(3, 400000), each(1284310)
			loss.Labels = []string{"*"}
		}
		r.Losses = append(r.Losses, loss)
	}
	for i := range 9 {
		q := Requirement{fmt.Sprintf("skyline: income, k = %d", i), "0.8", fmt.Sprintf("%.4f", 0.5+float64(i)/25), yes(), fmt.Sprintf("Whoever knows the incomes of %d others stays below 80 %%.", i)}
		if i == 0 {
			q = Requirement{"k-anonymity", "20", "3", no(), "Everybody should be equal to at least 19 others; somebody is equal to 2 only. This is the smallest group of all, and the one that the story below is about."}
		}
		if i >= 7 {
			q.Achieved, q.Holds = "1", no()
		}
		r.Requirements = append(r.Requirements, q)
	}
	for i := range 26 {
		criterion := []string{"inference", "utility", "singling out", "linkability", "something else"}[i%5]
		e := Evidence{criterion, fmt.Sprintf("measure %d of %s", i+1, criterion), fmt.Sprintf("%.3f", float64(i)/26), "0.9", yes(), "What it means is said in a sentence that may take more than one line of the table."}
		switch {
		case criterion == "utility":
			e.Threshold, e.Holds = "", nil
		case i == 25:
			e.Holds = no()
		case i == 7:
			e.Threshold, e.Holds, e.Value = "", nil, "infinity"
		}
		r.Evidence = append(r.Evidence, e)
	}
	for l := range 5 {
		c := Curve{Name: fmt.Sprintf("rules out %d incomes of all that there are", l)}
		for k := range 200 {
			c.Breach = append(c.Breach, 1-math.Exp(-float64(k+1)*(1+float64(l))/120)*0.98)
		}
		r.Surface = append(r.Surface, c)
		s := Stairs{Name: c.Name}
		for k := range int64(40 - 8*l) {
			s.K, s.M = append(s.K, 3*k), append(s.M, int64(40-8*l)-k-1)
		}
		r.Skyline = append(r.Skyline, s)
	}
	r.Skyline = append(r.Skyline, Stairs{Name: "rules out all other incomes"})
	r.Setting = []Stated{{"Recipient", strings.Repeat("everybody who asks for it, ", 40) + long, Decision{By: long, On: "today", Reason: long}}}
	r.Attacks = []Attack{{"Guessing " + long, "100 %", "not known", "The attacker knows 29 columns of everybody."}}
	for size := range int64(4000) {
		r.Groups = append(r.Groups, GroupSize{size + 3, 40000 / (size + 1) / (size/40 + 1)})
	}
	return r
}
