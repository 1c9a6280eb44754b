package main

import (
	"fmt"
	"strings"
)

// pdfFigures are the figures that can be read in the text: by release_rules,
// pdf_generalize, by presence_check and presence_check(output := 'people'), and of Sect. VI.
func pdfFigures() []figureOf {
	return append(append(distributionFigures(), existenceFigures()...), arithmeticFigures()...)
}

// toyChanceOf reads how likely a rule is.
func toyChanceOf(rule, release string) string {
	return fmt.Sprintf("SELECT chance FROM chances WHERE rule = %s AND release = '%s'", text(rule), release)
}

// weightOf reads a probability of a release, for the person of a row.
func weightOf(release, of, value string, line int) string {
	return fmt.Sprintf("SELECT coalesce(%s['%s'], 0) FROM %s WHERE line = %d", of, value, release, line)
}

// shiftedTo is Eqn 3 for the nations of women, from T_d* to T_p*.
func shiftedTo(value string, k int) string {
	return fmt.Sprintf("SELECT u + %d / 3 * (o - u) FROM (SELECT (%s) AS u, (%s) AS o)", k, weightOf("labels", "nation", value, 5), weightOf("pdfs", "nation", value, 5))
}

func distributionFigures() []figureOf {
	return []figureOf{
		{"Sect. IV-C, M ⇒ US in T, support", "3/8", "SELECT count(*) FILTER (sex = 'M' AND nation = 'US') / count(*) FROM people", "3/8", ""},
		{"the same, confidence", "3/4", "SELECT count(*) FILTER (nation = 'US') / count(*) FROM people WHERE sex = 'M'", "3/4", ""},
		{"Sect. IV-C, US ⇒ M holds in a reconstruction of T_n*", "0.68", toyChanceOf("US ⇒ M", "sets"), "11/16", ""},
		{"the same for Ca ⇒ M, which does not hold in T", "0.68", toyChanceOf("Ca ⇒ M", "sets"), "11/16", ""},
		{"US ⇒ M, T_p*", "0.95", toyChanceOf("US ⇒ M", "pdfs"), "243/256", ""},
		{"Ca ⇒ M, T_p*", "0.26", toyChanceOf("Ca ⇒ M", "pdfs"), "67/256", ""},
		{"Sect. IV-A, T_d* of Table II, the nation of row 1 is drawn as US", "0.33", weightOf("labels", "nation", "US", 1), "1/3", ""},
		{"Sect. IV-A, T_p* of Table V, the nation of row 1 is drawn as US", "0.75", weightOf("pdfs", "nation", "US", 1), "3/4", ""},
		{"Sect. III, Europe as a pdf, France", "0.33", weightOf("labels", "nation", "Fr", 5), "1/3", ""},
		{"Sect. III, T_p*, job of row 1, Pr", "0.25", weightOf("pdfs", "job", "Pr", 1), "1/4", ""},
		{"the same, St", "0.75", weightOf("pdfs", "job", "St", 1), "3/4", ""},
		{"Fig. 2, utility-optimal, Italy", "0.75", weightOf("pdfs", "nation", "It", 5), "3/4", ""},
		{"the same, Britain", "0.25", weightOf("pdfs", "nation", "Br", 5), "1/4", ""},
		{"the same, France", "0", weightOf("pdfs", "nation", "Fr", 5), "0", ""},
		{"Fig. 2, f^1, Italy", "0.47", shiftedTo("It", 1), "17/36", ""},
		{"f^1, Britain", "0.30", shiftedTo("Br", 1), "11/36", ""},
		{"f^1, France", "0.22", shiftedTo("Fr", 1), "2/9", ""},
		{"Fig. 2, f^2, Italy", "0.61", shiftedTo("It", 2), "11/18", ""},
		{"f^2, Britain", "0.27", shiftedTo("Br", 2), "5/18", ""},
		{"f^2, France", "0.11", shiftedTo("Fr", 2), "1/9", ""},
		{"Eqn 1, “negative cross-entropy”: the sign of the KL cost of T_p*", "negative", "SELECT any_value(CASE WHEN kl_total < 0 THEN 'negative' ELSE 'positive' END) FROM pdfs", "positive", "−Σ c ln f is the size of the group times the cross-entropy itself"},
		{"Sect. IV-B, jobs of men, f(Pr) = 0.25, 0.4, 0.5 in T_p*, T_p2*, T_n*: the likelier the closer to T_p*", "true", "SELECT 0.25 * 0.75 ** 3 > 0.4 * 0.6 ** 3 AND 0.4 * 0.6 ** 3 > 0.5 ** 4", "true", ""},
		{"Theorem 3, counts (1, 9): f = (0.06, 0.94) is closer than (0.15, 0.85), so no less likely", "true", "SELECT 0.06 * 0.94 ** 9 >= 0.15 * 0.85 ** 9", "false", "0.034380 < 0.034743; it holds along the segment of Eqn 3, all that the algorithms use"},
	}
}

// toyQI are the quasi-identifiers of the examples.
const toyQI = "['sex', 'job', 'nation']"

// existenceOf reads a column of presence_check(output := 'people') of T_p* for a man.
func existenceOf(of, job, nation string) string {
	return fmt.Sprintf("SELECT %s FROM presence_check('public', %s, 'ext', 'g', release := 'pdfs', output := 'people') WHERE sex = 'M' AND job = '%s' AND nation = '%s'", of, toyQI, job, nation)
}

// checkOf reads a column of presence_check of a release for the men.
func checkOf(of, release, further string) string {
	return fmt.Sprintf("SELECT %s FROM presence_check('public', %s, 'ext', 'g', release := '%s'%s) WHERE group_id = 1", of, toyQI, release, further)
}

// likelihoodsOf reads the existence probability of a likelihood among some, with all but
// one person present.
func likelihoodsOf(likelihoods, likelihood string) string {
	var rows []string
	all := strings.Fields(likelihoods)
	for i, p := range all {
		rows = append(rows, fmt.Sprintf("(1, %d, %s, %v)", i, p, i+1 < len(all)))
	}
	table := strings.ReplaceAll("(VALUES "+strings.Join(rows, ", ")+") AS t(g, who, p, ext)", "'", "''")
	return fmt.Sprintf("SELECT any_value(existence) FROM presence_check('%s', ['who'], 'ext', 'g', likelihood := 'p', output := 'people') WHERE likelihood = %s", table, likelihood)
}

func existenceFigures() []figureOf {
	const lower, upper = "9 9 9 9 1", "1 9 1 1 1"
	return []figureOf{
		{"Table IV, existence probability of a man in T_d*", "0.8", checkOf("existence_max", "labels", ""), "4/5", ""},
		{"Table IV, T_d* is (0, 0.8)-present", "true", checkOf("holds", "labels", ", delta_max := 0.8"), "true", ""},
		{"Table IV, T_d* is (0, 0.8)-present by Algorithm 2, which rejects ex ≥ δ_max", "true", checkOf("existence_max < 0.8", "labels", ""), "false", "the algorithms are strict, Definition 3 is not; here it is Definition 3 that counts"},
		{"Definition 10, likelihood of Chris", "3/16", existenceOf("likelihood", "St", "Ca"), "3/16", ""},
		{"Definition 10, likelihood of ⟨M, St, US⟩, as Chris is printed", "3/16", existenceOf("likelihood", "St", "US"), "9/16", "0.75 · 0.75; the printed 0.75 · 0.25 is that of ⟨M, St, Ca⟩"},
		{"likelihood of Luke and Darth", "9/16", existenceOf("likelihood", "St", "US"), "9/16", ""},
		{"of George", "3/16", existenceOf("likelihood", "Pr", "US"), "3/16", ""},
		{"of Obi", "1/16", existenceOf("likelihood", "Pr", "Ca"), "1/16", ""},
		{"Eqn 4, existence of Chris", "14/17", existenceOf("existence", "St", "Ca"), "14/17", ""},
		{"of Luke and Darth", "0.94", existenceOf("existence", "St", "US"), "16/17", ""},
		{"of George", "0.82", existenceOf("existence", "Pr", "US"), "14/17", ""},
		{"of Obi", "0.47", existenceOf("existence", "Pr", "Ca"), "8/17", ""},
		{"“this equivalence class respects (0.47, 0.94)-presence”", "true", checkOf("holds", "pdfs", ", delta_min := 0.47, delta_max := 0.94"), "false", "16/17 is 0.9412; the interval is [8/17, 16/17]"},
		{"Theorem 5, least existence in the lower bound set", "0.31", checkOf("bound_min", "pdfs", ""), "4/13", ""},
		{"the others there", "0.92", likelihoodsOf(lower, "9"), "12/13", ""},
		{"the least, by Eqn 4", "0.31", likelihoodsOf(lower, "1"), "4/13", ""},
		{"Theorem 5, largest existence in the upper bound set", "0.97", checkOf("bound_max", "pdfs", ""), "36/37", ""},
		{"the others there", "0.75", likelihoodsOf(upper, "1"), "28/37", ""},
		{"the largest, by Eqn 4", "0.97", likelihoodsOf(upper, "9"), "36/37", ""},
		{"the group is (0.31, 0.97)-present", "true", checkOf("holds", "pdfs", ", delta_min := 0.31, delta_max := 0.97"), "true", ""},
		{"presence along Eqn 3 is not monotone: least existence at step 7 of 10", "", stepOfSegment(7), "5291/11771", ""},
		{"at step 8, larger again: the first failing step is not the best", "", stepOfSegment(8), "6/13", ""},
	}
}

// stepOfSegment reads the least existence at a step of Eqn 3 with mxs = 10: five people
// (3, 1, 1), (0, 2, 0) and three times (0, 0, 0) over domains of 4, 3 and 2 values, all but
// the second present.
func stepOfSegment(k int) string {
	at := func(domain, count int) string {
		return fmt.Sprintf("(%d.0 / %d + %d * (%d.0 / 4 - 1.0 / %[2]d) / 10)", 1, domain, k, count)
	}
	people := [][3]string{{at(4, 1), at(3, 1), at(2, 1)}, {at(4, 3), at(3, 0), at(2, 3)}, {at(4, 3), at(3, 3), at(2, 3)}, {at(4, 3), at(3, 3), at(2, 3)}, {at(4, 3), at(3, 3), at(2, 3)}}
	var rows []string
	for i, p := range people {
		rows = append(rows, fmt.Sprintf("(1, %d, CAST(%s AS DOUBLE), %v)", i, strings.Join(p[:], " * "), i != 1))
	}
	return fmt.Sprintf("SELECT min(existence) FROM presence_check('(VALUES %s) AS t(g, who, p, ext)', ['who'], 'ext', 'g', likelihood := 'p', output := 'people')", strings.Join(rows, ", "))
}

// arithmeticFigures are those of Sect. VI that need no data.
func arithmeticFigures() []figureOf {
	products := "product((38 - i) / (i + 1)) FROM range(10) AS t(i)"
	return []figureOf{
		{"Sect. VI-B, share of people in the private table", "0.043", "SELECT 1957 / 45222", "1957/45222", ""},
		{"Sect. VI-B, millions of products for 38 people, 10 of them present", "472", "SELECT round(" + strings.Replace(products, " FROM", " / 1e6, 6) FROM", 1), "472733756/1000000", ""},
		{"the share of the people that they are, in per cent", "0.084", "SELECT 3800 / 45222", "3800/45222", ""},
		{"Sect. VI-B, how many times slower WPALM is with these products, after 16,000", "1345", "SELECT round(" + strings.Replace(products, " FROM", " / 16000) FROM", 1), "29546", "472,733,756 by 16,000; what 1345 is the quotient of, the text does not say"},
	}
}
