package main

// story is what `skyline demo` tells.
var story = []step{
	{
		title: "A file, and one question",
		prose: `A hospital has a file of 3,000 stays, as they were typed in. May it be given away? And if not, what
can be given away?`,
		sql: `SELECT patient_no, name, sex, birth_date, zip, bmi, diagnosis
FROM stays LIMIT 4`,
	},
	{
		title: "What is wrong with it",
		prose: `A plan has a row for each column, the gravest first: what the column is, and what will be done
with it.`,
		sql: `CREATE TABLE stays_plan AS FROM release_plan('stays');
SELECT attribute, role, finding, treatment FROM stays_plan
WHERE attribute IS NOT NULL`,
	},
	{
		title: "What no program can know",
		sql: `SELECT attribute, question FROM stays_plan
WHERE question IS NOT NULL`,
		after: `Nothing is released while a question is open.`,
	},
	{
		title: "Three answers, and the release",
		prose: `The hospital promises that nobody learns a diagnosis, and nobody needs the bmi.`,
		sql: `UPDATE stays_plan SET role = MAP {
    'patient_no': 'person', 'diagnosis': 'sensitive', 'bmi': 'drop'}[attribute]
WHERE role IS NULL AND attribute IS NOT NULL;
SET VARIABLE plan = (SELECT list(p) FROM stays_plan AS p);
CREATE TABLE safe_stays AS
FROM skyline_anonymize('stays', plan := getvariable('plan'));
FROM safe_stays ORDER BY ALL LIMIT 3`,
		after: `Dates are ranges of whole months, zip codes their first characters, and spellings are one.`,
	},
	{
		title: "Does it keep the promise?",
		sql: `SELECT meaning
FROM release_check('safe_stays', original := 'stays',
       plan := getvariable('plan'), output := 'summary')
WHERE requirement = 'summary'`,
		after: `What is it that an attacker knows, and how can such a number be right? That is the rest of this
story. skyline release FILE does these steps with a file of yours.`,
	},
	{
		title: "What does the reader know already?",
		prose: `Before a table about people is published, names go and the rest is made coarse until
nobody stands alone. k-anonymity and l-diversity say how coarse. They leave out what the reader knows
already: values that a person does not have (l of them), the values of other people (k), relatives who
share a value (m). Skyline computes how sure the best-informed such reader can be: the breach
probability.`,
		sql: `FROM patients`,
		after: `Eight patients, in two groups of four who look the same. This is Table 1 of the paper that
these functions come from (Chen, LeFevre and Ramakrishnan, VLDB Journal 2009).`,
	},
	{
		title: "One thing is enough",
		prose: `How sure can someone be that a patient has AIDS, who knows of 0, 1 or 2 diseases that
this patient does not have?`,
		sql: `SELECT value, l, k, m, breach
FROM skyline_surface('patients', qi := ['age', 'sex', 'zip'],
       sensitive := 'disease', value := 'AIDS',
       max_l := 2, max_k := 0, max_m := 0)
ORDER BY l`,
		after: `{{percent (index .rows 0).breach}} for a reader who knows nothing, {{percent (index .rows 1).breach}}
for one who knows that Ann did not have the flu: the other disease in her group is AIDS.`,
	},
	{
		title: "A hospital publishes its discharges",
		prose: `Now a synthetic hospital with 50,000 discharges. Ages are published as decades, zip codes as
three digits, days as quarters, and patients in groups that are still too small are left out.`,
		sql: `SELECT age, sex, zip, admitted, diagnosis FROM release LIMIT 5`,
	},
	{
		title: "It passes the usual tests",
		sql: `SELECT sum(people) AS published, count(*) AS groups,
       min(people) AS smallest_group, min(diagnoses) AS fewest_diagnoses
FROM (SELECT count(*) AS people,
             count(DISTINCT diagnosis) AS diagnoses
      FROM release GROUP BY age, sex, zip, admitted)`,
		after: `Everyone hides among at least {{.smallest_group}} people with at least
{{.fewest_diagnoses}} different diagnoses: the table is {{.smallest_group}}-anonymous and
{{.fewest_diagnoses}}-diverse.`,
	},
	{
		title: "And it gives people away",
		prose: `Take a neighbour who knows two diagnoses that it was not and what one other patient had.`,
		sql: `SELECT value, l, k, m, breach, safe
FROM skyline_check('release', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', skyline := [
         {'value': 'HIV', 'l': 0, 'k': 0, 'm': 0, 'c': 0.5},
         {'value': 'HIV', 'l': 2, 'k': 1, 'm': 0, 'c': 0.5}])
ORDER BY l`,
		after: `Anyone who knows nothing is right about HIV with at most {{percent (index .rows 0).breach}}. The
neighbour is right with {{percent (index .rows 1).breach}}.`,
	},
	{
		title: "Who it is",
		prose: `The witness names the worst case: the group, and what has to be known.`,
		sql: `SELECT unnest(witness.target_group), witness.target_people AS people,
       witness.ruled_out AS ruled_out
FROM skyline_check('release', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', l := 2, k := 1)
WHERE value = 'HIV'`,
	},
	{
		title: "Look for yourself",
		sql: `SELECT diagnosis, count(*) AS patients FROM release
WHERE age = '{{.age}}' AND sex = '{{.sex}}'
  AND zip = '{{.zip}}' AND admitted = '{{.admitted}}'
GROUP BY diagnosis ORDER BY patients DESC, diagnosis`,
		after: `Strike out {{list .ruled_out}}, which it was not, and one patient whose diagnosis is known:
what is left is HIV.`,
	},
	{
		title: "How much is too much",
		prose: `The knowledge skyline turns the question around: all that a reader may know while nobody's
HIV can be told with 50 % or more.`,
		sql: `SELECT value, l, k, m, safe, c
FROM skyline_find('release', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', value := 'HIV', c := 0.5)
ORDER BY l, k, m`,
		after: `Anyone who knows no more than one of these rows says stays below 50 %. Anyone who knows more than that can get there.`,
	},
	{
		title: "What helps",
		prose: `Suppose the quarter of the admission is not published. The same neighbour:`,
		sql: `SELECT value, l, k, m, breach, safe
FROM skyline_check('release', qi := ['age', 'sex', 'zip'],
       sensitive := 'diagnosis', l := 2, k := 1, c := 0.5)
WHERE value = 'HIV'`,
		after: `{{percent .breach}} instead of certainty.`,
	},
	{
		title: "A release that is safe",
		prose: `Instead of guessing what helps, say what must hold. Skyline keeps as much detail as that
allows, and people in groups of 5 at least.`,
		sql: `CREATE TABLE safe_release AS
FROM skyline_anonymize('discharges', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', person := 'patient',
       privacy := {'k_anonymity': 5,
                   'skyline': [{'value': 'HIV', 'l': 2, 'k': 1, 'c': 0.5}]})`,
	},
	{
		title: "The proof",
		sql: `SELECT requirement, achieved, required, holds
FROM release_check('safe_release', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', original := 'discharges',
       privacy := {'k_anonymity': 5,
                   'skyline': [{'value': 'HIV', 'l': 2, 'k': 1, 'c': 0.5}]})`,
		after: `The neighbour is right about HIV with {{percent (index .rows 1).achieved}} at most, whoever it is.`,
	},
	{
		title: "Whatever a reader knows",
		prose: `The release protects HIV, as it was asked to. What could somebody reach about any diagnosis who
knows k things, whatever they are?`,
		sql: `SELECT pieces, implications, witness.consequent.value AS diagnosis
FROM disclosure_check('safe_release', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', pieces := 1)`,
		after: `Nothing has to be known for {{(index .rows 0).diagnosis}}: somewhere a whole group has it.`,
	},
	{
		title: "Hierarchies",
		prose: `Let us publish the same levels for everybody instead, such as decades and months.`,
		sql: `CREATE TABLE levels AS
FROM hierarchy_intervals('discharges', 'age', widths := [10, 20, 40])
UNION ALL FROM hierarchy_prefix('discharges', 'zip')
UNION ALL FROM hierarchy_prefix('discharges', 'sex')
UNION ALL FROM hierarchy_intervals('discharges', 'admitted',
       widths := ['1 month', '3 months', '1 year'])`,
	},
	{
		title: "The same levels for everybody",
		prose: `Which of them keep everybody's diagnosis below 80 %, against any two things that a reader may know? One
patient in a hundred may be left out.`,
		sql: `SELECT levels, round(loss, 2) AS loss, groups, smallest, suppressed
FROM generalization_search('discharges', qi := ['age', 'sex', 'zip', 'admitted'],
       sensitive := 'diagnosis', hierarchies := 'levels',
       privacy := {'implications': {'pieces': 2, 'c': 0.8}}, suppression := 0.01)`,
		after: `None of these could be finer in one column without being coarser in another. The first loses least:
it has {{(index .rows 0).groups}} groups, and leaves out {{(index .rows 0).suppressed}}.`,
	},
	{
		title: "Many rules at once",
		prose: `Zip codes are to be protected, too: who knows a patient's age and diagnosis must not learn where
the patient lives. Which sub-tables that keep both rules say most?`,
		sql: `SELECT table_no, attributes, rhs, guards, round(kl, 2) AS kl
FROM gnf_decompose('discharges', [
       {'lhs': ['age', 'sex', 'zip'], 'rhs': 'diagnosis'},
       {'lhs': ['age', 'diagnosis'], 'rhs': 'zip'}],
     attributes := ['age', 'sex', 'zip', 'admitted', 'diagnosis'],
     diversity := 5, method := 'gd')`,
		after: `Each sub-table guards a rule: within groups of 5 patients or more, its {{(index .rows 0).rhs}}, or its
{{(index .rows 1).rhs}}, is shuffled. Together they tell neither to anyone with more than 20 %.`,
	},
	{
		title: "One of them",
		sql: `FROM gnf_table('discharges', [
       {'lhs': ['age', 'sex', 'zip'], 'rhs': 'diagnosis'},
       {'lhs': ['age', 'diagnosis'], 'rhs': 'zip'}], table_no := 1,
     attributes := ['age', 'sex', 'zip', 'admitted', 'diagnosis'],
     diversity := 5, method := 'gd', seed := 1) LIMIT 5`,
		after: `(The seed is there so that the demo is the same each time; a release has none.)`,
	},
	{
		title: "Who knows how it was made",
		prose: `A small ward publishes by year of birth. It tries groups of two, three and four people, in this order,
and releases the first in which nobody has a condition for certain. That is by_three, where
each group has three different ones. Everybody knows that this is how it is done. What does a reader believe?`,
		sql: `SELECT person, value, round(probability, 2) AS probability
FROM jump_posterior('ward', person := 'name', sensitive := 'condition',
       generalizations := ['by_two', 'by_three', 'by_four'],
       property := {'distinct_diversity': 2}, strategy := 'naive')
WHERE probability > 0.5`,
		after: `by_two was not released, so two people in a group of it share a condition. Only cancer is there twice,
once in each group of by_three, and only Charlie and David are in one of each.`,
	},
	{
		title: "An algorithm that everybody may know",
		prose: `So let the publisher look at what such a reader would believe, and go on if it is too much.`,
		sql: `SELECT step, generalization, evaluated, table_count, outcome
FROM jump_publish('ward', person := 'name', sensitive := 'condition',
       generalizations := ['by_two', 'by_three', 'by_four'],
       property := {'distinct_diversity': 2})`,
		after: `{{(index .rows 4).table_count}} of the {{(index .rows 3).table_count}} tables that agree with by_four remain for a reader who knows all of this, and nobody is certain in them.`,
	},
	{
		title: "That somebody is in the table at all",
		prose: `A study of HIV publishes ages and sexes of its patients. The secret is who is in it, and readers know all
patients of the hospital. So each QI group has others, too, and cells are distributions.`,
		sql: `CREATE TABLE study AS
FROM presence_anonymize('(SELECT age // 10 * 10 AS age, sex, diagnosis = ''HIV'' AS in_study FROM discharges)',
       qi := ['age', 'sex'], present := 'in_study', delta_max := 0.0125,
       recoding := 'multidimensional', output := 'groups')`,
	},
	{
		title: "Distributions instead of values",
		sql: `SELECT size, present, round(existence_max, 4) AS existence_max, sex, age
FROM study WHERE present > 0 AND size < 10000`,
		after: `{{(index .rows 0).present}} of these {{(index .rows 0).size}} people are in the study; each of them, for all that a reader can tell, with a chance of at most 1 in 80.
Ages lean toward those of the study as far as that allows: more would tell too much.

FROM skyline_functions() lists what else Skyline can do.`,
	},
}
