package robust

import (
	"fmt"
)

// nonsenseWithKey calls what nobody else can, with the key that plans have: cells
// and domains that do not fit each other, and lookups in what comes of them.
func nonsenseWithKey() []string {
	const key = "1"
	cells := []string{
		"'one', [0], '\\x02a\\x01'::BLOB", "'one', [], '\\x02a\\x01'::BLOB", "'one', [99], '\\x02a\\x01'::BLOB", "'one', [-1], '\\x02a\\x01'::BLOB", "'one', [9223372036854775807], '\\x02a\\x01'::BLOB",
		"'one', [4294967296], '\\x02a\\x01'::BLOB", "'one', [0, 1], '\\x02a\\x01'::BLOB", "'one', [NULL], '\\x02a\\x01'::BLOB", "'one', NULL, NULL", "NULL, [0], '\\x02a\\x01'::BLOB", "'x', [0], '\\x02a\\x01'::BLOB",
		"'set', [0], '\\x02a\\x01'::BLOB", "'set', [0], '\\x00\\x01\\x02a\\x05'::BLOB", "'multiset', [0], '\\x00\\x00\\x02a\\x05'::BLOB", "'one', [0], ''::BLOB", "'one', [0], '\\xFF\\xFF'::BLOB",
		"'one', [i], '\\x02a\\x01\\x02\\xFF\\x02'::BLOB", "'set', [0], '\\x00\\x01\\x02\\xFF\\x05'::BLOB",
		"'one', [0], '\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'::BLOB", "'one', [i], '\\x02a\\x01'::BLOB", "'one', CASE WHEN i = 0 THEN [0] ELSE [0, 1] END, '\\x02a\\x01'::BLOB",
	}
	domains := []string{
		"0, i, false, i::DOUBLE, NULL, NULL, NULL", "0, 0, false, NULL, 'x', NULL, NULL", "0, -5, false, 1, 'x', NULL, NULL", "0, 99, true, 1, 'x', NULL, NULL", "0, 4294967296, false, 1, 'x', NULL, NULL",
		"-1, 0, false, 1, 'x', NULL, NULL", "0, i, NULL, 'nan'::DOUBLE, NULL, NULL, NULL", "0, i, i = 1, 2 - i, i::VARCHAR, NULL, NULL", "NULL, NULL, NULL, NULL, NULL, NULL, NULL", "0, i, false, NULL, NULL, 1, 'x'",
		"0, NULL, NULL, NULL, NULL, 1, 'x'", "0, 99, NULL, NULL, NULL, 1, 'x'", "0, i, NULL, NULL, NULL, -1, 'x'", "0, i, NULL, NULL, NULL, 9223372036854775807, 'x'", "1, i, false, 0, 'x', NULL, NULL",
	}
	var statements []string
	for i, c := range cells {
		for j, d := range domains {
			// All pairs with the first of either, and some more.
			if i > 0 && j > 0 && (i+j)%5 != 0 {
				continue
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE c AS (SELECT __skyline_cells(%[1]s, 'f', %[2]s, 0.5) AS c FROM range(3) r(i)), d AS (SELECT __skyline_domain(%[1]s, 'f', %[3]s, 0.5) AS d FROM range(3) r(i)), "+
				"j AS (SELECT __skyline_start('f', 'partition', '{\"columns\":[\"x\"],\"privacy\":{\"k_anonymity\":1,\"presence\":{\"delta_max\":1}},\"split\":\"median\",\"labels_cover\":\"region\"}', to_json({'cells': c, 'domain': d, 'rows': 0})) AS j, false AS done FROM c, d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done), "+
				"r AS MATERIALIZED (SELECT unnest(__skyline_partition_rows(j), recursive := true) FROM j WHERE done) "+
				"SELECT __skyline_place(release, [k]), __skyline_is_end(release, k, k), __skyline_shown(release, k, true), __skyline_shown(release, 0, false) FROM r, unnest([0, 1, 2, -1, 99, 9223372036854775807, 4294967296]) AS x(k)", key, c, d),
				fmt.Sprintf("WITH RECURSIVE d AS (SELECT __skyline_domain(%s, 'f', %s, 0.5) AS d FROM range(3) r(i)), "+
					"j AS (SELECT __skyline_start('f', 'domain_labels', '{\"columns\":[\"x\",\"y\"],\"levels\":[1,0]}', to_json({'domain': d})) AS j, false AS done FROM d UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
					"SELECT unnest(__skyline_domain_labels_rows(j), recursive := true) FROM j WHERE done", key, d))
		}
	}
	for _, h := range []string{"''", "'\\x02a\\x01\\x02\\xFF\\x02'", "'\\x00\\x01\\x02\\xFF\\x05'", "'\\xFF'", "'\\x02a\\x01'", "'\\x00\\x01\\x02a\\x05'", "'\\x02a\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\x7F'"} {
		for _, kind := range []string{"'one'", "'set'", "NULL"} {
			statements = append(statements,
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB) AS h FROM range(3)), "+
					"j AS (SELECT __skyline_start('f', 'leave_out', '{\"privacy\":{\"k_anonymity\":10},\"suppression\":0.9}', to_json({'histograms': h})) AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__skyline_leave_out_rows(j), recursive := true) FROM j WHERE done", key, kind, h),
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB) AS h FROM range(3)), "+
					"j AS (SELECT __skyline_start('f', 'release_holds', '{\"privacy\":{\"k_anonymity\":10,\"presence\":{\"delta_min\":0.9}}}', to_json({'histograms': h, 'why_outside': 'x'})) AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__skyline_release_holds_rows(j), recursive := true) FROM j WHERE done", key, kind, h),
				fmt.Sprintf("WITH RECURSIVE h AS (SELECT __skyline_histograms(%s, 'f', %s, %s::BLOB) AS h FROM range(3)), "+
					"j AS (SELECT __skyline_start('f', 'check_recipe', '{\"privacy\":{\"k_anonymity\":10}}', to_json({'histograms': h})) AS j, false AS done FROM h UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) SELECT unnest(__skyline_check_recipe_rows(j), recursive := true) FROM j WHERE done", key, kind, h))
		}
	}
	for _, values := range []string{"NULL", "[]", "[NULL]", "['x', NULL]", "CASE WHEN i = 0 THEN ['x'] ELSE ['x', ''] END"} {
		for _, seed := range []string{"NULL", "''::BLOB", "'12345678'::BLOB"} {
			call := fmt.Sprintf("SELECT __skyline_fingerprint(%s, 'f', %s, %s)", key, seed, values)
			statements = append(statements, call+" FROM range(3) r(i)", call+" FROM range(3000) r(i) GROUP BY i % 7")
		}
	}
	statements = append(statements, nonsenseAboutRelatives(key)...)
	statements = append(statements, nonsenseAboutRecords(key)...)
	statements = append(statements, nonsenseAboutChecks(key)...)
	statements = append(statements, nonsenseAboutSearches(key)...)
	statements = append(statements, nonsenseAboutRecipes(key)...)
	statements = append(statements, nonsenseAboutChanging(key)...)
	statements = append(statements, nonsenseAboutDistributions(key)...)
	return append(statements, nonsenseAboutSchemas(key)...)
}

// nonsenseAboutRelatives gives skyline_check's kernel relatives that no plan would.
func nonsenseAboutRelatives(key string) []string {
	const group = "(1, '\\x02a\\x01\\x02b\\x02'::BLOB, NULL, NULL)"
	var statements []string
	for _, rows := range []string{
		"(NULL, NULL, NULL, NULL)", "(1, NULL, NULL, NULL)", "(1, NULL, [1], [1])", "(1, ''::BLOB, NULL, NULL)", "(1, '\\xFF'::BLOB, NULL, NULL)",
		group, group + ", (1, NULL, [1], [1])", group + ", (1, NULL, [1, 2], [1])", group + ", (1, NULL, [1], [-1])", group + ", (1, NULL, [1], [NULL])", group + ", (1, NULL, [2], [1])", group + ", (2, NULL, [1], [1])",
		group + ", (1, NULL, [1, 1, 1], [9223372036854775807, 9223372036854775807, 9223372036854775807])", group + ", (-9223372036854775807, '\\x02a\\x01'::BLOB, NULL, NULL), (-9223372036854775807, NULL, [1], [5])",
	} {
		statements = append(statements, fmt.Sprintf("WITH RECURSIVE r AS (SELECT __skyline_relatives(%[1]s, 'f', g, h, gs, ns) AS r, __skyline_summary(%[1]s, 'f', 'one', h) FILTER (h IS NOT NULL) AS s FROM (VALUES (1, NULL::BLOB, NULL::BIGINT[], NULL::BIGINT[]), %[2]s) t(g, h, gs, ns) WHERE h IS NOT NULL OR gs IS NOT NULL OR g IS NULL), "+
			"j AS (SELECT __skyline_start('f', 'check', '{\"values_per_person\":\"one\",\"named\":{\"where\":\"skyline\",\"column\":\"v\"},\"points\":[{\"k\":\"1\",\"m\":\"9223372036854775807\"}]}', to_json({'relatives': r, 'groups': base64(s)})::VARCHAR) AS j, false AS done FROM r UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
			"SELECT unnest(__skyline_check_rows(j), recursive := true) FROM j WHERE done", key, rows))
	}
	return statements
}

// nonsenseAboutRecords gives the kernels of values in rows people whom no plan would, and
// gives them to the kernel of people with one value.
func nonsenseAboutRecords(key string) []string {
	const group = "(1, '\\x02a\\x01\\x02b\\x02'::BLOB, NULL, NULL)"
	var statements []string
	for i, rows := range []string{
		group + ", (NULL, NULL, [1], [3])", group, group + ", (NULL, NULL, [1], [2])", group + ", (NULL, NULL, [1, 1], [1, 2])", group + ", (NULL, NULL, [1], [-3])",
		group + ", (NULL, NULL, [1], [NULL])", group + ", (NULL, NULL, [1], [1, 2])", group + ", (NULL, NULL, [], [])", group + ", (NULL, NULL, [0], [3])",
		group + ", (NULL, NULL, [9223372036854775807], [9223372036854775807])", "(1, ''::BLOB, NULL, NULL)", "(1, '\\xFF'::BLOB, NULL, NULL)",
		"(2, '\\x02a\\x01'::BLOB, NULL, NULL)", "(NULL, '\\x02a\\x01'::BLOB, NULL, NULL)",
	} {
		for _, kernel := range []string{"check", "check_rows"} {
			perPerson := "rows"
			if i%3 == 2 {
				perPerson = "one"
			}
			statements = append(statements, fmt.Sprintf("WITH RECURSIVE r AS (SELECT __skyline_records(%[1]s, 'f', g, h, gs, ns) AS r FROM (VALUES (NULL::BIGINT, NULL::BLOB, NULL::BIGINT[], NULL::BIGINT[]), %[2]s) t(g, h, gs, ns) WHERE h IS NOT NULL OR gs IS NOT NULL), "+
				"j AS (SELECT __skyline_start('f', '%[3]s', '{\"values_per_person\":\"%[4]s\",\"named\":{\"where\":\"skyline\",\"column\":\"v\"},\"points\":[{\"l\":\"1\",\"k\":\"1\",\"m\":\"9223372036854775807\"}]}', to_json({'records': r})::VARCHAR) AS j, false AS done FROM r UNION ALL SELECT j, __skyline_wait(j) FROM j WHERE NOT done) "+
				"SELECT unnest(__skyline_%[3]s_rows(j), recursive := true) FROM j WHERE done", key, rows, kernel, perPerson))
		}
	}
	return statements
}
