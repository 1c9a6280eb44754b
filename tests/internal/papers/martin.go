package papers

// martin is about knowledge of any kind.
func martin() Paper {
	return Paper{
		Page:     "martin",
		Title:    "Worst-case background knowledge",
		Citation: "D. J. Martin, D. Kifer, A. Machanavajjhala, J. Gehrke, J. Y. Halpern, “Worst-case background knowledge for privacy-preserving data publishing”, ICDE 2007",
		About: "A bucketization is a table with QI groups; its buckets are the groups. Knowledge is given as a number `k` of basic implications, of which `disclosure_check` finds the worst, or as sentences, which `sentences_check` takes. " +
			"Definitions, theorems and lemmas share their numbers.",
		Tables: `
-- Fig. 1, and Fig. 2 with the names that it masks.
CREATE TABLE figure_1 AS FROM (VALUES
    ('Bob', '14850', 23, 'M', 'Flu'), ('Charlie', '14850', 24, 'M', 'Flu'), ('Dave', '14850', 25, 'M', 'Lung Cancer'), ('Ed', '14850', 27, 'M', 'Lung Cancer'),
    ('Frank', '14853', 29, 'M', 'Mumps'), ('Gloria', '14850', 21, 'F', 'Flu'), ('Hannah', '14850', 22, 'F', 'Flu'), ('Irma', '14853', 24, 'F', 'Breast Cancer'),
    ('Jessica', '14853', 26, 'F', 'Ovarian Cancer'), ('Karen', '14853', 28, 'F', 'Heart Disease')) AS t(name, zip, age, sex, disease);
CREATE TABLE figure_2 AS SELECT name, '1485*' AS zip, '2*' AS age, sex, disease FROM figure_1;
-- Our own: a group in which implications tell more than negations, and two groups of which the worst case needs both.
CREATE TABLE skewed AS FROM (VALUES (1, 'a', 6), (1, 'b', 1), (1, 'c', 1), (1, 'd', 1), (1, 'e', 1)) AS t(g, v, people);
CREATE TABLE apart AS SELECT 'X' AS g, unnest(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) AS v, unnest([9, 9, 1, 1, 1, 1, 1, 1, 1]) AS people
    UNION ALL SELECT 'Y', 'y' || i, CASE WHEN i = 0 THEN 10 ELSE 1 END FROM range(16) AS r(i);
CREATE TABLE hierarchy AS FROM (VALUES ('sex', 'M', 1, '*'), ('sex', 'F', 1, '*')) AS t(attribute, value, level, label);`,
		Numbered: []Series{
			{"Definition", []string{"1", "2"}},
			{"Theorem", []string{"3"}},
			{"Definition", []string{"4", "5", "6", "7"}},
			{"Theorem", []string{"8", "9"}},
			{"Lemma", []string{"10", "11", "12"}},
			{"Definition", []string{"13"}},
			{"Theorem", []string{"14"}},
			{"Algorithm", upTo(2)},
			{"Fig.", upTo(6)},
		},
		Sections: []string{"1", "2.1", "2.2", "2.3", "3.3.2", "3.4"},
		Items:    martinItems,
	}
}

var martinItems = []Item{
	{
		Name:      "Definition 1",
		Says:      "An atom says that a person has a value. “Ed has lung cancer” is true of 2/5 of the tables",
		Statement: `SELECT DISTINCT table_share FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Ed: Lung Cancer'])`,
		Returns:   "2/5",
		HeldBy:    []string{"engine/sentences TestDefinition", "tests/definitions TestSentencesByEnumeration", "tests/definitions TestDisclosureWitness"},
	},
	{
		Name:      "Definition 2",
		Says:      "A basic implication: if some atoms hold, one of others does. This one is false if two given women have the flu, 1/10, and Karen has breast cancer, 1/3",
		Statement: `SELECT DISTINCT table_share FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Gloria: Flu and Hannah: Flu -> Irma: Breast Cancer or Jessica: Breast Cancer'])`,
		Returns:   "29/30",
		HeldBy:    []string{"engine/sentences TestDefinition", "tests/definitions TestSentencesByEnumeration", "tests/sql/check/sentences_check.test"},
	},
	{
		Name:      "Theorem 3",
		Says:      "Whatever is known of a table is a number of basic implications. That Bob and Ed have the same is three, one for each value of men",
		Statement: `SELECT DISTINCT implications FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Bob = Ed'])`,
		Returns:   "3",
		HeldBy:    []string{"engine/sentences TestImplications", "engine/sentences TestImplicationsOf", "tests/definitions TestDisclosureOfAnyKnowledge"},
	},
	{
		Name:      "Definition 4",
		Says:      "The language of k implications. There is a row for each number up to `k`, none included",
		Statement: `SELECT count(*) FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 12)`,
		Returns:   "13",
		HeldBy:    []string{"tests/sql/check/disclosure_check.test"},
	},
	{
		Name:      "Definition 5",
		Says:      "Disclosure risk given some knowledge: the surest guess about anybody. Here the knowledge of Sect. 1 on Hannah and Charlie",
		Statement: `SELECT probability FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Hannah: Flu -> Charlie: Flu']) WHERE surest`,
		Returns:   "10/19",
		HeldBy:    []string{"engine/sentences TestDefinition", "tests/definitions TestSentencesByEnumeration"},
	},
	{
		Name:      "Definition 6",
		Says:      "Maximum disclosure: the most that any k implications tell. Two make certain in Fig. 3",
		Statement: `SELECT implications FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 2) WHERE pieces = 2`,
		Returns:   "1",
		HeldBy:    []string{"engine/disclosure TestDefinition", "engine/disclosure TestVectors", "tests/definitions TestDisclosureByEnumeration", "tests/definitions TestDisclosureVectors"},
	},
	{
		Name:      "Definition 7",
		Says:      "A simple implication has one atom on each side. The witness consists of those",
		Statement: `SELECT len(witness.antecedents) FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 2) WHERE pieces = 2`,
		Returns:   "2",
		HeldBy:    []string{"tests/definitions TestDisclosureWitness"},
	},
	{
		Name:      "Theorem 8",
		Says:      "Whether given implications can be true of a bucketization is NP-complete, and their disclosure risk #P-complete. Given sentences are counted all the same, up to a limit: here those tables where Bob has what Ed has, of all",
		Statement: `SELECT DISTINCT table_share FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Bob = Ed'])`,
		Returns:   "1/5",
		HeldBy:    []string{"engine/sentences TestDefinition", "engine/sentences TestRefused"},
	},
	{
		Name:      "Theorem 9",
		Says:      "Some worst case has simple implications of one consequent: two values are ruled out for one man, who then has the flu",
		Statement: `SELECT list_aggregate([a.person FOR a IN witness.antecedents], 'string_agg', ' ') || ' imply ' || witness.consequent.person FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 2) WHERE pieces = 2`,
		Returns:   "1 1 imply 1",
		HeldBy:    []string{"tests/definitions TestDisclosureOfAnyKnowledge"},
	},
	{
		Name:      "Definition 13",
		Says:      "(c, k)-safety: the maximum disclosure is below c. At 2/3 it is not",
		Statement: `SELECT holds FROM release_check('figure_2', ['sex'], 'disease', {'implications': {'pieces': 1, 'c': 2/3}}) WHERE requirement = 'implications'`,
		Returns:   "false",
		HeldBy:    []string{"tests/definitions TestDisclosureVectors", "tests/release TestImplicationsChecked"},
	},
	{
		Name:      "Theorem 14",
		Says:      "Merging buckets does not disclose more. All ten in one bucket, four with the flu: 1/(1 + 6/10 · 5/9 · 10/4)",
		Statement: `SELECT implications FROM disclosure_check('figure_2', ['zip'], 'disease', pieces := 1) WHERE pieces = 1`,
		Returns:   "6/11",
		HeldBy:    []string{"engine/disclosure TestMonotone", "tests/definitions TestDisclosureLaws"},
	},
	{
		Name:      "Lemma 10",
		Says:      "All consequents may be the target's. With implications of any consequents nothing more is found",
		Statement: `go test ./tests/definitions -run TestDisclosureOfAnyKnowledge`,
		Returns:   "ok",
		HeldBy:    []string{"tests/definitions TestDisclosureOfAnyKnowledge"},
	},
	{
		Name:      "Lemma 11",
		Says:      "Each antecedent may be one atom. With several atoms a side nothing more is found",
		Statement: `go test ./tests/definitions -run TestDisclosureOfAnyKnowledge`,
		Returns:   "ok",
		HeldBy:    []string{"tests/definitions TestDisclosureOfAnyKnowledge"},
	},
	{
		Name:      "Lemma 12",
		Says:      "The least probability that nobody of l people of a bucket has their k_i commonest values, a product: 4/10 · 3/9 for two people without a, so 9/11",
		Statement: `SELECT implications FROM disclosure_check('skewed', ['g'], 'v', pieces := 1, weight := 'people') WHERE pieces = 1`,
		Returns:   "9/11",
		HeldBy:    []string{"engine/disclosure TestMinimums", "engine/disclosure TestDefinition"},
	},
	{
		Name:      "Algorithm 1",
		Says:      "Minimize1, for one bucket. The printed one takes more people than there are, or divides by 0. A bucket of one person is certain",
		Statement: `SELECT implications FROM disclosure_check('(VALUES (1, ''a''), (2, ''a''), (2, ''b'')) t(g, v)', ['g'], 'v', pieces := 1) WHERE pieces = 1`,
		Returns:   "1",
		HeldBy:    []string{"engine/disclosure TestMinimums", "engine/disclosure TestVectors"},
	},
	{
		Name:      "Algorithm 2",
		Says:      "Minimize2, over all buckets. The printed flag begins as true, and the printed end is infinite. Here target and knowledge are in two buckets: NR = 15/10 · 7/25",
		Statement: `SELECT implications FROM disclosure_check('apart', ['g'], 'v', pieces := 2, weight := 'people') WHERE pieces = 2`,
		Returns:   "50/71",
		HeldBy:    []string{"engine/disclosure TestDefinition", "engine/disclosure TestPartsSafeAlone", "engine/disclosure TestVectors"},
	},
	{
		Name:      "Fig. 1",
		Says:      "The original: everybody is alone",
		Statement: `SELECT value FROM privacy_measures('figure_1', ['zip', 'age', 'sex'], 'disease') WHERE measure = 'uniques'`,
		Returns:   "10",
		HeldBy:    []string{"engine/risk TestIdentifyByDefinition"},
	},
	{
		Name:      "Fig. 2",
		Says:      "The table is 5-anonymous",
		Statement: `SELECT value FROM privacy_measures('figure_2', ['zip', 'age', 'sex'], 'disease') WHERE measure = 'k_anonymity'`,
		Returns:   "5",
		HeldBy:    []string{"engine/privacy TestMeasures", "engine/risk TestIdentifyByDefinition"},
	},
	{
		Name: "Fig. 3",
		Says: "The bucketized table: exact quasi-identifiers, diseases permuted within a bucket. Men have those of men",
		Statement: `SELECT string_agg(disease, ', ' ORDER BY disease) FROM skyline_anonymize('figure_1', ['sex'], 'disease', privacy := {'k_anonymity': 5}, output := 'bucketized', person := 'name', other_columns := 'drop') ` +
			`WHERE sex = 'M'`,
		Returns: "Flu, Flu, Lung Cancer, Lung Cancer, Mumps",
		HeldBy:  []string{"tests/sql/release/bucketized.test", "tests/release TestRelease"},
	},
	{
		Name:      "Fig. 4",
		Says:      "Truth tables, the idea of Lemma 10",
		Statement: `go test ./tests/definitions -run TestDisclosureOfAnyKnowledge`,
		Returns:   "ok",
		HeldBy:    []string{"tests/definitions TestDisclosureOfAnyKnowledge"},
	},
	{
		Name:      "Fig. 5",
		Says:      "Disclosure of Adult by pieces of knowledge. Certainty comes at 12, not 13, and negations are not always less",
		Statement: `go run ./tests/experiments martin_fig5`,
		HeldBy:    []string{"tests/experiments TestWorstCase", "tests/definitions TestDisclosureOfAdult"},
	},
	{
		Name:      "Fig. 6",
		Says:      "Disclosure by entropy, over 72 generalizations of Adult. It does not fall everywhere",
		Statement: `go run ./tests/experiments martin_fig6`,
		HeldBy:    []string{"tests/experiments TestWorstCaseByEntropy"},
	},
	{
		Name:      "Sect. 1, Ed",
		Says:      "Without knowledge Ed has lung cancer with 2/5",
		Statement: `SELECT breach FROM skyline_check('(FROM figure_2 WHERE sex = ''M'')', ['sex'], 'disease') WHERE value = 'Lung Cancer'`,
		Returns:   "2/5",
		HeldBy:    []string{"engine/disclosure TestFigure3", "tests/definitions TestDisclosureOfThePaper"},
	},
	{
		Name:      "Sect. 1, Ed does not have mumps",
		Says:      "Then it is 1/2",
		Statement: `SELECT probability FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['not Ed: Mumps']) WHERE person = 'Ed' AND value = 'Lung Cancer'`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/sentences TestPaper", "tests/definitions TestSentencesByEnumeration"},
	},
	{
		Name:      "Sect. 1, nor the flu",
		Says:      "Then it is certain: two negations",
		Statement: `SELECT probability FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['not Ed: Mumps', 'not Ed: Flu']) WHERE person = 'Ed' AND value = 'Lung Cancer'`,
		Returns:   "1",
		HeldBy:    []string{"engine/sentences TestPaper", "tests/definitions TestSentencesByEnumeration"},
	},
	{
		Name:      "Sect. 1, ℓ-diversity",
		Says:      "At worst two values that somebody does not have make certain: as many negations",
		Statement: `SELECT negations FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 2) WHERE pieces = 2`,
		Returns:   "1",
		HeldBy:    []string{"engine/privacy TestNegationsAreDiversity", "tests/definitions TestDisclosureByEnumeration"},
	},
	{
		Name:      "Sect. 1, Hannah and Charlie",
		Says:      "If Hannah has the flu, so has Charlie: 2/5 becomes 10/19",
		Statement: `SELECT probability FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Hannah: Flu -> Charlie: Flu']) WHERE person = 'Charlie' AND value = 'Flu'`,
		Returns:   "10/19",
		HeldBy:    []string{"engine/sentences TestPaper", "tests/definitions TestDisclosureOfThePaper"},
	},
	{
		Name:      "Sect. 2.1",
		Says:      "Bucketization, apart from the quasi-identifiers, is Anatomy; full-domain generalization is `generalize`. An attacker who knows all quasi-identifiers learns the same from either",
		Statement: `SELECT sum(count)::BIGINT FROM anatomize('figure_1', ['zip', 'age', 'sex'], 'disease', diversity := 2, output := 'values')`,
		Returns:   "10",
		HeldBy:    []string{"tests/definitions TestAnatomize", "tests/sql/gnf/anatomize_values.test"},
	},
	{
		Name:      "Sect. 2.2, a negation",
		Says:      "“Ed does not have the flu” is an implication: flu implies another value. Two of the three men's diseases that are left are lung cancer",
		Statement: `SELECT probability FROM sentences_check('figure_2', person := 'name', qi := ['sex'], sensitive := 'disease', sentences := ['Ed: Flu -> Ed: Ovarian Cancer']) WHERE person = 'Ed' AND value = 'Lung Cancer'`,
		Returns:   "2/3",
		HeldBy:    []string{"engine/sentences TestImplicationsOf", "tests/sql/check/sentences_check.test"},
	},
	{
		Name:      "Sect. 2.2, negations",
		Says:      "So negations tell at most what as many implications do",
		Statement: `SELECT bool_and(negations <= implications) FROM disclosure_check('skewed', ['g'], 'v', pieces := 4, weight := 'people')`,
		Returns:   "true",
		HeldBy:    []string{"engine/disclosure TestMonotone", "tests/definitions TestDisclosureLaws"},
	},
	{
		Name:      "Sect. 2.3",
		Says:      "The maximum disclosure of Fig. 3 for one implication. Printed 10/19, is 2/3: flu follows from lung cancer, which rules out lung cancer; 10/19 is the most between two buckets",
		Statement: `SELECT implications FROM disclosure_check('figure_2', ['sex'], 'disease', pieces := 1) WHERE pieces = 1`,
		Returns:   "2/3",
		HeldBy:    []string{"engine/disclosure TestFigure3", "tests/definitions TestDisclosureOfThePaper", "tests/sql/check/disclosure_check.test"},
	},
	{
		Name:      "Sect. 2.3, negated atoms",
		Says:      "As a requirement: nobody who knows one value that somebody does not have is as sure as 0.7. Two of the three men without lung cancer have the flu",
		Statement: `SELECT achieved FROM release_check('figure_2', ['sex'], 'disease', {'negations': {'pieces': 1, 'c': 0.7}}) WHERE requirement = 'negations'`,
		Returns:   "2/3",
		HeldBy:    []string{"tests/sql/check/negations.test", "engine/privacy TestNegationsAreDiversity"},
	},
	{
		Name:      "Sect. 3.3.2",
		Says:      "Formula (1) within a bucket: of five men, one without flu and lung cancer 1/5, by 5/2: 1/(1 + 1/2)",
		Statement: `SELECT implications FROM disclosure_check('(FROM figure_2 WHERE sex = ''M'')', ['sex'], 'disease', pieces := 1) WHERE pieces = 1`,
		Returns:   "2/3",
		HeldBy:    []string{"engine/disclosure TestMinimums"},
	},
	{
		Name:      "Sect. 3.4",
		Says:      "All minimal (c, k)-safe generalizations, as Incognito finds them. At c = 0.6 and k = 1 sex must go: 2/3 and 6/11",
		Statement: `SELECT levels['sex'] FROM generalization_search('figure_2', ['sex'], 'disease', 'hierarchy', {'implications': {'pieces': 1, 'c': 0.6}})`,
		Returns:   "1",
		HeldBy:    []string{"engine/fulldomain TestSearch", "tests/release TestGeneralizationSearch"},
	},
}
