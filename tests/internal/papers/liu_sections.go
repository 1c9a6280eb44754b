package papers

// liuSections are the examples and claims without a number.
var liuSections = []Item{
	{
		Name:      "Sect. 1, ds_3",
		Says:      "The disclosure set of g3 is not the permutation set: 8 of 24 tables",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}) WHERE generalization = 'g3' AND evaluated = 'permutation set'`,
		Returns:   "24",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Sect. 4.1",
		Says:      "Four cases, of which the fourth is why a_naive is unsafe: the permutation set satisfies the property, the disclosure set does not. So it is with g2 of Table 1",
		Statement: `SELECT string_agg(holds, ' ' ORDER BY step) FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}) WHERE generalization = 'g2'`,
		Returns:   "true false",
		HeldBy:    []string{"engine/jump TestAgreement", "engine/jump TestTables1To4"},
	},
	{
		Name:      "Sect. 4.2.1",
		Says:      "No disclosure set depends on another one if all jumps lead to the end. Nothing is released of Table 1 then",
		Statement: `SELECT outcome FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, jump := [3, 2, 1]) ORDER BY step DESC LIMIT 1`,
		Returns:   "release nothing",
		HeldBy:    []string{"engine/jump TestToTheEnd", "engine/jump TestBounds"},
	},
	{
		Name: "Sect. 4.2.2",
		Says: "ds_1 is per_1, and ds_2 the same for all jumps",
		Statement: `SELECT count(DISTINCT table_count) FROM (FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, jump := 1) UNION ALL ` +
			`FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, jump := 2)) WHERE generalization = 'g2' AND evaluated = 'disclosure set'`,
		Returns: "1",
		HeldBy:  []string{"engine/jump TestFirstTwo"},
	},
	{
		Name:      "Sect. 4.2.3",
		Says:      "There are (n − 1)! jump vectors that differ: 24 for five generalizations",
		Statement: `SELECT count(*) FROM jump_compare('table_1', 'p', 's', ['g1', 'g2', 'g3', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "24",
		HeldBy:    []string{"tests/sql/jump/jump_compare.test"},
	},
	{
		Name:      "Sect. 5.1.1, S1 to S4",
		Says:      "Table 10: 4,320 + 3 · 1,152 tables in ds_3 with jumps of 1",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}) WHERE generalization = 'g3' AND evaluated = 'disclosure set'`,
		Returns:   "7776",
		HeldBy:    []string{"engine/jump TestTable10", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Sect. 5.2, S1 to S3",
		Says:      "Table 12: 24 + 8 + 8 tables in ds_2, all of per_2",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_12', 'p', 's', ['g1', 'g2'], {'max_share': 0.501}, strategy := 'safe') WHERE generalization = 'g2'`,
		Returns:   "40",
		HeldBy:    []string{"engine/jump TestTable12", "tests/sql/jump/paper.test"},
	},
	{
		Name: "Sect. 5.2, S2 and g3",
		Says: "If D and E have C3, and C has not, the highest ratio of per_3 is 1/2, printed 0.6",
		Statement: `SELECT highest FROM jump_publish('(SELECT * REPLACE (CASE p WHEN ''C'' THEN ''C4'' WHEN ''D'' THEN ''C3'' WHEN ''E'' THEN ''C3'' WHEN ''G'' THEN ''C5'' ELSE s END AS s) FROM table_12)', ` +
			`'p', 's', ['g3'], {'max_share': 0.501}, strategy := 'naive')`,
		Returns: "1/2",
		HeldBy:  []string{"engine/jump TestTable12", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Sect. 7.1, an algorithm for each function",
		Says:      "Each releases its own generalization, or nothing. g5 is tried alone, so that nobody learns more than what it shows: 3 of 9 people have C0",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g1', 'g2', 'g3', 'g4', 'g5'], {'max_share': 0.501}, strategy := 'secret', published := 'g5', algorithms := [{'strategy': 'naive', 'order': [i]} FOR i IN range(1, 6)]) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "1/3",
		HeldBy:    []string{"tests/sql/jump/secret_choice.test", "engine/jump TestSecret"},
	},
	{
		Name:      "Sect. 7.1, nothing is released by them",
		Says:      "That may be unsafe. The places of C0 with which g1, g2, g3, g4 are not released are 7, 7, 7, 19, and A has it in 7, 7, 1, 13 of them",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g1', 'g2', 'g3', 'g4', 'g5'], {'max_share': 0.501}, strategy := 'secret', published := 0, algorithms := [{'strategy': 'naive', 'order': [i]} FOR i IN range(1, 6)]) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "7/10",
		HeldBy:    []string{"tests/sql/jump/secret_choice.test", "engine/jump TestSecret"},
	},
	{
		Name:      "Sect. 7.1, safe algorithms",
		Says:      "A secret choice among them is not needed: what is believed is the disclosure set, whether k is known or not. For Table 10, with jumps of 1 or 2",
		Statement: `SELECT max(probability) FROM jump_posterior('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, strategy := 'secret', published := 'g3', algorithms := [{'jump': 1}, {'jump': 2}])`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/jump TestSecret", "engine/jump TestSafety"},
	},
	{
		Name:      "Sect. 7.2",
		Says:      "Table 17 with 2-diversity in the place of a highest ratio: 7 tables each after {g1, g5}, {g2, g5}, {g3, g5}, and one after the other 12 choices, (7 + 7 + 1 + 12)/(3 · 7 + 12). (The mean is 33/35)",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g1', 'g2', 'g3', 'g4', 'g5'], {'distinct': 2}, strategy := 'secret', published := 'g5', algorithms := naive_subsets(['g1', 'g2', 'g3', 'g4', 'g5'])) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "9/11",
		HeldBy:    []string{"tests/sql/jump/secret_choice.test", "engine/jump TestSecret"},
	},
	{
		Name:      "Sect. 7.3",
		Says:      "g4 has a discernibility of 3² + 6², and g1 to g3 of 2² + 7²: g4 is better, not worse. If it is tried first, the beliefs are the same",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g4', 'g1', 'g2', 'g3', 'g5'], {'max_share': 0.501}, strategy := 'secret', published := 'g5', algorithms := naive_subsets(['g4', 'g1', 'g2', 'g3', 'g5'])) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "17/23",
		HeldBy:    []string{"engine/jump TestDiscernibility", "tests/sql/jump/secret_choice.test"},
	},
}
