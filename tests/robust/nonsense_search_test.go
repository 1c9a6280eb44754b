package robust

import "fmt"

// nonsenseAboutSearches calls what gathers cells and hierarchies by the texts of their values
// with arguments that no plan has, and the kernel that searches them with what comes of it.
func nonsenseAboutSearches(key string) []string {
	cells := []string{
		"'one', [encode('a')], '\\x02a\\x01'::BLOB", "'one', [NULL], '\\x02a\\x01'::BLOB", "'one', [encode(i::VARCHAR)], '\\x02a\\x01'::BLOB", "'set', ['\\xFF\\x00'::BLOB], '\\x00\\x05'::BLOB",
		"'one', [], '\\x02a\\x01'::BLOB", "'one', NULL, '\\x02a\\x01'::BLOB", "'one', [encode('a'), NULL], '\\x02a\\x01'::BLOB", "'one', [encode('a')], '\\xFF'::BLOB", "'x', [encode('a')], NULL", "NULL, NULL, NULL",
		"'one', [encode('a')], '\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'::BLOB", "'one', CASE WHEN i = 0 THEN [encode('a')] ELSE [encode('a'), encode('b')] END, '\\x02a\\x01'::BLOB",
	}
	paths := []string{
		"0, encode('a'), 1, '*'", "0, NULL, 1, '*'", "0, encode(i::VARCHAR), 1, '*'", "0, encode('a'), i, i::VARCHAR", "0, encode('a'), -1, '*'", "0, encode('a'), 9223372036854775807, '*'",
		"0, encode('a'), 1, NULL", "0, encode('a'), NULL, '*'", "-1, encode('a'), 1, '*'", "40000, encode('a'), 1, '*'", "1, encode('a'), 1, '*'", "NULL, NULL, NULL, NULL", "i, encode('a'), 1, '*'",
	}
	var statements []string
	for i, c := range cells {
		for j, p := range paths {
			// All pairs with the first of either, and some more.
			if i > 0 && j > 0 && (i+j)%5 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_text_cells(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), p AS (SELECT __skyline_paths(%[1]s, 'f', %[3]s, 0.5) AS p FROM range(3) r(i)), "+
				"j AS (SELECT __skyline_start('f', 'search', '{\"columns\":[\"x\"],\"privacy\":{\"k_anonymity\":1,\"presence\":{\"delta_min\":0}},\"which\":\"safe\",\"measure\":\"loss\",\"max_checks\":100}', to_json({'text_cells': c, 'paths': p})) AS j, false AS done FROM c, p UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
				"SELECT unnest(__skyline_search_rows(j), recursive := true) FROM j WHERE done", key, c, p))
		}
	}
	return statements
}
