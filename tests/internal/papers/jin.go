package papers

// jin is about many rules at once.
func jin() Paper {
	return Paper{
		Page:     "jin",
		Title:    "Versatile publishing",
		Citation: "X. Jin, M. Zhang, N. Zhang, G. Das, “Versatile publishing for privacy preservation”, KDD 2010",
		About: "A rule {lhs} ↛ rhs says that an attacker who knows the left side must not learn the right side. `rules` are Rules 1 to 3 of the running example; `table_3` and `table_4` are the schemas of Tables 3 and 4. " +
			"The paper's ICD-9-CM is `icd`, its zipcode `zip`. The privacy guarantee is ℓ-diversity.",
		Tables: `
CREATE TABLE patients AS FROM (VALUES (111111, 37, 'F', 71000, 'asian', 'HIV'), (111111, 71, 'M', 72000, 'white', 'diabetes'), (222222, 55, 'F', 73000, 'black', 'diabetes'),
    (222222, 37, 'F', 74000, 'white', 'flu'), (333333, 23, 'M', 71000, 'black', 'alcoholism'), (333333, 37, 'M', 72000, 'white', 'HIV')) AS t(hospital, age, gender, zip, race, icd);
SET VARIABLE rules = [{'lhs': ['age', 'icd'], 'rhs': 'race'}, {'lhs': ['gender', 'icd'], 'rhs': 'zip'}, {'lhs': ['hospital', 'race'], 'rhs': 'zip'}];
SET VARIABLE table_2 = [{'attributes': ['age', 'icd', 'race'], 'lhs': ['age', 'icd'], 'rhs': 'race'}, {'attributes': ['gender', 'icd', 'zip'], 'lhs': ['gender', 'icd'], 'rhs': 'zip'},
    {'attributes': ['hospital', 'race', 'zip'], 'lhs': ['hospital', 'race'], 'rhs': 'zip'}];
SET VARIABLE table_3 = [{'attributes': ['hospital', 'age', 'gender', 'icd'], 'lhs': NULL, 'rhs': NULL}, {'attributes': ['race', 'zip'], 'lhs': ['race'], 'rhs': 'zip'}];
SET VARIABLE table_4 = [{'attributes': ['gender', 'icd', 'hospital'], 'lhs': ['icd', 'gender'], 'rhs': 'hospital'}, {'attributes': ['age', 'hospital', 'zip'], 'lhs': ['hospital'], 'rhs': 'zip'},
    {'attributes': ['age', 'hospital', 'gender', 'race'], 'lhs': ['age', 'hospital', 'gender'], 'rhs': 'race'}, {'attributes': ['age', 'zip'], 'lhs': NULL, 'rhs': NULL}];
SET VARIABLE uad = (SELECT list({'attributes': attributes, 'lhs': lhs, 'rhs': rhs} ORDER BY table_no) FROM gnf_decompose('patients', getvariable('rules')));
-- Our own: two protected columns in all combinations, for App. B.
CREATE TABLE square AS SELECT i AS id, i % 2 AS s, i // 2 % 2 AS t FROM range(8) AS r(i);`,
		Numbered: []Series{
			{"Definition", upTo(5)},
			{"Theorem", []string{"3.1", "3.2", "4.1", "5.1"}},
			{"Corollary", []string{"3.1.1"}},
			{"Lemma", upTo(2)},
			{"Algorithm", upTo(3)},
			{"Table", upTo(5)},
			{"Fig.", upTo(10)},
		},
		Sections: []string{"1.1", "1.2", "1.3", "3", "4.1", "5.1", "5.4", "B"},
		Items:    jinItems,
	}
}

var jinItems = []Item{
	{
		Name: "Definition 1",
		Says: "Kifer's privacy measure: beliefs before and after are close. Here it is ℓ-diversity: of six zips in groups of two, no value is more than one in two",
		Statement: `SELECT achieved FROM release_check('(FROM gnf_table(''patients'', getvariable(''rules''), 1))', ['group_id'], 'zip', {'max_share': 0.5}, other_columns := 'keep') ` +
			`WHERE requirement = 'max_share'`,
		Returns: "1/2",
		HeldBy:  []string{"tests/definitions TestPublishedBound", "tests/definitions TestAdversaryBound", "engine/versatile TestDraw"},
	},
	{
		Name:      "Definition 2",
		Says:      "Irreducibility: of A1 ↛ A3 and {A1, A2} ↛ A3 the second is enough",
		Statement: `SELECT rule_no FROM gnf_rules([{'lhs': ['A1'], 'rhs': 'A3'}, {'lhs': ['A1', 'A2'], 'rhs': 'A3'}]) WHERE kept`,
		Returns:   "2",
		HeldBy:    []string{"engine/guardian TestReduce", "engine/guardian TestReduceOracle", "tests/sql/gnf/gnf_rules.test"},
	},
	{
		Name:      "Definition 3",
		Says:      "Reachability: a path of tables that share attributes. With T_1* and T_2* of Table 4 ICD-9-CM reaches the zip code, through the hospital",
		Statement: `SELECT path FROM gnf_check([{'attributes': ['gender', 'icd', 'hospital']}, {'attributes': ['age', 'hospital', 'zip']}], [{'lhs': ['icd'], 'rhs': 'zip'}])`,
		Returns:   "icd -[1]- hospital -[2]- zip",
		HeldBy:    []string{"engine/guardian TestCheckOracle", "engine/guardian TestCheckSmall"},
	},
	{
		Name:      "Definition 4",
		Says:      "Guardian table: it has S, keeps what others can reach, and is the only way. Rule 1 in Table 4: T_3*",
		Statement: `SELECT guardian FROM gnf_check(getvariable('table_4'), getvariable('rules')) WHERE rule_no = 1`,
		Returns:   "3",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "engine/guardian TestCheckOracle", "engine/guardian TestVectors"},
	},
	{
		Name:      "Definition 5",
		Says:      "Guardian Normal Form: each rule is unreachable or guarded",
		Statement: `SELECT count(*) FROM gnf_check(getvariable('table_3'), getvariable('rules')) WHERE status = 'violated'`,
		Returns:   "0",
		HeldBy:    []string{"engine/guardian TestCheckOracle", "engine/guardian TestCheckSmall", "tests/definitions TestSchemaVectors"},
	},
	{
		Name:      "Theorem 3.1",
		Says:      "A rule follows from another one with the same right side and more on the left, and from nothing else: Rules 1 to 3 stay",
		Statement: `SELECT count(*) FROM gnf_rules(getvariable('rules')) WHERE kept`,
		Returns:   "3",
		HeldBy:    []string{"engine/guardian TestReduceOracle", "tests/sql/gnf/gnf_rules.test"},
	},
	{
		Name:      "Theorem 3.2",
		Says:      "If X determines S, then Q ↛ S needs Q ↛ X: a county that determines the zip code is protected, too",
		Statement: `SELECT rhs FROM gnf_rules([{'lhs': ['q'], 'rhs': 'zip'}], fds := [{'lhs': ['county'], 'rhs': 'zip'}]) WHERE rule_no = 2`,
		Returns:   "county",
		HeldBy:    []string{"engine/guardian TestReduce", "tests/sql/gnf/gnf_rules.test"},
	},
	{
		Name:      "Theorem 4.1",
		Says:      "In GNF all rules are satisfied. True of an adversary who takes all matchings of rows as equally likely, if buckets are drawn apart and rows shuffled; false of some others",
		Statement: `go test ./tests/definitions -run 'TestAdversaryBound|TestPublishedBound'`,
		Returns:   "ok",
		HeldBy:    []string{"tests/definitions TestAdversaryBound", "tests/definitions TestPublishedBound", "tests/definitions TestPublishedStrictly", "tests/definitions TestAdversaryVectors"},
	},
	{
		Name:      "Theorem 5.1",
		Says:      "The best decomposition is NP-hard to find: GD and UAD are heuristics. GD shuffles two columns among pairs, ln 2 each, and single columns are worse",
		Statement: `SELECT a.kl < b.kl FROM gnf_decompose('patients', getvariable('rules'), method := 'gd') AS a JOIN gnf_decompose('patients', getvariable('rules'), method := 'single') AS b USING (table_no) WHERE table_no = 1`,
		Returns:   "true",
		HeldBy:    []string{"engine/versatile TestGuardian", "engine/versatile TestAgainstDefinition"},
	},
	{
		Name:      "Corollary 3.1.1",
		Says:      "The same for combinations: q ↛ {S1, S2} follows from {q, r} ↛ S1",
		Statement: `SELECT implied_by FROM gnf_rules([{'lhs': ['q'], 'rhs': ['s2', 's1']}, {'lhs': ['q', 'r'], 'rhs': ['s1']}]) WHERE rule_no = 1`,
		Returns:   "2",
		HeldBy:    []string{"engine/guardian TestReduce", "tests/sql/gnf/gnf_rules.test"},
	},
	{
		Name:      "Lemma 1",
		Says:      "A rule whose right side is not reachable is satisfied: Rules 1 and 2 with Table 3",
		Statement: `SELECT string_agg(rule_no, ' ') FROM gnf_check(getvariable('table_3'), getvariable('rules')) WHERE status = 'unreachable'`,
		Returns:   "1 2",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "tests/definitions TestAdversaryBound"},
	},
	{
		Name:      "Lemma 2",
		Says:      "A rule with a guardian is satisfied: Rule 3 with Table 3(b). The printed proof has a false step; what it proves was enumerated",
		Statement: `SELECT guardian FROM gnf_check(getvariable('table_3'), getvariable('rules')) WHERE rule_no = 3`,
		Returns:   "2",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "tests/definitions TestAdversaryBound", "tests/definitions TestPublishedBound"},
	},
	{
		Name:      "Algorithm 1",
		Says:      "GD. The printed one need not end, and forgets Q*; here each protected column is carved out once. race and zip get a table each, with all four others: ln 2 + ln 2",
		Statement: `SELECT DISTINCT abs(kl - 2 * ln(2)) < 1e-12 FROM gnf_decompose('patients', getvariable('rules'), method := 'gd')`,
		Returns:   "true",
		HeldBy:    []string{"engine/guardian TestGD", "engine/guardian TestGDIsLiteral", "engine/guardian TestGDStops", "engine/versatile TestGuardian", "tests/definitions TestRandomRules"},
	},
	{
		Name:      "Algorithm 2",
		Says:      "UAD, by colours: {hospital, gender, race} is the largest, and keeps zip",
		Statement: `SELECT attributes::VARCHAR FROM gnf_decompose('patients', getvariable('rules'), method := 'uad') WHERE table_no = 1`,
		Returns:   "[hospital, gender, zip, race]",
		HeldBy:    []string{"engine/guardian TestUAD", "engine/guardian TestUADHolds", "tests/definitions TestRandomRules"},
	},
	{
		Name:      "Algorithm 3",
		Says:      "Multi-SA publishing by an integer program. It has a largest solution, which is found without one",
		Statement: `SELECT note FROM gnf_decompose('(FROM square UNION ALL VALUES (8, 0, 0), (9, 1, 1))', [{'lhs': ['id'], 'rhs': 's'}, {'lhs': ['id'], 'rhs': 't'}], method := 'multi_sa')`,
		Returns:   `values of "s", "t" shuffled together within groups, and left out for 2 people`,
		HeldBy:    []string{"engine/anatomy TestJoint", "engine/versatile TestMultiSA"},
	},
	{
		Name:      "Table 1",
		Says:      "Six patients. Single columns keep none of what they say of each other: Σ H(A) − H(all)",
		Statement: `SELECT count(*) FROM gnf_decompose('patients', getvariable('rules'), method := 'single')`,
		Returns:   "6",
		HeldBy:    []string{"tests/sql/gnf/gnf_decompose.test"},
	},
	{
		Name:      "Table 2",
		Says:      "A table for each rule, bucketized: each keeps its rule, and together they keep none",
		Statement: `SELECT count(*) FROM gnf_check(getvariable('table_2'), getvariable('rules')) WHERE status = 'violated'`,
		Returns:   "3",
		HeldBy:    []string{"tests/definitions TestAdversaryIntersection", "engine/guardian TestCheckOracle"},
	},
	{
		Name:      "Table 3",
		Says:      "In GNF: Rule 3 is guarded by {race, zip}, which keeps race from zip",
		Statement: `SELECT must_enforce::VARCHAR FROM gnf_check(getvariable('table_3'), getvariable('rules')) WHERE status = 'guarded'`,
		Returns:   "[race]",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "tests/sql/gnf/gnf_check.test"},
	},
	{
		Name:      "Table 4",
		Says:      "Not in GNF: Rules 2 and 3 have no guardian. (The text names Rule 2 only)",
		Statement: `SELECT string_agg(rule_no, ' ') FROM gnf_check(getvariable('table_4'), getvariable('rules')) WHERE status = 'violated'`,
		Returns:   "2 3",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "tests/sql/gnf/gnf_check.test"},
	},
	{
		Name:      "Table 5, (a)",
		Says:      "The attributes of Adult, generalized",
		Statement: `go run ./tests/experiments gnf_adult`,
		HeldBy:    []string{"tests/experiments TestGeneralizedAdult"},
	},
	{
		Name:      "Table 5, (b)",
		Says:      "Those of the Texas discharges, drawn with the same domains",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestTexas"},
	},
	{
		Name:      "Fig. 1",
		Says:      "Divergence of Adult by rules",
		Statement: `go run ./tests/experiments gnf_adult`,
		HeldBy:    []string{"tests/experiments TestVersatileAdult", "engine/loglinear TestAgainstDefinition"},
	},
	{
		Name:      "Fig. 2",
		Says:      "Relative error of queries on Adult by rules",
		Statement: `go run ./tests/experiments gnf_adult`,
		HeldBy:    []string{"tests/experiments TestVersatileAdult", "engine/loglinear TestWorkload"},
	},
	{
		Name:      "Fig. 3",
		Says:      "Time on Adult by rules",
		Statement: `go run ./tests/experiments gnf_adult`,
		HeldBy:    []string{"tests/experiments TestVersatileAdult"},
	},
	{
		Name:      "Fig. 4",
		Says:      "Time on discharges by rules: GD takes seconds, printed weeks",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas", "engine/guardian TestGDStops"},
	},
	{
		Name:      "Fig. 5",
		Says:      "Divergence of discharges by rules",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas", "engine/loglinear TestTablesTellMoreThanAttributes"},
	},
	{
		Name:      "Fig. 6",
		Says:      "Relative error on discharges by rules",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas", "engine/loglinear TestTablesTellMoreThanAttributes"},
	},
	{
		Name:      "Fig. 7",
		Says:      "The same by the dimension of queries",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas", "engine/loglinear TestQuery"},
	},
	{
		Name:      "Fig. 8",
		Says:      "The same by their selectivity",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas", "engine/loglinear TestQuery"},
	},
	{
		Name:      "Fig. 9",
		Says:      "Divergence and error by the attributes on the left. UAD depends on them, where the paper says that it does not",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas"},
	},
	{
		Name:      "Fig. 10",
		Says:      "Relative error by ℓ",
		Statement: `go run ./tests/experiments gnf_texas`,
		HeldBy:    []string{"tests/experiments TestVersatileTexas"},
	},
	{
		Name: "Sect. 1.1",
		Says: "Rules I to III of the Texas manual are four privacy rules, none of which follows from others",
		Statement: `SELECT count(*) FROM gnf_rules([{'lhs': ['hospital', 'gender'], 'rhs': 'zip'}, {'lhs': ['icd'], 'rhs': 'gender'}, {'lhs': ['icd'], 'rhs': 'zip'}, {'lhs': ['hospital'], 'rhs': 'race'}]) ` +
			`WHERE kept`,
		Returns: "4",
		HeldBy:  []string{"engine/guardian TestReduceOracle"},
	},
	{
		Name:      "Sect. 1.2",
		Says:      "Rules 1 to 3. UAD publishes two tables under them, all of whose rules hold",
		Statement: `SELECT count(*) FROM gnf_check(getvariable('uad'), getvariable('rules')) WHERE status <> 'violated'`,
		Returns:   "3",
		HeldBy:    []string{"engine/guardian TestUADHolds", "engine/guardian TestGDHolds"},
	},
	{
		Name:      "Sect. 1.3",
		Says:      "The intersection attack on Table 2 gives four tuples away. Two of them are printed with their zip codes exchanged",
		Statement: `go test ./tests/definitions -run TestAdversaryIntersection`,
		Returns:   "ok",
		HeldBy:    []string{"tests/definitions TestAdversaryIntersection"},
	},
	{
		Name:      "Sect. 3",
		Says:      "No tables keep A1 ↛ A2 if A1 determines A2: the rule is exposed",
		Statement: `SELECT exposed FROM gnf_rules([{'lhs': ['A1'], 'rhs': 'A2'}], fds := [{'lhs': ['A1'], 'rhs': 'A2'}])`,
		Returns:   "true",
		HeldBy:    []string{"engine/guardian TestReduce", "tests/sql/gnf/gnf_rules.test"},
	},
	{
		Name:      "Sect. 4.1",
		Says:      "What T_3* of Table 4 must keep for Rule 1: age, and hospital and gender, which icd reaches. Printed for A_1*, it is A_3*",
		Statement: `SELECT list_sort(must_enforce)::VARCHAR FROM gnf_check(getvariable('table_4'), getvariable('rules')) WHERE rule_no = 1`,
		Returns:   "[age, gender, hospital]",
		HeldBy:    []string{"engine/guardian TestCheckPaper", "tests/sql/gnf/gnf_check.test"},
	},
	{
		Name:      "Sect. 5.1",
		Says:      "Tables are used by the estimate of largest entropy, its utility is the divergence (3). A schema in GNF may have a cycle, and then the estimate no closed form; the decompositions here have none",
		Statement: `SELECT status FROM gnf_check([{'attributes': ['a', 'b']}, {'attributes': ['b', 'c']}, {'attributes': ['c', 'd']}, {'attributes': ['d', 'a']}, {'attributes': ['e']}], [{'lhs': ['e'], 'rhs': 'a'}])`,
		Returns:   "unreachable",
		HeldBy:    []string{"engine/loglinear TestAgainstDefinition", "engine/loglinear TestAcyclicAgainstGraph", "engine/guardian TestGDHolds"},
	},
	{
		Name:      "Sect. 5.4",
		Says:      "UAD is always in GNF, and linear in the number of tuples",
		Statement: `go run ./tests/experiments gnf_cost`,
		HeldBy:    []string{"engine/guardian TestUADHolds", "tests/experiments TestVersatileCost"},
	},
	{
		Name:      "Sect. B",
		Says:      "The constraints of the integer program: an attacker who knows one protected value tells the other with 1/ℓ at most. Nobody is left out if all combinations are there",
		Statement: `SELECT note FROM gnf_decompose('square', [{'lhs': ['id'], 'rhs': 's'}, {'lhs': ['id'], 'rhs': 't'}], method := 'multi_sa')`,
		Returns:   `values of "s", "t" shuffled together within groups, and left out for 0 people`,
		HeldBy:    []string{"engine/anatomy TestJoint", "engine/versatile TestMultiSA", "tests/sql/gnf/gnf_decompose.test"},
	},
}
