package main

import (
	"context"
	"fmt"
	"math/big"
	"strings"
)

// pdfWithin is how far an existence probability may be from the fraction that it is: the
// functions promise 1e-12.
const pdfWithin = 1e-12

// loadToy makes the tables of the paper: people (T, with the men and women as groups),
// public (Table III), toy_hierarchies (Fig. 1), the releases labels, sets and pdfs (T_d*,
// T_n* and T_p*), and chances: how likely rules are with support 1/4 and confidence 3/4.
func (l *lab) loadToy(ctx context.Context) error {
	var rows []string
	for i, person := range toyPeople {
		row := []string{fmt.Sprint(i + 1)}
		for _, value := range person {
			row = append(row, text(value))
		}
		rows = append(rows, "("+strings.Join(row, ", ")+fmt.Sprintf(", %d)", i/4+1))
	}
	quoted := strings.ReplaceAll(toyHierarchies, "'", "''")
	chances := func(release string) string {
		return fmt.Sprintf("SELECT regexp_extract(antecedent, '= ''(.*)''', 1) || ' ⇒ ' || regexp_extract(consequent, '= ''(.*)''', 1) AS rule, '%s' AS release, probability AS chance, support, confidence "+
			"FROM release_rules('people', '%[1]s', %[2]s, support := 1 / 4, confidence := 3 / 4, longest := 1)", release, list(toyColumns))
	}
	for _, statement := range []string{
		"CREATE OR REPLACE TABLE toy_hierarchies AS " + fmt.Sprintf("FROM hierarchy_wide('(%s)', 'nation') UNION ALL FROM hierarchy_wide('(%s)', 'job') UNION ALL FROM hierarchy_wide('(%s)', 'sex')",
			quoted, "VALUES (''Pr'', ''*''), (''St'', ''*''), (''Te'', ''*''), (''Sh'', ''*''), (''Si'', ''*'')", "VALUES (''M'', ''*''), (''F'', ''*'')"),
		"CREATE OR REPLACE TABLE people AS FROM (VALUES " + strings.Join(rows, ", ") + ") AS t(line, " + strings.Join(toyColumns, ", ") + ", g)",
		"CREATE OR REPLACE TABLE public AS SELECT *, CASE sex WHEN 'M' THEN 1 ELSE 2 END AS g FROM " + toyPublic(),
		"CREATE OR REPLACE TABLE labels AS FROM pdf_generalize('people', ['sex', 'job', 'nation'], 'g', kind := 'hierarchy', hierarchies := 'toy_hierarchies', seed := 1, other_columns := 'keep')",
		"CREATE OR REPLACE TABLE sets AS FROM pdf_generalize('people', ['sex', 'job', 'nation'], 'g', kind := 'set', seed := 1, other_columns := 'keep')",
		"CREATE OR REPLACE TABLE pdfs AS FROM pdf_generalize('people', ['sex', 'job', 'nation'], 'g', seed := 1, other_columns := 'keep')",
		"CREATE OR REPLACE TABLE chances AS " + chances("sets") + " UNION ALL " + chances("pdfs"),
	} {
		if err := l.exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// agreement compares a printed decimal with a fraction: yes if it is rounded to so many
// digits, cut off if the further digits are left out, else no.
func agreement(printed, here string) string {
	if printed == here {
		return "yes"
	}
	_, decimals, _ := strings.Cut(printed, ".")
	p, readable := new(big.Rat).SetString(printed)
	h, alsoReadable := new(big.Rat).SetString(here)
	if !readable || !alsoReadable || strings.Contains(printed, "/") {
		return "no"
	}
	if h.FloatString(len(decimals)) == p.FloatString(len(decimals)) {
		return "yes"
	}
	// The next digits are left out: printed ≤ here < printed + one of the last digit.
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil))
	if over := new(big.Rat).Sub(h, p); over.Sign() >= 0 && over.Cmp(unit) < 0 {
		return "cut off"
	}
	return "no"
}

// pdfPaper repeats the worked examples.
func pdfPaper(ctx context.Context, l *lab) (*section, error) {
	if err := l.loadToy(ctx); err != nil {
		return nil, err
	}
	found := &section{notes: []string{
		"The cells of Tables I to VII are lost in the copy at hand (Table II in part): T is rebuilt from what the text says of it, so that all of its worked numbers that can come out do. " +
			"What had to be chosen decides which rules about women are in Table VI, but no number that is printed: which of Showman and Singer is there twice, who is the Briton, whose salary of the four women is at most 50K. " +
			"Everything is asked of Skyline's functions. Probabilities that a rule holds are those over all reconstructions, exactly; the rest is the fraction within 1e-12.",
		"A printed number agrees if it is ours rounded to as many digits, or cut off there, as the paper often does (11/16 as 0.68).",
	}}
	figures := newTable("pdf_paper", "Figures", "of", "printed", "here", "agrees")
	wrong := newTable("pdf_paper_differs", "What differs from print", "of", "printed", "here", "why")
	compared, agreeing := 0, 0
	for _, f := range pdfFigures() {
		here, err := f.read(ctx, l, pdfWithin)
		if err != nil {
			return nil, err
		}
		agrees := "not printed"
		if f.printed != "" {
			compared++
			if agrees = agreement(f.printed, here); agrees == "no" {
				wrong.add(f.of, f.printed, here, f.why)
			} else {
				agreeing++
			}
		}
		figures.add(f.of, f.printed, here, agrees)
	}
	found.claim("the numbers of the worked examples", fmt.Sprintf("%d of %d come out", agreeing, compared), agreeing == compared)
	found.claim("Algorithm 1", "as printed it does not end, since k is never increased, and its “return” ends the shifts of all groups where one fails; presence_anonymize takes k = 1, 2, … for each group by itself, up to its first failing step", false)
	found.claim("Appendix I: the matching probability has the factor Π c!", "of two people alike it is 2 then; the factor does not depend on the distributions, so that Theorems 1 and 2 stand", false)
	table6, err := l.toyTable6(ctx, found)
	if err != nil {
		return nil, err
	}
	table7, err := l.toyTable7(ctx, found)
	if err != nil {
		return nil, err
	}
	found.tables = append(found.tables, wrong, table6, table7, figures)
	return found, nil
}

// toyTable6 is Table VI: the rules of T, and how likely they hold in reconstructions.
func (l *lab) toyTable6(ctx context.Context, found *section) (*table, error) {
	t := newTable("pdf_table6", "Table VI: the rules in T with support 1/4 and confidence 3/4, and how likely they have them in a reconstruction", "rule", "support", "confidence", "T_n*", "T_p*")
	worse := 0
	var rule string
	var both, left int64
	var sets, pdfs float64
	query := fmt.Sprintf("SELECT rule, round(%d * s.support)::BIGINT AS n, round(n / s.confidence)::BIGINT, s.chance, p.chance FROM chances AS s JOIN chances AS p USING (rule) "+
		"WHERE s.release = 'sets' AND p.release = 'pdfs' AND s.support IS NOT NULL ORDER BY rule", len(toyPeople))
	err := l.rows(ctx, query, func() {
		t.add(rule, fmt.Sprintf("%d/%d", both, len(toyPeople)), fmt.Sprintf("%d/%d", both, left), number(sets, 4), number(pdfs, 4))
		if pdfs < sets {
			worse++
		}
	}, &rule, &both, &left, &sets, &pdfs)
	found.claim("Table VI: “T_p* has higher probabilities for creating original rules”", fmt.Sprintf("for %d of %d rules at least as high", len(t.rows)-worse, len(t.rows)), worse == 0)
	return t, err
}

// toyTable7 is Table VII: how likely Italy ⇒ >50K holds, by support and confidence.
func (l *lab) toyTable7(ctx context.Context, found *section) (*table, error) {
	supports, confidences := []string{"1/8", "1/4", "3/8", "1/2"}, []string{"1/2", "2/3", "3/4", "1/1"}
	header := []string{"support, at least"}
	for _, c := range confidences {
		header = append(header, fmt.Sprintf("T_n*, confidence %s", c), fmt.Sprintf("T_p*, %s", c))
	}
	t := newTable("pdf_table7", "Table VII: how likely Italy ⇒ >50K holds in a reconstruction", header...)
	var lower []string
	for _, s := range supports {
		row := []string{s}
		for _, c := range confidences {
			var chances [2]float64
			for i, release := range []string{"sets", "pdfs"} {
				query := fmt.Sprintf(`SELECT coalesce(sum(probability), 0) FROM release_rules('people', '%s', ['nation'], target := 'salary', support := %s, confidence := %s)
					WHERE antecedent = '"nation" = ''It''' AND consequent = '"salary" = ''>50K'''`, release, s, c)
				if err := l.row(ctx, query, &chances[i]); err != nil {
					return nil, err
				}
				row = append(row, number(chances[i], 4))
			}
			if chances[1] < chances[0] {
				lower = append(lower, fmt.Sprintf("(%s, %s)", s, c))
			}
		}
		t.add(row...)
	}
	found.claim("Table VII: “T_p* has higher probability for each level” of support and confidence", fmt.Sprintf("lower at %d of %d: %s", len(lower), len(supports)*len(confidences), strings.Join(lower, ", ")), len(lower) == 0)
	return t, nil
}
