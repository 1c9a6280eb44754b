package papers

// chen is about knowledge in three dimensions.
func chen() Paper {
	return Paper{
		Page:     "chen",
		Title:    "Adversarial-knowledge dimensions",
		Citation: "B.-C. Chen, K. LeFevre, R. Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009)",
		About: "SVPI, MVPI-Set and MVPI-Multiset are `values_per_person := 'one'`, `'set'` and `'multiset'`. (ℓ, k, m) are the parameters `l`, `k`, `m`: " +
			"values that the target does not have, other people whose values are known, relatives. In Table 1b the paper numbers the QI groups: that is the column `g`.",
		Tables: `
CREATE TABLE table_1a AS FROM (VALUES
    ('Ann', 20, 'F', '12345', 'AIDS'), ('Bob', 24, 'M', '12342', 'Flu'), ('Cary', 23, 'F', '12344', 'Flu'), ('Dick', 27, 'M', '12343', 'AIDS'),
    ('Ed', 35, 'M', '12412', 'Flu'), ('Frank', 34, 'M', '12433', 'Cancer'), ('Gary', 31, 'M', '12453', 'Flu'), ('Tom', 38, 'M', '12455', 'AIDS')
) AS t(name, age, gender, zipcode, disease);
CREATE TABLE table_1b AS SELECT name, CASE WHEN age < 30 THEN 1 ELSE 2 END AS g, disease FROM table_1a;
CREATE VIEW group_2 AS FROM table_1b WHERE g = 2;
-- Sect. 3: two groups in which a fifth of the people have AIDS.
CREATE TABLE five AS FROM (VALUES (1, 'Flu', 4), (1, 'AIDS', 1)) AS t(g, disease, people);
CREATE TABLE hundred AS FROM (VALUES (1, 'Flu', 80), (1, 'AIDS', 20)) AS t(g, disease, people);
-- Our own: a group for the skyline of Sect. 4.2, two groups of which the worst case needs both, eight people of whom some have
-- several diseases, identities, and counts for (c, ℓ)-diversity.
CREATE TABLE clinic AS FROM (VALUES (1, 'AIDS', 10), (1, 'Flu', 40), (1, 'Cold', 50)) AS t(g, disease, people);
CREATE TABLE two AS FROM (VALUES ('X', 's', 5), ('X', 'a', 20), ('X', 'b', 2), ('Y', 's', 4), ('Y', 'c', 1), ('Y', 'd', 1), ('Y', 'e', 1), ('Y', 'f', 1)) AS t(g, v, people);
CREATE TABLE several AS FROM (VALUES (1, 1, 'Fever'), (1, 1, 'Flu'), (1, 2, 'Fever'), (1, 3, 'Flu'), (1, 4, 'Flu'), (1, 5, 'Flu'), (1, 6, NULL), (1, 7, NULL), (1, 8, NULL)) AS t(g, person, disease);
CREATE TABLE identities AS SELECT g, 'person ' || row_number() OVER () AS id FROM (VALUES (3), (4), (7)) AS t(g), range(t.g);
CREATE TABLE counts AS FROM (VALUES ('433', 'a', 4), ('433', 'b', 3), ('433', 'c', 3), ('432', 'a', 4), ('432', 'b', 3), ('432', 'c', 2)) AS t(g, v, people);`,
		Numbered: []Series{
			{"Definition", upTo(13)},
			{"Theorem", upTo(4)},
			{"Corollary", []string{""}},
			{"Lemma", upTo(1)},
			{"Proposition", append(upTo(13), "A.1")},
			{"Table", upTo(3)},
			{"Fig.", upTo(9)},
		},
		Sections: []string{"1.1", "2.1", "3", "4.1", "4.2", "5.1", "6.2", "7.1", "8.3", "9", "A.3"},
		Items:    append(chenNumbered, chenSections...),
	}
}

// chenNumbered are the things with a number.
var chenNumbered = []Item{
	{
		Name:      "Definition 1",
		Says:      "What is known where everybody has one value. The example is (2, 3, 1): Flu and Cancer ruled out for Tom make AIDS certain",
		Statement: `SELECT breach FROM skyline_check('group_2', ['g'], 'disease', l := 2, k := 3, m := 1) WHERE value = 'AIDS'`,
		Returns:   "1",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/internal/bruteforce TestBreachProbabilityNamed"},
	},
	{
		Name:      "Definition 2",
		Says:      "What is known where people have several values. The example is Fever at (1, 3, 1). By Sect. 7.1: T = 3/2 · 4/8, V = 2/4",
		Statement: `SELECT breach FROM skyline_check('several', ['g'], 'disease', l := 1, k := 3, m := 1, values_per_person := 'set', person := 'person') WHERE value = 'Fever'`,
		Returns:   "8/11",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestCheckVectors"},
	},
	{
		Name:      "Definition 3",
		Says:      "The basic criterion: the breach probability is below c. At c it is not safe",
		Statement: `SELECT safe FROM skyline_check('hundred', ['g'], 'disease', c := 0.2, weight := 'people') WHERE value = 'AIDS'`,
		Returns:   "false",
		HeldBy:    []string{"engine/breach TestCheckVectors", "tests/sql/check/skyline_check.test"},
	},
	{
		Name: "Definition 4",
		Says: "The skyline criterion: safe at every point. AIDS in Table 1b has 1/2, below 0.6, and 2/3 with another person known, which is not",
		Statement: `SELECT bool_and(safe) FROM skyline_check('table_1b', ['g'], 'disease', ` +
			`skyline := [{'value': 'AIDS', 'k': 0, 'c': 0.6}, {'value': 'AIDS', 'k': 1, 'c': 0.6}])`,
		Returns: "false",
		HeldBy:  []string{"tests/sql/check/skyline_points.test", "engine/breach TestCheckByDefinition"},
	},
	{
		Name:      "Definition 5",
		Says:      "The knowledge skyline: safe beneath it, and nowhere else. By hand: with 2 known or a value ruled out AIDS is certain, with a relative it reaches 3/4",
		Statement: `SELECT (l, k, m)::VARCHAR FROM skyline_find('table_1b', ['g'], 'disease', value := 'AIDS', c := 3/4)`,
		Returns:   "(0, 1, 0)",
		HeldBy:    []string{"engine/breach TestFindByDefinition", "engine/breach TestFindVectors", "tests/sql/check/skyline_find.test"},
	},
	{
		Name:      "Definition 6",
		Says:      "A language expresses a sentence if one of its own is true for the same tables. Two implications express “Flu ∈ Gary[S]”, which is true of half of the tables: so are they",
		Statement: `SELECT DISTINCT table_share FROM sentences_check('table_1b', person := 'name', qi := ['g'], sensitive := 'disease', sentences := ['Gary: AIDS -> Gary: Flu', 'Gary: Cancer -> Gary: Flu'])`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/sentences TestImplications", "engine/sentences TestDefinition", "tests/definitions TestSentencesByEnumeration"},
	},
	{
		Name:      "Definition 7",
		Says:      "A language is impractical if it tells the same of every release, such as that of |S| − 1 implications: everything",
		Statement: `SELECT implications FROM disclosure_check('hundred', ['g'], 'disease', pieces := 1, weight := 'people') WHERE pieces = 1`,
		Returns:   "1",
		HeldBy:    []string{"tests/definitions TestDisclosureByEnumeration"},
	},
	{
		Name:      "Definition 8",
		Says:      "A language practically expresses a sentence if it expresses it and is not impractical: “Flu ∈ Bob[S]” is of the kind k = 1, and that does not tell everything. Two of the three others of group 1 have AIDS",
		Statement: `SELECT breach FROM skyline_check('table_1b', ['g'], 'disease', k := 1) WHERE value = 'AIDS'`,
		Returns:   "2/3",
		HeldBy:    []string{"engine/breach TestCheckByDefinition"},
	},
	{
		Name:      "Definition 9",
		Says:      "Congregation: in a worst case all people who are known are in one group, which the witness names",
		Statement: `SELECT witness.known_group.g FROM skyline_check('two', ['g'], 'v', skyline := [{'value': 's', 'k': 1}], weight := 'people')`,
		Returns:   "Y",
		HeldBy:    []string{"engine/breach TestWitness", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Definition 10",
		Says:      "min NR(g, ℓ, k, m), where all stand in one group: 76/20 · 75/95 here",
		Statement: `SELECT witness.negated_ratio FROM skyline_check('hundred', ['g'], 'disease', k := 4, m := 1, weight := 'people') WHERE value = 'AIDS'`,
		Returns:   "3",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Definition 11, T",
		Says:      "T(g, ℓ, k), the odds against the value for the target alone: T(g, 0, 4) = (100 − 20 − 4)/20",
		Statement: `SELECT witness.target_odds FROM skyline_check('hundred', ['g'], 'disease', k := 4, m := 1, weight := 'people') WHERE value = 'AIDS'`,
		Returns:   "76/20",
		HeldBy:    []string{"engine/breach TestCheckVectors", "engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Definition 11, V",
		Says:      "V(f, m, k), the chance that no relative has it: V(g, 1, 5) = (100 − 20 − 5)/(100 − 5), the target being one of the five",
		Statement: `SELECT witness.families[1].chance FROM skyline_check('hundred', ['g'], 'disease', k := 4, m := 1, weight := 'people') WHERE value = 'AIDS'`,
		Returns:   "75/95",
		HeldBy:    []string{"engine/breach TestFallingRatio", "engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Definition 12",
		Says:      "A release candidate is minimal if it is safe and no group can be divided safely: pairs of two diseases, below 60 %",
		Statement: `SELECT max(size) FROM skyline_anonymize('table_1a', ['age'], 'disease', privacy := {'skyline': [{'c': 0.6}]}, other_columns := 'drop', output := 'groups')`,
		Returns:   "2",
		HeldBy:    []string{"engine/mondrian TestPartition", "tests/release TestRelease"},
	},
	{
		Name: "Definition 13",
		Says: "A criterion is monotonic if merging groups keeps what is safe: Table 1b as one group is no worse for any value",
		Statement: `SELECT bool_and(a.breach <= b.breach) FROM skyline_check('(SELECT * REPLACE (1 AS g) FROM table_1b)', ['g'], 'disease', k := 1) AS a ` +
			`JOIN skyline_check('table_1b', ['g'], 'disease', k := 1) AS b USING (value)`,
		Returns: "true",
		HeldBy:  []string{"engine/breach TestBudgetMerges", "engine/privacy TestMergingKeeps"},
	},
	{
		Name:      "Theorem 1",
		Says:      "All people known, and all relatives, may be taken from one group each. At (1, 0, 2) the target is in X and the relatives are in Y",
		Statement: `SELECT (witness.target_group.g, witness.family_group.g)::VARCHAR FROM skyline_check('two', ['g'], 'v', skyline := [{'value': 's', 'l': 1, 'm': 2}], weight := 'people')`,
		Returns:   "(X, Y)",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram", "engine/breach TestCheckByDefinition"},
	},
	{
		Name:      "Theorem 2",
		Says:      "The breach probability is 1/(1 + min(SS1, SS2 · SS5, SS3 · SS4)). At (1, 0, 1): T = 2/5 in X, V = 1/2 in Y",
		Statement: `SELECT breach FROM skyline_check('two', ['g'], 'v', skyline := [{'value': 's', 'l': 1, 'm': 1}], weight := 'people')`,
		Returns:   "5/6",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestCheckVectors", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Theorem 2, the least",
		Says:      "At (1, 1, 1) all in X have 1/5 · 20/25, all in Y 2/4 · 2/6, target in X and relative in Y 2/5 · 3/7 or, the least, 1/5 · 1/2",
		Statement: `SELECT witness.negated_ratio FROM skyline_check('two', ['g'], 'v', skyline := [{'value': 's', 'l': 1, 'k': 1, 'm': 1}], weight := 'people')`,
		Returns:   "1/10",
		HeldBy:    []string{"engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name: "Theorem 3",
		Says: "With one value a person, merging groups lowers none of T, V, NR. (With several values this is false: Sect. 6.2)",
		Statement: `SELECT bool_and(a.breach <= b.breach) FROM skyline_check('(SELECT * REPLACE (1 AS g) FROM two)', ['g'], 'v', l := 1, k := 2, m := 1, weight := 'people') AS a ` +
			`JOIN skyline_check('two', ['g'], 'v', l := 1, k := 2, m := 1, weight := 'people') AS b USING (value)`,
		Returns: "true",
		HeldBy:  []string{"engine/breach TestBudgetMerges", "engine/privacy TestMergingKeeps"},
	},
	{
		Name: "Theorem 4",
		Says: "SkylineAnonymize makes a safe release candidate, minimal where everybody has one value. The paper does not check the whole table first; here it is refused if it is unsafe",
		Statement: `SELECT bool_and(safe) FROM skyline_check('(FROM skyline_anonymize(''table_1a'', [''age''], ''disease'', privacy := {''skyline'': [{''c'': 0.6}]}, other_columns := ''drop''))', ` +
			`['group_id'], 'disease', c := 0.6)`,
		Returns: "true",
		HeldBy:  []string{"engine/mondrian TestPartition", "tests/release TestRelease"},
	},
	{
		Name:      "Corollary",
		Says:      "With one value a person both criteria are monotonic: releases are searched by splitting, and stop where a split is unsafe",
		Statement: `SELECT holds FROM release_check('(SELECT 1 AS g, disease FROM table_1b)', ['g'], 'disease', {'skyline': [{'k': 1, 'c': 0.7}]}) WHERE requirement = 'skyline'`,
		Returns:   "true",
		HeldBy:    []string{"engine/privacy TestMergingKeeps", "engine/fulldomain TestSearch"},
	},
	{
		Name:      "Lemma 1",
		Says:      "The breach probability is 1/(NR + 1). In group 2 three people lack AIDS and one has it: NR = 3",
		Statement: `SELECT witness.negated_ratio FROM skyline_check('group_2', ['g'], 'disease') WHERE value = 'AIDS'`,
		Returns:   "3",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name:      "Proposition 1",
		Says:      "Groups are independent, so NR is a product over groups: (27 − 5 − 20)/5 of X and 4/8 of Y",
		Statement: `SELECT witness.target_odds * witness.families[1].chance FROM skyline_check('two', ['g'], 'v', skyline := [{'value': 's', 'l': 1, 'm': 1}], weight := 'people')`,
		Returns:   "1/5",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestWitnessNumbers", "tests/definitions TestWitnessNumbers", "tests/sql/check/witness.test"},
	},
	{
		Name: "Proposition 2",
		Says: "With several values a person, values are independent: who has the flu does not matter to Fever",
		Statement: `SELECT a.breach = b.breach FROM skyline_check('several', ['g'], 'disease', k := 3, m := 1, values_per_person := 'set', person := 'person') AS a ` +
			`JOIN skyline_check('(SELECT * REPLACE (nullif(disease, ''Flu'') AS disease) FROM several)', ['g'], 'disease', k := 3, m := 1, values_per_person := 'set', person := 'person') AS b USING (value) ` +
			`WHERE value = 'Fever'`,
		Returns: "true",
		HeldBy:  []string{"engine/breach TestCheckByDefinition"},
	},
	{
		Name:      "Proposition 3",
		Says:      "k-anonymity is the criterion at (0, k − 2, 0) with c = 1 for identities. Groups of 3, 4 and 7 people are 3-anonymous, and 4-anonymous but for 3 of them",
		Statement: `SELECT count(*) FROM skyline_check('identities', ['g'], 'id', k := 2, c := 1.0) WHERE NOT safe`,
		Returns:   "3",
		HeldBy:    []string{"engine/breach TestProposition3", "tests/sql/check/paper.test"},
	},
	{
		Name:      "Proposition 4",
		Says:      "(c, ℓ)-diversity is the criterion at (ℓ − 2, 0, 0) with c/(c + 1). For c = 2, ℓ = 3: 4 < 2 · 3 holds, 4 < 2 · 2 does not",
		Statement: `SELECT string_agg(DISTINCT witness.target_group.g, ' ') FROM skyline_check('counts', ['g'], 'v', l := 1, c := 2/3, weight := 'people') WHERE NOT safe`,
		Returns:   "432",
		HeldBy:    []string{"engine/breach TestProposition4", "tests/sql/check/paper.test"},
	},
	{
		Name:      "Proposition 5",
		Says:      "No number of implications practically expresses “σ ∈ u[S]”: it takes |S| − 1 of them, which tell everything. Table 1b has three values",
		Statement: `SELECT implications FROM disclosure_check('table_1b', ['g'], 'disease', pieces := 2) WHERE pieces = 2`,
		Returns:   "1",
		HeldBy:    []string{"tests/definitions TestDisclosureByEnumeration"},
	},
	{
		Name: "Proposition 6",
		Says: "The people known are in the target's group, or in that of the relatives",
		Statement: `SELECT witness.known_group IN (witness.target_group, witness.family_group) FROM skyline_check('two', ['g'], 'v', ` +
			`skyline := [{'value': 's', 'l': 1, 'k': 1, 'm': 1}], weight := 'people')`,
		Returns: "true",
		HeldBy:  []string{"engine/breach TestCheckByDynamicProgram", "engine/breach TestWitness"},
	},
	{
		Name:      "Proposition 7",
		Says:      "SkylineCheck is right, and scans the table once for all points",
		Statement: `go run ./ext/skyline -plan "FROM skyline_check('patients', qi := ['age'], sensitive := 'disease')"`,
		Returns:   "one aggregate over one scan",
		HeldBy:    []string{"engine/breach TestCheckManyGroups", "tests TestPlans"},
	},
	{
		Name:      "Proposition 8",
		Says:      "For the proof of Theorem 1: a product of two falling sequences is least at an end. If that were false, the dynamic program, which tries all, would find less",
		Statement: `go test ./engine/breach -run TestCheckByDynamicProgram`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram"},
	},
	{
		Name:      "Proposition 9",
		Says:      "The same for relatives, of whom the values are multisets",
		Statement: `go test ./engine/breach -run TestCheckByDynamicProgram`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram"},
	},
	{
		Name:      "Proposition 10",
		Says:      "The same for people known, of whom each has one value or a set",
		Statement: `go test ./engine/breach -run TestCheckByDynamicProgram`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram"},
	},
	{
		Name:      "Proposition 11",
		Says:      "The same for people known, with multisets. The printed proof has a slip (D increases), the proposition stands",
		Statement: `go test ./engine/breach -run TestCheckByDynamicProgram`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram"},
	},
	{
		Name:      "Proposition 12",
		Says:      "For the proof of Theorem 3: a mean of two fractions lies between them. If that were false, merging could raise a breach probability",
		Statement: `go test ./engine/breach -run TestBudgetMerges`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestBudgetMerges", "engine/privacy TestMergingKeeps"},
	},
	{
		Name:      "Proposition 13",
		Says:      "For the same proof: inequalities of fractions with one subtracted",
		Statement: `go test ./engine/breach -run TestBudgetMerges`,
		Returns:   "ok",
		HeldBy:    []string{"engine/breach TestBudgetMerges", "engine/privacy TestMergingKeeps"},
	},
	{
		Name:      "Proposition A.1",
		Says:      "Whether any sentence can be true of a release is NP-complete, even of one group. The three kinds of knowledge have closed forms: 40 million people known are no harder than four",
		Statement: `SELECT breach FROM skyline_check('(SELECT g, disease, people * 1000000 AS people FROM hundred)', ['g'], 'disease', k := 40000000, weight := 'people') WHERE value = 'AIDS'`,
		Returns:   "1/3",
		HeldBy:    []string{"engine/breach TestCheckHugeFamilies", "engine/breach TestBillionPeople"},
	},
	{
		Name:      "Table 1, (a)",
		Says:      "The original: everybody is alone with their age, gender and zip code",
		Statement: `SELECT value FROM privacy_measures('table_1a', ['age', 'gender', 'zipcode'], 'disease') WHERE measure = 'uniques' AND attribute IS NULL`,
		Returns:   "8",
		HeldBy:    []string{"engine/internal/paperdata TestChenTable1"},
	},
	{
		Name:      "Table 1, (b)",
		Says:      "The release candidate: two groups of four people. Splitting by 4-anonymity makes the same two",
		Statement: `SELECT string_agg(size, ' ') FROM skyline_anonymize('table_1a', ['age', 'gender', 'zipcode'], privacy := {'k_anonymity': 4}, other_columns := 'drop', output := 'groups')`,
		Returns:   "4 4",
		HeldBy:    []string{"engine/internal/paperdata TestChenTable1", "tests/sql/check/paper.test"},
	},
	{
		Name:      "Table 2",
		Says:      "The knowledge skyline of Exec-managerial in a (3, 6)-diverse release of Adult: seven points, six of which come out",
		Statement: `go run ./tests/experiments table2`,
		HeldBy:    []string{"engine/breach TestFindByDefinition", "tests/experiments TestTable2"},
	},
	{
		Name:      "Table 3",
		Says:      "Value-centric criteria keep more of Adult than attribute-centric ones",
		Statement: `go run ./tests/experiments table3`,
		HeldBy:    []string{"engine/utility TestAgainstDefinition", "tests/experiments TestTable3"},
	},
	{
		Name:      "Fig. 1",
		Says:      "The framework: a release and knowledge make a probability. Without Flu, one of two people has AIDS",
		Statement: `SELECT breach FROM skyline_check('group_2', ['g'], 'disease', l := 1) WHERE value = 'AIDS'`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/internal/bruteforce TestPrintedInferences"},
	},
	{
		Name: "Fig. 2",
		Says: "Privacy skylines (1, 5, 2), and {(1, 1, 5), (1, 3, 4), (1, 5, 2)} at 50 %",
		Statement: `SELECT bool_and(safe) FROM skyline_check('clinic', ['g'], 'disease', weight := 'people', ` +
			`skyline := [{'value': 'AIDS', 'l': 1, 'k': 1, 'm': 5}, {'value': 'AIDS', 'l': 1, 'k': 3, 'm': 4}, {'value': 'AIDS', 'l': 1, 'k': 5, 'm': 2}])`,
		Returns: "true",
		HeldBy:  []string{"tests/sql/check/skyline_points.test", "engine/breach TestMonotone"},
	},
	{
		Name:      "Fig. 3",
		Says:      "SkylineCheck. At 50 %, AIDS and Flu are unsafe in Table 1b; they have 1/2 in group 1",
		Statement: `SELECT string_agg(value, ' ') FROM skyline_check('table_1b', ['g'], 'disease') WHERE NOT safe`,
		Returns:   "AIDS Flu",
		HeldBy:    []string{"engine/breach TestCheckByDefinition", "engine/breach TestCheckVectors", "tests/definitions TestBreachVectors"},
	},
	{
		Name:      "Fig. 4",
		Says:      "SkylineAnonymize: split as long as the skyline holds. Below 60 %, the eight people of Table 1a make four pairs",
		Statement: `SELECT count(DISTINCT group_id) FROM skyline_anonymize('table_1a', ['age'], 'disease', privacy := {'skyline': [{'c': 0.6}]}, other_columns := 'drop')`,
		Returns:   "4",
		HeldBy:    []string{"engine/mondrian TestPartition", "tests/release TestRelease", "tests/sql/release/skyline_anonymize.test"},
	},
	{
		Name:      "Fig. 5",
		Says:      "SkylineFind. The printed one does not always end, and both “> c” must be “≥ c”: 1/2 at c = 1/2 has no point",
		Statement: `SELECT safe FROM skyline_find('table_1b', ['g'], 'disease', value := 'AIDS', c := 0.5)`,
		Returns:   "false",
		HeldBy:    []string{"engine/breach TestFindByDefinition", "engine/breach TestFindTie", "tests/sql/check/counterexamples.test"},
	},
	{
		Name:      "Fig. 6",
		Says:      "SkylineCheck is 140 times as fast as the dynamic program, and more with more people known",
		Statement: `go test ./engine/breach -run '^$' -bench Figure6`,
		Returns:   "[165 to 260 times](../../tests/benchmarks/README.md)",
		HeldBy:    []string{"engine/breach TestCheckByDynamicProgram"},
	},
	{
		Name:      "Fig. 7",
		Says:      "SkylineAnonymize of tables larger than memory",
		Statement: `go run ./tests/experiments fig7`,
		HeldBy:    []string{"engine/mondrian TestPartition", "tests/release TestRelease"},
	},
	{
		Name:      "Fig. 8",
		Says:      "Group size and divergence of Adult by ℓ, k and m",
		Statement: `go run ./tests/experiments fig8`,
		HeldBy:    []string{"tests/experiments TestFig8", "engine/utility TestAgainstDefinition"},
	},
	{
		Name:      "Fig. 9",
		Says:      "Accuracy on Nursery by ℓ, k and m",
		Statement: `go run ./tests/experiments fig9`,
		HeldBy:    []string{"tests/experiments TestFig9", "engine/tree TestRootAgainstDefinition"},
	},
}
