package papers

// nergiz is about distributions in the place of values, and about presence.
func nergiz() Paper {
	return Paper{
		Page:     "nergiz",
		Title:    "Generalizations with probability distributions",
		Citation: "M. E. Nergiz, S. Cetintas, F. Akova, “Generalizations with probability distributions for data anonymization”, Purdue CSD TR 08-001 (2008)",
		About: "The cells of Tables I to VII cannot be read in all copies. The tables here are made of what the text says of them, so that its worked numbers come out; " +
			"which women there are it does not say, but for Showman Padme. `ext` is the paper's attribute Ext: who is in the private table.",
		Tables: `
-- Table III: the public table. Where ext is true, it is the private table T, which is that of Table I as well.
CREATE TABLE pt AS FROM (VALUES
    ('Chris', 'M', 'St', 'Ca', '<=50K', true), ('Luke', 'M', 'St', 'US', '<=50K', true), ('Darth', 'M', 'St', 'US', '<=50K', true), ('George', 'M', 'Pr', 'US', '<=50K', true),
    ('Obi', 'M', 'Pr', 'Ca', NULL, false), ('Padme', 'F', 'Sh', 'It', '>50K', true), ('Leia', 'F', 'Sh', 'It', '>50K', true), ('Mara', 'F', 'Si', 'It', '>50K', true),
    ('Jaina', 'F', 'Te', 'Br', '<=50K', true), ('Ben', 'F', 'Si', 'Fr', NULL, false)) AS t(name, sex, job, nation, salary, ext);
CREATE VIEW men AS FROM pt WHERE sex = 'M';
CREATE VIEW women AS FROM pt WHERE sex = 'F';
CREATE TABLE t AS SELECT sex, job, nation, salary, sex AS g FROM pt WHERE ext;
-- Fig. 1.
CREATE TABLE dgh AS FROM (VALUES ('sex', 'M', 1, '*'), ('sex', 'F', 1, '*'),
    ('job', 'St', 1, '*'), ('job', 'Pr', 1, '*'), ('job', 'Sh', 1, '*'), ('job', 'Si', 1, '*'), ('job', 'Te', 1, '*'),
    ('nation', 'US', 1, 'America'), ('nation', 'Ca', 1, 'America'), ('nation', 'Pe', 1, 'America'), ('nation', 'It', 1, 'Europe'), ('nation', 'Br', 1, 'Europe'), ('nation', 'Fr', 1, 'Europe'),
    ('nation', 'US', 2, '*'), ('nation', 'Ca', 2, '*'), ('nation', 'Pe', 2, '*'), ('nation', 'It', 2, '*'), ('nation', 'Br', 2, '*'), ('nation', 'Fr', 2, '*')) AS t(attribute, value, level, label);
CREATE TYPE nation AS ENUM ('Ca', 'Pe', 'US', 'Br', 'Fr', 'It');
-- Table V, T_p*, and the releases of Table II. Of intervals the domain is what the table has, so Peru and France are added.
CREATE TABLE t_p AS FROM pdf_generalize('t', ['sex', 'job', 'nation'], 'g', sensitive := 'salary');
CREATE TABLE t_n AS FROM pdf_generalize('t', ['sex', 'job', 'nation'], 'g', sensitive := 'salary', kind := 'set');
CREATE TABLE t_d AS FROM pdf_generalize('t', ['sex', 'job', 'nation'], 'g', sensitive := 'salary', kind := 'hierarchy', hierarchies := 'dgh');
CREATE TABLE t_i AS FROM pdf_generalize('(SELECT nation::nation AS nation, g FROM (SELECT nation, g FROM t UNION ALL VALUES (''Pe'', ''nobody''), (''Fr'', ''nobody'')))', ['nation'], 'g', kind := 'interval');
-- Rules of T with one value on each side, and how likely a table drawn from a release has them.
CREATE MACRO rules(release, s, c) AS TABLE SELECT antecedent || ' => ' || consequent AS rule, * FROM release_rules('t', release, ['sex', 'job', 'nation', 'salary'], support := s, confidence := c, longest := 1);
-- T_p* as a release of the men alone.
CREATE TABLE men_p AS SELECT 'M' AS sex, MAP {'Pr': 0.25, 'St': 0.75} AS job, MAP {'Ca': 0.25, 'US': 0.75} AS nation;`,
		Numbered: []Series{
			{"Definition", upTo(12)},
			{"Theorem", upTo(7)},
			{"Eqn", upTo(6)},
			{"Algorithm", upTo(3)},
			{"Table", []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII"}},
			{"Fig.", upTo(4)},
		},
		Sections: []string{"II", "III", "IV-A", "IV-B", "IV-C", "V-A", "V-B", "V-C", "VI-B"},
		Items:    append(nergizNumbered, nergizSections...),
	}
}

// nergizNumbered are the things with a number.
var nergizNumbered = []Item{
	{
		Name:      "Definition 1",
		Says:      "k-anonymity: all datasets of Table II are 4-anonymous",
		Statement: `SELECT value FROM privacy_measures('t', ['g']) WHERE measure = 'k_anonymity'`,
		Returns:   "4",
		HeldBy:    []string{"engine/privacy TestMeasures", "engine/risk TestIdentifyByDefinition"},
	},
	{
		Name:      "Definition 2",
		Says:      "Equivalence class: there are two, of men and of women",
		Statement: `SELECT value FROM privacy_measures('t', ['g']) WHERE measure = 'qi_groups'`,
		Returns:   "2",
		HeldBy:    []string{"engine/risk TestIdentifyByDefinition"},
	},
	{
		Name:      "Definition 3",
		Says:      "δ-presence, inclusive at both ends: T_d* is (δ_min, 0.8)-present",
		Statement: `SELECT bool_and(holds) FROM presence_check('pt', ['job', 'nation'], 'ext', 'sex', kind := 'uniform', delta_min := 0.8, delta_max := 0.8)`,
		Returns:   "true",
		HeldBy:    []string{"engine/presence TestEnumeration", "engine/presence TestVectors", "tests/definitions TestPresenceOfRandomTables"},
	},
	{
		Name:      "Definition 4",
		Says:      "Generalization function: ψ_d(USA) is USA, America and *",
		Statement: `SELECT DISTINCT nation FROM generalize('(SELECT nation FROM t WHERE sex = ''M'')', 'dgh', {'nation': 1})`,
		Returns:   "America",
		HeldBy:    []string{"engine/hierarchy TestNewByDefinition", "tests/release TestGeneralize"},
	},
	{
		Name:      "Definition 5",
		Says:      "Table generalization: a row for each row, with generalizations of its values",
		Statement: `SELECT count(*) FROM generalize('(SELECT sex, nation FROM t)', 'dgh', {'sex': 0, 'nation': 1}) WHERE sex = 'M' AND nation = 'America' OR sex = 'F' AND nation = 'Europe'`,
		Returns:   "8",
		HeldBy:    []string{"tests/release TestGeneralize"},
	},
	{
		Name:      "Definition 6",
		Says:      "PDF generalization function: a distribution in the place of a value, such as {Pr: 0.25, St: 0.75}",
		Statement: `SELECT DISTINCT job::VARCHAR FROM t_p WHERE sex['M'] = 1`,
		Returns:   "{Pr=0.25, St=0.75}",
		HeldBy:    []string{"engine/distribution TestPaper", "tests/definitions TestPDFGeneralize"},
	},
	{
		Name:      "Definition 7",
		Says:      "Reconstruction function: each cell is drawn from its distribution. What has probability 1 is what comes",
		Statement: `SELECT count(*) FROM pdf_reconstruct('t_p', ['sex', 'job', 'nation']) WHERE sex = 'M' AND job IN ('Pr', 'St')`,
		Returns:   "4",
		HeldBy:    []string{"engine/distribution TestDrawFollows", "tests/definitions TestReconstructionMatches", "tests/definitions TestReconstructionIndependent"},
	},
	{
		Name:      "Definition 8",
		Says:      "Utility-optimal: the shares of the group. One of four men is a professor",
		Statement: `SELECT DISTINCT job['Pr'] FROM t_p WHERE sex['M'] = 1`,
		Returns:   "1/4",
		HeldBy:    []string{"engine/distribution TestPaper", "engine/distribution TestTheorem2"},
	},
	{
		Name:      "Definition 9",
		Says:      "Projected set: those of the public table who stand in one class",
		Statement: `SELECT size FROM presence_check('pt', ['job', 'nation'], 'ext', 'sex') WHERE group_id = 'M'`,
		Returns:   "5",
		HeldBy:    []string{"tests/definitions TestPresenceOfRandomTables"},
	},
	{
		Name:      "Definition 10",
		Says:      "Likelihood probability: the product over attributes. Printed for Chris as ⟨M, St, US⟩, 3/16 is that of ⟨M, St, Ca⟩",
		Statement: `SELECT likelihood FROM presence_check('pt', ['job', 'nation'], 'ext', 'sex', output := 'people') WHERE job = 'St' AND nation = 'Ca'`,
		Returns:   "3/16",
		HeldBy:    []string{"engine/presence TestClosedForms", "tests/definitions TestPresenceOfRandomTables", "tests/sql/presence/presence_check_people.test"},
	},
	{
		Name:      "Definition 11",
		Says:      "Likelihood set and existence set of a projected set; existence probabilities add up to those present",
		Statement: `SELECT round(sum(people * existence), 12) FROM presence_check('pt', ['job', 'nation'], 'ext', 'sex', output := 'people') WHERE group_id = 'M'`,
		Returns:   "4",
		HeldBy:    []string{"engine/presence TestEnumeration", "tests/definitions TestPresenceVectors"},
	},
	{
		Name:      "Definition 12",
		Says:      "Lower and upper bound likelihood sets: all but one as large, or as small, as can be",
		Statement: `SELECT bound_max FROM presence_check('men', ['job', 'nation'], 'ext', 'sex')`,
		Returns:   "36/37",
		HeldBy:    []string{"engine/presence TestTheorems", "engine/presence TestBoundsNearest"},
	},
	{
		Name:      "Theorem 1",
		Says:      "The matching probability falls with the KL cost, e to the −KL: (1/4 · (3/4)³)² = 729/4⁸ for the men. (The printed factor overcounts equal people; it does not depend on the distributions)",
		Statement: `SELECT DISTINCT round(exp(-kl_cost) * 4^8, 9) FROM t_p WHERE sex['M'] = 1`,
		Returns:   "729",
		HeldBy:    []string{"engine/distribution TestCostIsMatching", "tests/definitions TestReconstructionMatches"},
	},
	{
		Name:      "Theorem 2",
		Says:      "The group's shares cost least: the sets of T_n* match with (1/16)² = 1/4⁴ only",
		Statement: `SELECT DISTINCT round(exp(-kl_cost) * 4^4, 9) FROM t_n WHERE sex['M'] = 1`,
		Returns:   "1",
		HeldBy:    []string{"engine/distribution TestTheorem2", "engine/distribution TestKindsInOrder"},
	},
	{
		Name:      "Theorem 3",
		Says:      "The farther from utility-optimal, the less likely a match. False as stated: of one and nine, (0.06, 0.94) is closer than (0.15, 0.85) and less likely. True on the segment of Eqn 3",
		Statement: `go test ./engine/distribution -run 'TestTheorem3|TestSegment'`,
		Returns:   "ok",
		HeldBy:    []string{"engine/distribution TestTheorem3", "engine/distribution TestSegment"},
	},
	{
		Name:      "Theorem 4",
		Says:      "Least and largest likelihood have least and largest existence: Obi and Luke",
		Statement: `SELECT existence_max FROM presence_check('men', ['job', 'nation'], 'ext', 'sex')`,
		Returns:   "16/17",
		HeldBy:    []string{"engine/presence TestTheorems", "engine/presence TestRange"},
	},
	{
		Name:      "Theorem 5",
		Says:      "The bound sets enclose: the men are (4/13, 36/37)-present, printed (0.31, 0.97)",
		Statement: `SELECT holds AND bound_min <= existence_min AND existence_max <= bound_max FROM presence_check('men', ['job', 'nation'], 'ext', 'sex', delta_min := 4/13, delta_max := 36/37)`,
		Returns:   "true",
		HeldBy:    []string{"engine/presence TestTheorems", "engine/presence TestBoundsNearest"},
	},
	{
		Name:      "Theorem 6",
		Says:      "A likelier person does not have less existence",
		Statement: `WITH e AS (FROM presence_check('men', ['job', 'nation'], 'ext', 'sex', output := 'people')) SELECT count(*) FROM e AS a, e AS b WHERE a.likelihood < b.likelihood AND a.existence > b.existence`,
		Returns:   "0",
		HeldBy:    []string{"engine/presence TestTheorems"},
	},
	{
		Name:      "Theorem 7",
		Says:      "A person who becomes likelier gains existence, and all others lose. One of two is present: 1/2 each with likelihoods 1 and 1, 3/4 for the first with 3 and 1",
		Statement: `SELECT existence FROM presence_check('(VALUES (1, 1, true, 3), (2, 1, false, 1)) t(q, g, here, p)', ['q'], 'here', 'g', likelihood := 'p', output := 'people') WHERE q = 1`,
		Returns:   "3/4",
		HeldBy:    []string{"engine/presence TestTheorems"},
	},
	{
		Name:      "Eqn 1",
		Says:      "The KL cost, which is positive: the cross-entropy times the number of people. Job and nation of the men cost 2 · (ln 4 + 3 ln 4/3)",
		Statement: `SELECT DISTINCT round(kl_cost - 2 * (ln(4) + 3 * ln(4/3)), 12) = 0 FROM t_p WHERE sex['M'] = 1`,
		Returns:   "true",
		HeldBy:    []string{"engine/distribution TestCostOfPaper", "tests/sql/presence/pdf_generalize.test"},
	},
	{
		Name:      "Eqn 2",
		Says:      "The utility-optimal distribution, c/|EC|",
		Statement: `SELECT DISTINCT nation['US'] FROM t_p WHERE sex['M'] = 1`,
		Returns:   "3/4",
		HeldBy:    []string{"engine/distribution TestTheorem2"},
	},
	{
		Name:      "Eqn 3",
		Says:      "From uniform to utility-optimal in equal steps: after one of three Italy has 1/3 + (3/4 − 1/3)/3, printed 0.47",
		Statement: `SELECT DISTINCT nation['It'] FROM presence_anonymize('women', ['nation'], 'ext', 'dgh', delta_min := 0.6, method := 'wpalm', steps := 3, output := 'groups')`,
		Returns:   "17/36",
		HeldBy:    []string{"engine/palm TestFig2", "engine/palm TestShift"},
	},
	{
		Name:      "Eqn 4",
		Says:      "Existence probability. For Chris 14/17, printed 0.82",
		Statement: `SELECT existence FROM presence_check('men', ['job', 'nation'], 'ext', 'sex', output := 'people') WHERE job = 'St' AND nation = 'Ca'`,
		Returns:   "14/17",
		HeldBy:    []string{"engine/presence TestEnumeration", "engine/presence TestClosedForms", "tests/definitions TestPresenceVectors"},
	},
	{
		Name:      "Eqn 5, existence",
		Says:      "Least existence in the lower bound set: 4 · (1/16)(9/16)³ of that and (9/16)⁴, printed 0.31",
		Statement: `SELECT bound_min FROM presence_check('men', ['job', 'nation'], 'ext', 'sex')`,
		Returns:   "4/13",
		HeldBy:    []string{"engine/presence TestTheorems", "engine/presence TestBoundsNearest"},
	},
	{
		Name:      "Eqn 5, distance",
		Says:      "The distance of two sets of rules; it has the same number. Three of four men are Americans, and two of a table drawn. For M ⇒ US 3/4 − 2/4, and for M ⇒ Ca, which is no rule of T at confidence 1/3, 2/4 − 1/3; 5/12 in all",
		Statement: `SELECT round(12 * sum(error), 9) FROM release_rules('(FROM t WHERE sex = ''M'')', '(SELECT sex, CASE job WHEN ''Pr'' THEN ''Ca'' ELSE nation END AS nation FROM t WHERE sex = ''M'')', ['sex', 'nation'], support := 0.25, confidence := 1/3)`,
		Returns:   "5",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Eqn 6",
		Says:      "For the proofs of Theorems 2 and 3: where the derivative of the matching probability is 0. It is no other place than the shares",
		Statement: `go test ./engine/distribution -run 'TestTheorem2|TestSegment'`,
		Returns:   "ok",
		HeldBy:    []string{"engine/distribution TestTheorem2", "engine/distribution TestSegment"},
	},
	{
		Name:      "Algorithm 1",
		Says:      "WPALM and PPALM. In print k never grows, and one group ends all; here each group takes steps up to its first failing one. At (8/17, 16/17) the men go all the way",
		Statement: `SELECT shifts['job'] FROM presence_anonymize('men', ['job', 'nation'], 'ext', 'dgh', delta_min := 8/17, delta_max := 16/17, method := 'wpalm', output := 'groups')`,
		Returns:   "1",
		HeldBy:    []string{"engine/palm TestShift", "engine/palm TestNotMonotone", "tests/sql/presence/presence_anonymize_groups.test"},
	},
	{
		Name:      "Algorithm 2",
		Says:      "isPresent for WPALM. The printed one is strict; Definition 3, which counts, is not",
		Statement: `SELECT holds FROM presence_check('men', ['job', 'nation'], 'ext', 'sex', delta_min := 8/17, delta_max := 16/17)`,
		Returns:   "true",
		HeldBy:    []string{"engine/presence TestExactWays", "engine/presence TestVectors"},
	},
	{
		Name:      "Algorithm 3",
		Says:      "isPresent for PPALM, by the bounds: in one step it goes nowhere at (8/17, 16/17)",
		Statement: `SELECT shifts['job'] FROM presence_anonymize('men', ['job', 'nation'], 'ext', 'dgh', delta_min := 8/17, delta_max := 16/17, method := 'ppalm', steps := 1, output := 'groups')`,
		Returns:   "0",
		HeldBy:    []string{"engine/palm TestShift", "engine/presence TestBoundsNearest"},
	},
	{
		Name:      "Table I",
		Says:      "Released as it is, T tells that Showman Padme earns more than 50K: only Italian showmen are like her",
		Statement: `SELECT breach FROM skyline_check('(FROM t WHERE job = ''Sh'')', ['sex', 'job', 'nation'], 'salary') WHERE value = '>50K'`,
		Returns:   "1",
		HeldBy:    []string{"tests/sql/utility/release_rules_paper.test", "engine/breach TestCheckByDefinition"},
	},
	{
		Name:      "Table II, T_d*",
		Says:      "4-anonymous by hierarchies: America",
		Statement: `SELECT DISTINCT nation['US'] FROM t_d WHERE sex['M'] = 1`,
		Returns:   "1/3",
		HeldBy:    []string{"engine/distribution TestPaper", "tests/definitions TestPDFGeneralize"},
	},
	{
		Name:      "Table II, T_i*",
		Says:      "By intervals of Fig. 1's total order: [Canada–USA] has Peru in it",
		Statement: `SELECT DISTINCT nation['Pe'] FROM t_i WHERE g = 'M'`,
		Returns:   "1/3",
		HeldBy:    []string{"engine/distribution TestIntervalByDefinition", "tests/definitions TestPDFGeneralize"},
	},
	{
		Name:      "Table II, T_n*",
		Says:      "By sets: {Ca, US}",
		Statement: `SELECT DISTINCT nation['US'] FROM t_n WHERE sex['M'] = 1`,
		Returns:   "1/2",
		HeldBy:    []string{"engine/distribution TestPaper", "tests/definitions TestPDFGeneralize"},
	},
	{
		Name:      "Table III",
		Says:      "Public and private table: eight of ten are present",
		Statement: `SELECT sum(present)::BIGINT FROM presence_check('pt', ['job', 'nation'], 'ext', 'sex')`,
		Returns:   "8",
		HeldBy:    []string{"tests/sql/presence/presence_anonymize_groups.test"},
	},
	{
		Name:      "Table IV",
		Says:      "PT_d* and T_d*: four of five men are present, so each is with 0.8. SPALM makes it",
		Statement: `SELECT max(existence_max) FROM presence_anonymize('pt', ['sex', 'job', 'nation'], 'ext', 'dgh', delta_max := 0.8, method := 'spalm', output := 'groups')`,
		Returns:   "0.8",
		HeldBy:    []string{"engine/palm TestFullDomain", "tests/sql/presence/presence_anonymize_groups.test"},
	},
	{
		Name:      "Table V",
		Says:      "T_p*: the nations of the men",
		Statement: `SELECT DISTINCT nation::VARCHAR FROM t_p WHERE sex['M'] = 1`,
		Returns:   "{Ca=0.25, US=0.75}",
		HeldBy:    []string{"engine/distribution TestPaper", "tests/sql/presence/pdf_generalize.test"},
	},
	{
		Name:      "Table VI",
		Says:      "How likely the rules of T, with support 1/4 and confidence 3/4, hold in a reconstruction: for all 17 at least as likely with T_p*",
		Statement: `SELECT count(*) FROM rules('t_p', 0.25, 0.75) AS p JOIN rules('t_n', 0.25, 0.75) AS n USING (rule) WHERE p.in_original AND p.probability >= n.probability`,
		Returns:   "17",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test", "tests/experiments TestPDFPaper"},
	},
	{
		Name:      "Table VI, T_n*",
		Says:      "M ⇒ US: at least three of four by 1/2",
		Statement: `SELECT probability FROM rules('t_n', 0.25, 0.75) WHERE rule = '"sex" = ''M'' => "nation" = ''US'''`,
		Returns:   "5/16",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VI, T_p*",
		Says:      "The same by 3/4",
		Statement: `SELECT probability FROM rules('t_p', 0.25, 0.75) WHERE rule = '"sex" = ''M'' => "nation" = ''US'''`,
		Returns:   "189/256",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VII",
		Says:      "Italy ⇒ >50K by support and confidence. “T_p* has higher probability for each level” fails at confidence 1",
		Statement: `go run ./tests/experiments pdf_paper`,
		HeldBy:    []string{"tests/experiments TestPDFPaper", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VII, 3/8 and 2/3 in T_n*",
		Says:      "All three women above 50K, by 1/2 each",
		Statement: `SELECT probability FROM rules('t_n', 3/8, 2/3) WHERE rule = '"nation" = ''It'' => "salary" = ''>50K'''`,
		Returns:   "1/8",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VII, 3/8 and 2/3 in T_p*",
		Says:      "The same by 3/4",
		Statement: `SELECT probability FROM rules('t_p', 3/8, 2/3) WHERE rule = '"nation" = ''It'' => "salary" = ''>50K'''`,
		Returns:   "27/64",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VII, 1/4 and 1 in T_n*",
		Says:      "At least two of the three, and not the fourth woman: 1/2 · 1/2",
		Statement: `SELECT probability FROM rules('t_n', 1/4, 1) WHERE rule = '"nation" = ''It'' => "salary" = ''>50K'''`,
		Returns:   "1/4",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VII, 1/4 and 1 in T_p*",
		Says:      "54/64 · 1/4, which is less",
		Statement: `SELECT probability FROM rules('t_p', 1/4, 1) WHERE rule = '"nation" = ''It'' => "salary" = ''>50K'''`,
		Returns:   "27/128",
		HeldBy:    []string{"engine/rules TestByDefinition", "tests/sql/utility/release_rules_paper.test"},
	},
	{
		Name:      "Table VIII",
		Says:      "Which share of Adult's people WPALM would process",
		Statement: `go run ./tests/experiments presence_fig4`,
		HeldBy:    []string{"tests/experiments TestPresenceUtility"},
	},
	{
		Name:      "Fig. 1",
		Says:      "Hierarchies of sex, job and nation: trees without gaps",
		Statement: `SELECT count(*) FROM hierarchy_check('dgh')`,
		Returns:   "0",
		HeldBy:    []string{"engine/hierarchy TestNewByDefinition", "tests/release TestHierarchyCheck"},
	},
	{
		Name:      "Fig. 2",
		Says:      "Europe in three steps. Britain after one: 1/3 + (1/4 − 1/3)/3, printed 0.30",
		Statement: `SELECT DISTINCT nation['Br'] FROM presence_anonymize('women', ['nation'], 'ext', 'dgh', delta_min := 0.6, method := 'wpalm', steps := 3, output := 'groups')`,
		Returns:   "11/36",
		HeldBy:    []string{"engine/palm TestFig2"},
	},
	{
		Name:      "Fig. 3",
		Says:      "Association and class rules of k-anonymous Adult, by kinds of distributions",
		Statement: `go run ./tests/experiments pdf_fig3`,
		HeldBy:    []string{"tests/experiments TestPDFAnonymity", "engine/rules TestMine", "engine/rules TestByDefinition", "engine/rules TestDraws"},
	},
	{
		Name:      "Fig. 4",
		Says:      "SPALM, WPALM and PPALM on Adult: cost, errors and time",
		Statement: `go run ./tests/experiments presence_fig4`,
		HeldBy:    []string{"tests/experiments TestPresenceUtility", "engine/palm TestShift", "engine/rules TestDraws"},
	},
}
