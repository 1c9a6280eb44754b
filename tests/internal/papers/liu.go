package papers

import (
	"fmt"
	"slices"
	"strings"
)

// liu is about algorithms that everybody knows.
func liu() Paper {
	return Paper{
		Page:     "liu",
		Title:    "k-jump",
		Citation: "W. M. Liu, L. Wang, L. Zhang, S. Zhu, “k-jump: a strategy to design publicly-known algorithms for privacy preserving micro-data disclosure”",
		About: "The lines between groups cannot be seen in all copies; the groups here are those with which all numbers of the text come out. People are p, sensitive values s, and g1, g2, … say the group that somebody is in by each " +
			"generalization. `{'distinct': 2}` is 2-diversity, `{'max_share': 0.501}` a highest ratio of at most 1/2: Skyline's thresholds are strict, and no set of tables here has a ratio between.",
		Tables: `
CREATE TABLE table_1 AS FROM (VALUES ('Alice', 1990, 1, 1, 1, 'flu'), ('Bob', 1985, 1, 1, 1, 'cold'), ('Charlie', 1974, 2, 1, 1, 'cancer'), ('David', 1962, 2, 2, 1, 'cancer'),
    ('Eve', 1953, 3, 2, 2, 'headache'), ('Fen', 1941, 3, 2, 2, 'toothache')) AS t(p, born, g1, g2, g3, s);
-- t1 and t2 of Table 2, t3 of Table 4: other tables of the same people.
CREATE MACRO of_table_1(condition) AS TABLE SELECT t.* REPLACE (condition[row_number() OVER (ORDER BY born DESC)] AS s) FROM table_1 AS t;
CREATE TABLE t1 AS FROM of_table_1(['cancer', 'flu', 'cold', 'cancer', 'headache', 'toothache']);
CREATE TABLE t2 AS FROM of_table_1(['cold', 'flu', 'cancer', 'cancer', 'headache', 'toothache']);
CREATE TABLE t3 AS FROM of_table_1(['cancer', 'cancer', 'flu', 'cold', 'headache', 'toothache']);
CREATE TABLE table_10 AS FROM (VALUES ('A', 1, 1, 1, 'C0'), ('B', 1, 1, 1, 'C1'), ('C', 1, 2, 2, 'C2'), ('D', 1, 2, 2, 'C3'), ('E', 2, 2, 3, 'C4'), ('F', 2, 2, 3, 'C5'), ('G', 2, 2, 3, 'C6'), ('H', 2, 3, 3, 'C6'),
    ('I', 2, 3, 4, 'C6'), ('J', 3, 3, 4, 'C7'), ('K', 3, 3, 4, 'C7'), ('L', 3, 3, 4, 'C8'), ('M', 3, 3, 4, 'C8'), ('N', 4, 4, 4, 'C9'), ('O', 4, 4, 4, 'C9')) AS t(p, g1, g2, g3, s);
-- Table 11 with i = 2 and j = 3: (a) has g1 to g4, (b) g1, g2 and h3 to h5.
CREATE TABLE table_11 AS FROM (VALUES ('A', 1, 1, 1, 1, 1, 1, 1, 'C0'), ('B', 1, 1, 1, 1, 1, 1, 1, 'C1'), ('C', 1, 1, 1, 1, 1, 1, 1, 'C2'), ('D', 2, 1, 1, 1, 1, 1, 1, 'C3'), ('E', 2, 2, 1, 1, 1, 1, 1, 'C4'), ('F', 3, 2, 1, 1, 2, 1, 1, 'S'),
    ('G', 3, 3, 1, 1, 2, 2, 1, 'S'), ('H', 4, 3, 1, 2, 3, 2, 1, 'C5'), ('I', 4, 4, 1, 2, 3, 2, 1, 'C6'), ('J', 5, 4, 1, 2, 3, 2, 1, 'C7'), ('K', 5, 4, 1, 2, 3, 2, 1, 'C8'), ('L', 5, 4, 1, 2, 3, 2, 1, 'C9')) AS t(p, g1, g2, g3, g4, h3, h4, h5, s);
CREATE TABLE table_12 AS FROM (VALUES ('A', 1, 1, 1, 'C1'), ('B', 1, 1, 1, 'C2'), ('C', 2, 2, 1, 'C3'), ('D', 2, 2, 1, 'C4'), ('E', 2, 2, 1, 'C5'), ('F', 3, 2, 2, 'C3'), ('G', 3, 2, 2, 'C3')) AS t(p, g1, g2, g3, s);
CREATE TABLE table_17 AS FROM (VALUES ('A', 1, 1, 2, 1, 1, 'C0'), ('B', 1, 2, 1, 1, 1, 'C0'), ('C', 2, 1, 1, 1, 1, 'C0'), ('D', 2, 2, 2, 2, 1, 'C1'), ('E', 2, 2, 2, 2, 1, 'C2'), ('F', 2, 2, 2, 2, 1, 'C3'),
    ('G', 2, 2, 2, 2, 1, 'C4'), ('H', 2, 2, 2, 2, 1, 'C5'), ('I', 2, 2, 2, 2, 1, 'C6')) AS t(p, g1, g2, g3, g4, g5, s);
-- Our own: in the place of Table 12, of Table 13's line 10, and against Theorem 1.
CREATE TABLE reuse AS FROM (VALUES ('A', 1, 1, 1, 'a'), ('B', 1, 2, 1, 'a'), ('C', 1, 2, 2, 'b'), ('D', 2, 2, 1, 'c'), ('E', 1, 3, 2, 'b'), ('F', 2, 3, 1, 'd'), ('G', 1, 1, 1, 'b')) AS t(p, g1, g2, g3, s);
CREATE TABLE line_10 AS FROM (VALUES ('A', 1, 1, 1, 1, 'a'), ('B', 1, 1, 2, 1, 'b'), ('C', 2, 2, 1, 1, 'd'), ('D', 1, 2, 1, 1, 'c'), ('E', 2, 1, 1, 1, 'd')) AS t(p, g1, g2, g3, g4, s);
CREATE TABLE nothing AS FROM (VALUES ('A', 1, 1, 'a'), ('B', 2, 1, 'b'), ('C', 2, 1, 'c'), ('D', 1, 1, 'a'), ('E', 2, 1, 'd')) AS t(p, g1, g2, s);
-- Table 16: the naive algorithms of two or more of the generalizations, as ` + "`algorithms`" + ` of a secret choice.
CREATE MACRO naive_subsets(generalizations) AS [{'strategy': 'naive', 'order': [g FOR g, i IN generalizations IF subset >> (i - 1) & 1 = 1]} FOR subset IN range(1 << len(generalizations)) IF bit_count(subset) > 1];
CREATE TABLE ages AS FROM hierarchy_intervals('(SELECT range AS age FROM range(8))', 'age', widths := [2, 4]);`,
		Numbered: []Series{
			{"Definition", upTo(4)},
			{"Theorem", upTo(8)},
			{"Lemma", upTo(4)},
			{"Proposition", upTo(2)},
			{"Corollary", upTo(1)},
			{"Table", upTo(18)},
			{"Fig.", upTo(5)},
		},
		Sections: []string{"1", "4.1", "4.2.1", "4.2.2", "4.2.3", "5.1.1", "5.2", "7.1", "7.2", "7.3"},
		Items:    slices.Concat(liuNumbered, table18(), liuSections),
	}
}

// liuNumbered are the things with a number.
var liuNumbered = []Item{
	{
		Name:      "Definition 1",
		Says:      "Permutation set: the tables with the same generalization. g2 has 3! · 3!",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_1', 'p', 's', ['g2'], {'distinct': 2}, strategy := 'naive')`,
		Returns:   "36",
		HeldBy:    []string{"engine/jump TestPermutationSets", "engine/jump TestTables1To4", "tests/worlds TestTable1"},
	},
	{
		Name:      "Definition 2",
		Says:      "Evaluation path: the generalizations that are evaluated. t1 has g1 alone",
		Statement: `SELECT string_agg(DISTINCT generalization, ' ') FROM jump_publish('t1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "g1",
		HeldBy:    []string{"engine/jump TestAgreementVectors", "tests/definitions TestJump"},
	},
	{
		Name:      "Definition 3",
		Says:      "Disclosure set: those of the permutation set that come so far. g2 has 4 of 36",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}) WHERE generalization = 'g2' AND evaluated = 'disclosure set'`,
		Returns:   "4",
		HeldBy:    []string{"engine/jump TestAgreement", "engine/jump TestAgreementVectors", "tests/definitions TestJump", "tests/definitions TestJumpVectors"},
	},
	{
		Name:      "Definition 4",
		Says:      "Safe algorithm: what is believed after a release satisfies the property. After g3, nobody is surer than 1/2",
		Statement: `SELECT max(probability) FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/jump TestSafety", "engine/jump TestCertified", "tests/definitions TestJump"},
	},
	{
		Name:      "Theorem 1",
		Says:      "Releasing nothing is safe. It needs an adversary who does not know the multiset of values. T of Sect. 3.1 has the same multiset for all tables: then A is certain here",
		Statement: `SELECT probability FROM jump_posterior('nothing', 'p', 's', ['g1', 'g2'], {'distinct': 2}) WHERE person = 'A'`,
		Returns:   "1",
		HeldBy:    []string{"engine/jump TestNothing", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Theorem 2",
		Says:      "Jumps of i may be better than of 1, and worse: Table 10 is released by g3 with jumps of 2, and with jumps of 1 not at all",
		Statement: `SELECT generalization FROM jump_publish('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, jump := 2) WHERE outcome = 'release'`,
		Returns:   "g3",
		HeldBy:    []string{"engine/jump TestTable10", "engine/jump TestIncomparable"},
	},
	{
		Name:      "Theorem 3",
		Says:      "Jumps of i may be better than of j > i: Table 11(a) is released by g4 with jumps of 2, and beyond with jumps of 3",
		Statement: `SELECT generalization FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'g3', 'g4'], {'max_share': 0.501}, jump := 2) WHERE outcome = 'release'`,
		Returns:   "g4",
		HeldBy:    []string{"engine/jump TestTable11Left", "engine/jump TestTable11Right", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Theorem 4",
		Says:      "The same of any two vectors of jumps. With all of them, some release g3 of Table 1 and others nothing",
		Statement: `SELECT count(DISTINCT coalesce(released, 'nothing')) FROM jump_compare('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "2",
		HeldBy:    []string{"engine/jump TestCompare", "tests/definitions TestJumpCompare", "engine/jump TestIncomparable"},
	},
	{
		Name:      "Theorem 5",
		Says:      "Using a generalization again may help, and may not. Used as the last, g2 is released of this table",
		Statement: `SELECT step FROM jump_publish('reuse', 'p', 's', ['g1', 'g2', 'g3', 'g2'], {'max_share': 0.501}) WHERE outcome = 'release'`,
		Returns:   "6",
		HeldBy:    []string{"engine/jump TestTable12", "engine/jump TestIncomparable"},
	},
	{
		Name:      "Theorem 6",
		Says:      "Properties that subsets of a failing permutation set may satisfy make a_safe and a_jump(1) incomparable. All properties here have Lemma 3, and the two agree",
		Statement: `SELECT outcome FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'entropy': 2}, strategy := 'safe') ORDER BY step DESC LIMIT 1`,
		Returns:   "release",
		HeldBy:    []string{"engine/jump TestSubsets", "engine/jump TestThird"},
	},
	{
		Name:      "Theorem 7",
		Says:      "The cost is exponential in n/k and the number of people, by enumeration. If groups are nested, or bounds decide, it is a few sums",
		Statement: `go run ./tests/experiments jump_cost`,
		HeldBy:    []string{"tests/experiments TestJumpCost", "engine/jump TestLimits"},
	},
	{
		Name:      "Theorem 8",
		Says:      "A secret choice among unsafe algorithms may release what is unsafe: A has C0 with more than 1/2. Printed 272/315, the mean over the algorithms, which should be 115/133. Weighed by the tables that each leaves it is (30 + 13 + 8)/(42 + 19 + 8)",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g1', 'g2', 'g3', 'g4', 'g5'], {'max_share': 0.501}, strategy := 'secret', published := 'g5', algorithms := naive_subsets(['g1', 'g2', 'g3', 'g4', 'g5'])) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "17/23",
		HeldBy:    []string{"engine/jump TestSecret", "tests/definitions TestSecret", "tests/sql/jump/secret_choice.test"},
	},
	{
		Name:      "Lemma 1",
		Says:      "ds_3 of longer jumps is part of that of jumps of 1: of Table 10, 4,320 of 7,776 tables",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, jump := 2) WHERE generalization = 'g3' AND evaluated = 'disclosure set'`,
		Returns:   "4320",
		HeldBy:    []string{"engine/jump TestThird", "engine/jump TestTable10"},
	},
	{
		Name:      "Lemma 2",
		Says:      "With a set-monotonic property and three generalizations jumps of 1 are never worse: nothing is released less often",
		Statement: `SELECT min_by(jump, nothing_high)::VARCHAR FROM jump_compare('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "[1, 1, 1]",
		HeldBy:    []string{"engine/jump TestMonotonic"},
	},
	{
		Name:      "Lemma 3",
		Says:      "If a permutation set violates a set-monotonic property, or a highest ratio, so do all of its subsets. So g1 of Table 1 is not looked at further",
		Statement: `SELECT count(*) FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}) WHERE generalization = 'g1'`,
		Returns:   "1",
		HeldBy:    []string{"engine/jump TestSubsets"},
	},
	{
		Name:      "Lemma 4",
		Says:      "ds_3 under a_safe is part of that under a_jump(1); of Table 1 it is the same, 8 tables",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'safe') WHERE generalization = 'g3'`,
		Returns:   "8",
		HeldBy:    []string{"engine/jump TestThird"},
	},
	{
		Name:      "Proposition 1",
		Says:      "With a set-monotonic property and jumps of 1, using a generalization again changes nothing",
		Statement: `SELECT step FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g2', 'g3'], {'distinct': 2}) WHERE outcome = 'release' AND generalization = 'g3'`,
		Returns:   "7",
		HeldBy:    []string{"engine/jump TestReuse"},
	},
	{
		Name:      "Proposition 2",
		Says:      "With another property it may help: without g2 again nothing is released of this table. (Table 12 does not show it)",
		Statement: `SELECT outcome FROM jump_publish('reuse', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}) ORDER BY step DESC LIMIT 1`,
		Returns:   "release nothing",
		HeldBy:    []string{"engine/jump TestTable12", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Corollary 1",
		Says:      "With the properties of Lemma 3, a_safe releases what a_jump(1) does",
		Statement: `SELECT generalization FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, strategy := 'safe') WHERE outcome = 'release'`,
		Returns:   "g3",
		HeldBy:    []string{"engine/jump TestSubsets", "engine/jump TestAgreement"},
	},
	{
		Name:      "Table 1",
		Says:      "Six patients and three generalizations. The naive algorithm releases g2",
		Statement: `SELECT generalization FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'naive') WHERE outcome = 'release'`,
		Returns:   "g2",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 2, t1",
		Says:      "Its g1 satisfies 2-diversity and is released: no valid guess",
		Statement: `SELECT generalization FROM jump_publish('t1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'naive') WHERE outcome = 'release'`,
		Returns:   "g1",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/worlds TestTable1"},
	},
	{
		Name:      "Table 2, t2",
		Says:      "Its g1 does not: a valid guess",
		Statement: `SELECT generalization FROM jump_publish('t2', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'naive') WHERE outcome = 'release'`,
		Returns:   "g2",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/worlds TestTable1"},
	},
	{
		Name:      "Table 3",
		Says:      "The disclosure set of g2: Charlie and David certainly have cancer",
		Statement: `SELECT count(*) FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'naive') WHERE value = 'cancer' AND probability = 1`,
		Returns:   "2",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/worlds TestTable1", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 4",
		Says:      "The disclosure set of g2 of t3 has six tables. (It is about 2-diversity: with a highest ratio of 1/2 the permutation set fails already)",
		Statement: `SELECT table_count::BIGINT FROM jump_publish('t3', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}) WHERE generalization = 'g2' AND evaluated = 'disclosure set'`,
		Returns:   "6",
		HeldBy:    []string{"engine/jump TestTables1To4", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 5",
		Says:      "Notation: per_i and ds_i are what is `evaluated`, p(·) is `property`, and what it comes to `holds`; path(·) are the rows",
		Statement: `SELECT string_agg(DISTINCT evaluated, ', ' ORDER BY evaluated) FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "disclosure set, permutation set",
		HeldBy:    []string{"tests/sql/jump/jump_publish.test"},
	},
	{
		Name:      "Table 6",
		Says:      "a_naive looks at permutation sets, and is unsafe: somebody is certain",
		Statement: `SELECT max(probability) FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'naive')`,
		Returns:   "1",
		HeldBy:    []string{"engine/jump TestSafety", "engine/jump TestAgreement", "tests/definitions TestJump"},
	},
	{
		Name:      "Table 7",
		Says:      "a_safe looks at disclosure sets",
		Statement: `SELECT max(probability) FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'safe')`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/jump TestSafety", "engine/jump TestAgreement", "tests/definitions TestJump"},
	},
	{
		Name:      "Table 8",
		Says:      "a_safe in detail: ds_i by running the algorithm on all tables of per_i",
		Statement: `SELECT string_agg(generalization || ' ' || table_count, ', ' ORDER BY step) FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2}, strategy := 'safe')`,
		Returns:   "g1 4, g2 4, g3 8",
		HeldBy:    []string{"engine/jump TestAgreement", "engine/jump TestAgreementVectors", "tests/definitions TestJumpVectors"},
	},
	{
		Name:      "Table 9",
		Says:      "a_jump: where only the disclosure set violates the property, jump",
		Statement: `SELECT outcome FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'g3', 'g4'], {'max_share': 0.501}, jump := 2) WHERE generalization = 'g2' AND evaluated = 'disclosure set'`,
		Returns:   "jump to g4",
		HeldBy:    []string{"engine/jump TestAgreement", "engine/jump TestAgreementVectors", "tests/definitions TestJump", "tests/definitions TestJumpVectors"},
	},
	{
		Name:      "Table 10",
		Says:      "With jumps of 1, I has C6 with 5/9, printed 0.556",
		Statement: `SELECT highest FROM jump_publish('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}) WHERE outcome = 'release nothing'`,
		Returns:   "5/9",
		HeldBy:    []string{"engine/jump TestTable10", "engine/jump/internal/signatures TestTable10", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 11, (a)",
		Says:      "ds_4 with jumps of 2: A, B and C have S with 2/5, the highest ratio",
		Statement: `SELECT highest FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'g3', 'g4'], {'max_share': 0.501}, jump := 2) WHERE outcome = 'release'`,
		Returns:   "2/5",
		HeldBy:    []string{"engine/jump TestTable11Left", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 11, (b)",
		Says:      "ds_5 with jumps of 3: A, B, C, J, K and L have S with 2/9",
		Statement: `SELECT highest FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'h3', 'h4', 'h5'], {'max_share': 0.501}, jump := 3) WHERE outcome = 'release'`,
		Returns:   "2/9",
		HeldBy:    []string{"engine/jump TestTable11Right", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 12",
		Says:      "Does not show Proposition 2: p(per_2) is false, C3 being three of five",
		Statement: `SELECT highest FROM jump_publish('table_12', 'p', 's', ['g1', 'g2', 'g3', 'g2'], {'max_share': 0.501}) WHERE step = 2`,
		Returns:   "3/5",
		HeldBy:    []string{"engine/jump TestTable12", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 13",
		Says:      "a_jump and ds_i in full. Line 10 has k[i] where k[j] is meant: as printed, nothing would be released of this table",
		Statement: `SELECT generalization FROM jump_publish('line_10', 'p', 's', ['g1', 'g2', 'g3', 'g4'], {'max_share': 0.501}, jump := [1, 2, 3, 4]) WHERE outcome = 'release'`,
		Returns:   "g4",
		HeldBy:    []string{"engine/jump TestTable13", "engine/jump TestAgreementVectors", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Table 14",
		Says:      "Jump distances as a key. It need not be kept: with jumps of 1 or 2, nobody knows which, what is believed after g3 is the disclosure set: Alice and Bob have cancer, or Charlie and David",
		Statement: `SELECT max(probability) FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, strategy := 'secret', published := 'g3', algorithms := [{'jump': 1}, {'jump': 2}])`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/jump TestSecret", "engine/jump TestSafety", "tests/definitions TestSecret"},
	},
	{
		Name:      "Table 15",
		Says:      "a_secret draws one of several algorithms and runs it. For Table 1, a_safe leaves 8 tables after g3, Alice having cancer in 4; a_naive of g2 and g3 leaves 12, and 8. If it is drawn twice as often, (4 + 2 · 8)/(8 + 2 · 12)",
		Statement: `SELECT probability FROM jump_posterior('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, strategy := 'secret', published := 'g3', algorithms := [{'strategy': 'safe', 'probability': 1/3}, {'strategy': 'naive', 'order': ['g2', 'g3'], 'probability': 2/3}]) WHERE person = 'Alice' AND value = 'cancer'`,
		Returns:   "5/8",
		HeldBy:    []string{"engine/jump TestSecretByHand", "engine/jump TestSecret", "tests/definitions TestSecret"},
	},
	{
		Name:      "Table 16",
		Says:      "The subset approach: naive algorithms of two or more of the generalizations. Two generalizations make one algorithm",
		Statement: `SELECT probability FROM jump_posterior('table_17', 'p', 's', ['g4', 'g5'], {'max_share': 0.501}, strategy := 'secret', published := 'g5', algorithms := naive_subsets(['g4', 'g5'])) WHERE person = 'A' AND value = 'C0'`,
		Returns:   "13/19",
		HeldBy:    []string{"engine/jump TestSecretOfOne", "engine/jump TestSecret", "tests/sql/jump/secret_choice.test"},
	},
	{
		Name:      "Table 17",
		Says:      "Nine people and five generalizations: {g4, g5} releases g5",
		Statement: `SELECT generalization FROM jump_publish('table_17', 'p', 's', ['g4', 'g5'], {'max_share': 0.501}, strategy := 'naive') WHERE outcome = 'release'`,
		Returns:   "g5",
		HeldBy:    []string{"tests/sql/jump/secret_choice.test"},
	},
	{
		Name: "Fig. 1",
		Says: "Taxonomy trees: generalizations may be levels of hierarchies, such as bands of two years",
		Statement: `SELECT generalization FROM jump_publish('(SELECT i AS p, i AS age, i % 2 AS s FROM range(8) r(i))', 'p', 's', [MAP {'age': 0}, MAP {'age': 1}, MAP {'age': 2}], ` +
			`{'distinct': 2}, hierarchies := 'ages') WHERE outcome = 'release'`,
		Returns: "{'age': 1}",
		HeldBy:  []string{"tests/sql/jump/jump_publish.test"},
	},
	{
		Name:      "Fig. 2",
		Says:      "The decisions of a_naive, a_safe and a_jump. Those of a_jump about Table 1",
		Statement: `SELECT string_agg(outcome, ', ' ORDER BY step) FROM jump_publish('table_1', 'p', 's', ['g1', 'g2', 'g3'], {'distinct': 2})`,
		Returns:   "go on to g2, evaluate disclosure set, go on to g3, evaluate disclosure set, release",
		HeldBy:    []string{"engine/jump TestAgreementVectors", "tests/definitions TestJump"},
	},
	{
		Name:      "Fig. 3",
		Says:      "The paths of Theorem 2. With jumps of 2",
		Statement: `SELECT string_agg(outcome, ', ' ORDER BY step) FROM jump_publish('table_10', 'p', 's', ['g1', 'g2', 'g3'], {'max_share': 0.501}, jump := 2)`,
		Returns:   "go on to g2, go on to g3, evaluate disclosure set, release",
		HeldBy:    []string{"engine/jump TestTable10"},
	},
	{
		Name:      "Fig. 4",
		Says:      "The paths of Theorem 3. Jumps of 2 in Table 11(b): g4, where F and G surely have S, and beyond",
		Statement: `SELECT outcome FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'h3', 'h4', 'h5'], {'max_share': 0.501}, jump := 2) ORDER BY step DESC LIMIT 1`,
		Returns:   "release nothing",
		HeldBy:    []string{"engine/jump TestTable11Right", "tests/sql/jump/paper.test"},
	},
	{
		Name:      "Fig. 5",
		Says:      "The paths of Theorem 4, by vectors",
		Statement: `SELECT generalization FROM jump_publish('table_11', 'p', 's', ['g1', 'g2', 'h3', 'h4', 'h5'], {'max_share': 0.501}, jump := [1, 3, 1, 1, 1]) WHERE outcome = 'release'`,
		Returns:   "h5",
		HeldBy:    []string{"engine/jump TestAgreementVectors", "tests/definitions TestJumpVectors", "engine/jump TestIncomparable"},
	},
}

// table18 are the rows of Table 18: which generalizations are chosen, and what A, B and C are
// then believed to have C0 with.
func table18() (items []Item) {
	for _, row := range []struct{ chosen, says, beliefs string }{
		{"g1 g5", "1, 1, 1/7", "1.0 1.0 0.142857"},
		{"g2 g5", "1, 1/7, 1", "1.0 0.142857 1.0"},
		{"g3 g5", "1/7, 1, 1", "0.142857 1.0 1.0"},
		{"g4 g5", "Printed 2/3, are 13/19: of 19 tables with C0 for two or three of A, B, C, a given one has it in 13", "0.684211 0.684211 0.684211"},
		{"g1 g2 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g1 g3 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g1 g4 g5", "1, 1, 1/7. (With 2-diversity 1, 1, 1)", "1.0 1.0 0.142857"},
		{"g2 g3 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g2 g4 g5", "1, 1/7, 1", "1.0 0.142857 1.0"},
		{"g3 g4 g5", "1/7, 1, 1", "0.142857 1.0 1.0"},
		{"g1 g2 g3 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g1 g2 g4 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g1 g3 g4 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g2 g3 g4 g5", "1, 1, 1", "1.0 1.0 1.0"},
		{"g1 g2 g3 g4 g5", "1, 1, 1", "1.0 1.0 1.0"},
	} {
		items = append(items, Item{
			Name: fmt.Sprintf("Table 18, {%s}", strings.ReplaceAll(row.chosen, " ", ", ")),
			Says: row.says,
			Statement: fmt.Sprintf(`SELECT string_agg(round(probability, 6), ' ' ORDER BY person) FROM jump_posterior('table_17', 'p', 's', ['g1', 'g2', 'g3', 'g4', 'g5'], {'max_share': 0.501}, `+
				`strategy := 'secret', published := 'g5', algorithms := [{'strategy': 'naive', 'order': ['%s']}]) WHERE value = 'C0' AND person <= 'C'`, strings.ReplaceAll(row.chosen, " ", "', '")),
			Returns: row.beliefs,
			HeldBy:  []string{"tests/sql/jump/secret_choice.test", "engine/jump TestSecretOfOne"},
		})
	}
	return items
}
