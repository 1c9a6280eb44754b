-- FROM cube_check('firms', by := ['region', 'industry'], value := 'turnover', person := 'firm', hierarchies := 'h', rules := {'threshold': 3, 'p_percent': 10, 'group_disclosure': 2})

SELECT decode(encode(r.__skyline_l1)) AS "region", decode(encode(r.__skyline_l2)) AS "industry", (CASE WHEN r.__skyline_c1 = 0 THEN 2 ELSE 0 END + CASE WHEN r.__skyline_c2 = 0 THEN 1 ELSE 0 END)::BIGINT AS grouping, coalesce(r.__skyline_broken = 0, false) AS safe, CASE r.__skyline_rule WHEN 0 THEN 'threshold' WHEN 1 THEN 'p_percent' WHEN 2 THEN 'dominance' WHEN 3 THEN 'pq' WHEN 4 THEN 'group_disclosure' WHEN 5 THEN 'difference' END AS rule, r.achieved, abs(r.achieved - r.required) AS excess, r.required,
    CASE WHEN r.__skyline_broken IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_cube_cell_meaning('person', true, list_value('region', 'industry')::VARCHAR[], list_value(r.__skyline_l1::VARCHAR, r.__skyline_l2::VARCHAR)::VARCHAR[], list_value(r.__skyline_a1, r.__skyline_a2), (CASE WHEN r.__skyline_c1 = 0 THEN 2 ELSE 0 END + CASE WHEN r.__skyline_c2 = 0 THEN 1 ELSE 0 END)::BIGINT, CASE r.__skyline_rule WHEN 0 THEN 'threshold' WHEN 1 THEN 'p_percent' WHEN 2 THEN 'dominance' WHEN 3 THEN 'pq' WHEN 4 THEN 'group_disclosure' WHEN 5 THEN 'difference' END, r.achieved, r.required, '0'::DOUBLE, r.__skyline_of, r.people, r.__skyline_line, r.__skyline_lines) END AS meaning,
    r.people, r.value, list_filter(list_value(CASE WHEN r.__skyline_broken & 1 <> 0 THEN 'threshold' END, CASE WHEN r.__skyline_broken & 2 <> 0 THEN 'p_percent' END, CASE WHEN r.__skyline_broken & 4 <> 0 THEN 'dominance' END, CASE WHEN r.__skyline_broken & 8 <> 0 THEN 'pq' END, CASE WHEN r.__skyline_broken & 16 <> 0 THEN 'group_disclosure' END, CASE WHEN r.__skyline_broken & 32 <> 0 THEN 'difference' END), lambda b: b IS NOT NULL) AS broken, list_value(r.__skyline_v1, r.__skyline_v2) AS levels
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."region" AS o1, tbl."industry" AS o2, tbl."turnover" AS x FROM checked("firms") AS tbl WHERE false
            UNION ALL
            SELECT NULL, NULL, NULL
        )
    ),

    -- what each contributor is in a finest cell
    __skyline_parts AS MATERIALIZED (
        SELECT q1, q2, k, coalesce(TRY_CAST(sum(x) AS BIGINT), error('cube_check: value must sum to less than 9223372036854775808 for each contributor, in millionths where it has digits behind the point; divide it in a query given as tbl')) AS x
        FROM (
            SELECT canonical(tbl."region") AS q1, canonical(tbl."industry") AS q2, CASE WHEN tbl."firm" IS NULL THEN error('cube_check: person must not be NULL; filter such rows in a query given as tbl') ELSE canonical(tbl."firm") END AS k, CASE WHEN NOT __skyline_has_type(typeof(tbl."turnover"), '<number>') THEN error('cube_check: value must be a column of numbers; cast it in a query given as tbl') WHEN __skyline_has_type(typeof(tbl."turnover"), 'DECIMAL\([0-9]+,([7-9]|[1-3][0-9])\)') THEN error('cube_check: value must have at most six digits behind the point; round it, or multiply it, in a query given as tbl') WHEN tbl."turnover" IS NULL THEN NULL
                    WHEN coalesce(struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]') THEN TRY_CAST(TRY(TRY_CAST(tbl."turnover" AS DECIMAL(38,6)) * 1000000) AS BIGINT) END, "true" := TRY_CAST(tbl."turnover" AS BIGINT)), (__skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]'))::VARCHAR), 0) < 0 THEN error('cube_check: value must be at least 0 in each row, since a rule about shares of a sum means nothing where a contribution may be negative; filter such rows in a query given as tbl') WHEN struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]') THEN TRY_CAST(TRY(TRY_CAST(tbl."turnover" AS DECIMAL(38,6)) * 1000000) AS BIGINT) END, "true" := TRY_CAST(tbl."turnover" AS BIGINT)), (__skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]'))::VARCHAR) IS NULL THEN error('cube_check: value must be a number, and below 9 trillion where it has digits behind the point; divide it in a query given as tbl') ELSE struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]') THEN TRY_CAST(TRY(TRY_CAST(tbl."turnover" AS DECIMAL(38,6)) * 1000000) AS BIGINT) END, "true" := TRY_CAST(tbl."turnover" AS BIGINT)), (__skyline_has_type(typeof(list_value(tbl."turnover")), '(<integer>)\[\]'))::VARCHAR) END AS x FROM checked("firms") AS tbl
        )
        WHERE x IS NOT NULL
        GROUP BY q1, q2, k
    ),

    -- contributors who are in several finest cells
    __skyline_several AS MATERIALIZED (
        SELECT k, row_number() OVER () AS number FROM __skyline_parts GROUP BY k HAVING count(*) > 1
    ),

    -- the finest cells: who is in no other, and each who is
    __skyline_finest AS MATERIALIZED (
        SELECT q1, q2, 0 AS k, count(*) AS n, sum(x) AS total, max(x, 2) AS t FROM __skyline_parts AS p ANTI JOIN __skyline_several AS s ON s.k = p.k GROUP BY q1, q2
        UNION ALL
        SELECT q1, q2, s.number, 1, p.x::HUGEINT AS total, list_value(p.x) AS t FROM __skyline_parts AS p JOIN __skyline_several AS s ON s.k = p.k
    ),

    -- the values of q1
    __skyline_v1 AS MATERIALIZED (
        SELECT v, text_of(v) AS text, row_number() OVER (ORDER BY v ASC NULLS LAST) AS c FROM (SELECT DISTINCT q1 AS v FROM __skyline_finest)
    ),

    -- the values of q2
    __skyline_v2 AS MATERIALIZED (
        SELECT v, text_of(v) AS text, row_number() OVER (ORDER BY v ASC NULLS LAST) AS c FROM (SELECT DISTINCT q2 AS v FROM __skyline_finest)
    ),

    -- the hierarchies
    __skyline_hierarchies AS MATERIALIZED (
        SELECT ((translate(hierarchies.attribute::VARCHAR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))::VARCHAR COLLATE "binary") AS attribute, encode(hierarchies.value::VARCHAR) AS value, any_bigint(hierarchies.level) AS level, ((hierarchies.label)::VARCHAR COLLATE "binary") AS label
        FROM checked("h") AS hierarchies
    ),

    -- no label is a value that it does not cover
    __skyline_own_labels AS (
        SELECT CASE WHEN count(*) > 0 THEN error(concat('cube_check: hierarchies must not call values what another value is called, and the number of labels that are the text of a value that they do not cover is ', count(*), '; FROM hierarchy_check(…) has them among the labels of different values; rename them')) ELSE true END AS ok
        FROM (
            SELECT DISTINCT attribute, level, label FROM __skyline_hierarchies WHERE level >= 1 AND label <> '*' AND attribute IN ('region', 'industry')
        ) AS l JOIN __skyline_hierarchies AS v ON v.attribute = l.attribute AND v.level = l.level AND v.value = encode(l.label)
        WHERE v.label <> l.label
    ),

    -- some column has a hierarchy
    __skyline_found AS (
        SELECT CASE WHEN count(*) = 0 THEN error('cube_check: hierarchies must have rows for at least one column of by, with its name as attribute and level 1 or more') ELSE true END AS ok
        FROM __skyline_hierarchies
        WHERE level >= 1 AND attribute IN ('region', 'industry')
    ),

    -- the codes of the domains: of each column its values in the order of their texts
    __skyline_whole_values AS MATERIALIZED (
        SELECT i, t, row_number() OVER (PARTITION BY i ORDER BY t ASC NULLS LAST) - 1 AS c
        FROM (
            SELECT DISTINCT i, t
            FROM (
                SELECT i, value AS t FROM (SELECT a.i, h.value, h.level, h.label FROM __skyline_hierarchies AS h JOIN (SELECT UNNEST(range(2)) AS i, UNNEST(list_value('region', 'industry')) AS attribute) AS a ON a.attribute = h.attribute WHERE h.level >= 1)
                UNION ALL
                SELECT 0, encode(text_of(v)) FROM (SELECT v FROM __skyline_v1)
                UNION ALL
                SELECT 1, encode(text_of(v)) FROM (SELECT v FROM __skyline_v2)
            )
        )
    ),

    -- what the kernel has to know of the values, and of their labels
    __skyline_whole AS (
        SELECT __skyline_domain(0, 'cube_check', i, c, is_null, number, text, level, label, random()) AS domain
        FROM (
            SELECT i, c, t IS NULL AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, NULL::BIGINT AS level, NULL::VARCHAR AS label FROM __skyline_whole_values
            UNION ALL
            SELECT h.i, d.c, NULL::BOOLEAN AS is_null, NULL::DOUBLE AS number, NULL::VARCHAR AS text, h.level, h.label
            FROM (SELECT a.i, h.value, h.level, h.label FROM __skyline_hierarchies AS h JOIN (SELECT UNNEST(range(2)) AS i, UNNEST(list_value('region', 'industry')) AS attribute) AS a ON a.attribute = h.attribute WHERE h.level >= 1) AS h JOIN __skyline_whole_values AS d ON d.i = h.i AND d.t IS NOT DISTINCT FROM h.value
        )
    ),

    -- all of these hold
    __skyline_guards11 AS MATERIALIZED (
        SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_own_labels UNION ALL SELECT ok FROM __skyline_found)
    ),

    -- the labels of the values of the domains: the job, and the wait for it
    __skyline_labels_job AS (
        SELECT __skyline_start(
            'cube_check', 'domain_labels',
            '{"columns":["region","industry"],"tables":{"hierarchies":"h","table":"firms"}}',
            to_json(struct_pack(domain := y.domain))::VARCHAR
        ) AS job, false AS done
        FROM __skyline_whole AS y JOIN __skyline_guards11 ON __skyline_guards11.ok
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_labels_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_labels_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_labels AS MATERIALIZED (
        SELECT UNNEST(__skyline_domain_labels_rows(job), recursive := true) FROM __skyline_labels_job WHERE done
    ),

    -- the labels above each value, by their bytes
    __skyline_f1 AS MATERIALIZED (
        SELECT b.c, l.level, l.label, encode(l.label) AS key
        FROM __skyline_v1 AS b JOIN __skyline_whole_values AS d ON d.i = 0 AND d.t IS NOT DISTINCT FROM encode(b.text) JOIN __skyline_labels AS l ON l.i = 0 AND l.c = d.c
        WHERE encode(l.label) <> encode('*') AND encode(l.label) IS DISTINCT FROM encode(b.text) AND NOT (b.text IS NULL AND encode(l.label) = encode('NULL'))
    ),

    -- each label stands for the same values wherever it is
    __skyline_g1 AS (
        SELECT CASE WHEN count(*) > 0 THEN error(concat('cube_check: hierarchies must have labels that stand for the same values wherever they are, since a cell is known by its labels, and "region" has labels that do not, or that are a value too: ', count(DISTINCT key), '; FROM hierarchy_check(…) calls them labels of different values; rename them')) ELSE true END AS ok
        FROM (
            SELECT key FROM __skyline_f1 GROUP BY key HAVING count(*) <> count(DISTINCT level) * count(DISTINCT c)
            UNION ALL
            SELECT f.key FROM __skyline_f1 AS f JOIN __skyline_v1 AS b ON encode(b.text) = f.key
        )
    ),

    -- each label above a value once
    __skyline_s1 AS MATERIALIZED (
        SELECT c, min(level) AS level, any_value(label) AS label, key FROM __skyline_f1 GROUP BY c, key
    ),

    -- the labels above values, with codes behind theirs, how many values each covers, and one of them
    __skyline_a1 AS MATERIALIZED (
        SELECT key, any_value(label) AS label, min(level) AS level, count(*) AS members, min(c) AS one, (SELECT count(*) FROM __skyline_v1) + row_number() OVER (ORDER BY min(level), key) AS c
        FROM __skyline_s1
        GROUP BY key
    ),

    -- all labels
    __skyline_n1 AS MATERIALIZED (
        SELECT x.c, x.level, x.label, coalesce(arg_min(a.c, s.level) FILTER (WHERE a.c IS NOT NULL), 0) AS up, arg_min(a.label, s.level) FILTER (WHERE a.c IS NOT NULL) AS up_label,
            any_value(x.members) < (SELECT count(*) FROM __skyline_v1) AS several
        FROM (
            SELECT c, 0::BIGINT AS level, text AS label, 1 AS members, c AS one FROM __skyline_v1
            UNION ALL
            SELECT c, level, label, members, one FROM __skyline_a1
        ) AS x LEFT JOIN __skyline_s1 AS s ON s.c = x.one AND s.level > x.level LEFT JOIN __skyline_a1 AS a ON a.key = s.key AND a.members > x.members
        GROUP BY x.c, x.level, x.label
    ),

    -- what the values add up to: the labels above, and the total
    __skyline_u1 AS MATERIALIZED (
        SELECT c, 0::BIGINT AS up FROM __skyline_v1
        UNION ALL
        SELECT s.c, a.c FROM __skyline_s1 AS s JOIN __skyline_a1 AS a ON a.key = s.key
    ),

    -- the labels above each value, by their bytes
    __skyline_f2 AS MATERIALIZED (
        SELECT b.c, l.level, l.label, encode(l.label) AS key
        FROM __skyline_v2 AS b JOIN __skyline_whole_values AS d ON d.i = 1 AND d.t IS NOT DISTINCT FROM encode(b.text) JOIN __skyline_labels AS l ON l.i = 1 AND l.c = d.c
        WHERE encode(l.label) <> encode('*') AND encode(l.label) IS DISTINCT FROM encode(b.text) AND NOT (b.text IS NULL AND encode(l.label) = encode('NULL'))
    ),

    -- each label stands for the same values wherever it is
    __skyline_g2 AS (
        SELECT CASE WHEN count(*) > 0 THEN error(concat('cube_check: hierarchies must have labels that stand for the same values wherever they are, since a cell is known by its labels, and "industry" has labels that do not, or that are a value too: ', count(DISTINCT key), '; FROM hierarchy_check(…) calls them labels of different values; rename them')) ELSE true END AS ok
        FROM (
            SELECT key FROM __skyline_f2 GROUP BY key HAVING count(*) <> count(DISTINCT level) * count(DISTINCT c)
            UNION ALL
            SELECT f.key FROM __skyline_f2 AS f JOIN __skyline_v2 AS b ON encode(b.text) = f.key
        )
    ),

    -- each label above a value once
    __skyline_s2 AS MATERIALIZED (
        SELECT c, min(level) AS level, any_value(label) AS label, key FROM __skyline_f2 GROUP BY c, key
    ),

    -- the labels above values, with codes behind theirs, how many values each covers, and one of them
    __skyline_a2 AS MATERIALIZED (
        SELECT key, any_value(label) AS label, min(level) AS level, count(*) AS members, min(c) AS one, (SELECT count(*) FROM __skyline_v2) + row_number() OVER (ORDER BY min(level), key) AS c
        FROM __skyline_s2
        GROUP BY key
    ),

    -- all labels
    __skyline_n2 AS MATERIALIZED (
        SELECT x.c, x.level, x.label, coalesce(arg_min(a.c, s.level) FILTER (WHERE a.c IS NOT NULL), 0) AS up, arg_min(a.label, s.level) FILTER (WHERE a.c IS NOT NULL) AS up_label,
            any_value(x.members) < (SELECT count(*) FROM __skyline_v2) AS several
        FROM (
            SELECT c, 0::BIGINT AS level, text AS label, 1 AS members, c AS one FROM __skyline_v2
            UNION ALL
            SELECT c, level, label, members, one FROM __skyline_a2
        ) AS x LEFT JOIN __skyline_s2 AS s ON s.c = x.one AND s.level > x.level LEFT JOIN __skyline_a2 AS a ON a.key = s.key AND a.members > x.members
        GROUP BY x.c, x.level, x.label
    ),

    -- what the values add up to: the labels above, and the total
    __skyline_u2 AS MATERIALIZED (
        SELECT c, 0::BIGINT AS up FROM __skyline_v2
        UNION ALL
        SELECT s.c, a.c FROM __skyline_s2 AS s JOIN __skyline_a2 AS a ON a.key = s.key
    ),

    -- there are not too many cells
    __skyline_most AS (
        SELECT CASE WHEN cells > 50000000 THEN error(concat('cube_check: the table to publish may have ', CASE WHEN cells < 1e15 THEN cells::BIGINT::VARCHAR ELSE cells::VARCHAR END, ' cells, and max_cells is 50000000; use sets := ''rollup'' or a list of what you publish, fewer columns in by, coarser values, or a larger max_cells')) ELSE true END AS ok
        FROM (
            SELECT least(1.0::DOUBLE * (x.l1 + 1) * (x.l2 + 1), x.n::DOUBLE * (x.h1 + 1) * (x.h2 + 1)) AS cells
            FROM (
                SELECT (SELECT count(*) FROM __skyline_finest) AS n,
                    (SELECT count(*) FROM __skyline_n1) AS l1, (SELECT count(DISTINCT level) FROM __skyline_n1) AS h1,
                    (SELECT count(*) FROM __skyline_n2) AS l2, (SELECT count(DISTINCT level) FROM __skyline_n2) AS h2
            ) AS x
        )
    ),

    -- all of these hold
    __skyline_guards27 AS MATERIALIZED (
        SELECT bool_and(ok) AS ok FROM (SELECT ok FROM __skyline_guards11 UNION ALL SELECT ok FROM __skyline_g1 UNION ALL SELECT ok FROM __skyline_g2 UNION ALL SELECT ok FROM __skyline_most)
    ),

    -- the finest cells, by the codes of their values
    __skyline_part2 AS MATERIALIZED (
        SELECT v1.c AS c1, v2.c AS c2, f.k, f.n, f.total, f.t
        FROM __skyline_finest AS f JOIN __skyline_guards27 ON __skyline_guards27.ok
        JOIN __skyline_v1 AS v1 ON v1.v IS NOT DISTINCT FROM f.q1
        JOIN __skyline_v2 AS v2 ON v2.v IS NOT DISTINCT FROM f.q2
    ),

    -- what these add up to, in column 2
    __skyline_part1 AS MATERIALIZED (
        SELECT x.c1 AS c1, u.up AS c2, x.k AS k, CASE WHEN x.k = 0 THEN sum(x.n) ELSE 1 END::BIGINT AS n, sum(x.total) AS total, CASE WHEN x.k = 0 THEN list_slice(list_reverse_sort(list_concat(max(list_any_value(list_slice(x.t, 1, 1)), 2), max(list_any_value(list_slice(x.t, 2, 2)), 1))), 1, 2) ELSE list_value(coalesce(TRY_CAST(sum(list_any_value(list_slice(x.t, 1, 1))) AS BIGINT), error('cube_check: value must sum to less than 9223372036854775808 for each contributor, in millionths where it has digits behind the point; divide it in a query given as tbl'))) END AS t
        FROM (FROM __skyline_part2) AS x JOIN __skyline_u2 AS u ON u.c = x.c2
        GROUP BY 1, 2, 3
    ),

    -- what these add up to, in column 1
    __skyline_part0 AS MATERIALIZED (
        SELECT u.up AS c1, x.c2 AS c2, x.k AS k, CASE WHEN x.k = 0 THEN sum(x.n) ELSE 1 END::BIGINT AS n, sum(x.total) AS total, CASE WHEN x.k = 0 THEN list_slice(list_reverse_sort(list_concat(max(list_any_value(list_slice(x.t, 1, 1)), 2), max(list_any_value(list_slice(x.t, 2, 2)), 1))), 1, 2) ELSE list_value(coalesce(TRY_CAST(sum(list_any_value(list_slice(x.t, 1, 1))) AS BIGINT), error('cube_check: value must sum to less than 9223372036854775808 for each contributor, in millionths where it has digits behind the point; divide it in a query given as tbl'))) END AS t
        FROM (FROM __skyline_part1 UNION ALL FROM __skyline_part2) AS x JOIN __skyline_u1 AS u ON u.c = x.c1
        GROUP BY 1, 2, 3
    ),

    -- all cells
    __skyline_cells AS MATERIALIZED (
        SELECT c1, c2, sum(x.n)::BIGINT AS n, sum(x.total) AS total, list_slice(list_reverse_sort(list_concat(max(list_any_value(list_slice(x.t, 1, 1)), 2), max(list_any_value(list_slice(x.t, 2, 2)), 1))), 1, 2) AS t FROM (FROM __skyline_part0 UNION ALL FROM __skyline_part1 UNION ALL FROM __skyline_part2) AS x GROUP BY c1, c2
    ),

    -- the cells to publish, and what the rules say of them
    __skyline_judged AS (
        SELECT x.c1, x.c2, x.n, x.total, list_value(CASE WHEN d1.several THEN coalesce(p1.n, 0) ELSE -1 END, CASE WHEN d2.several THEN coalesce(p2.n, 0) ELSE -1 END) AS lines, UNNEST(__skyline_cube_verdict('{"Threshold":3,"Zeros":false,"Dominance":null,"P":{"Num":1,"Den":10},"PQ":[{"Num":0,"Den":0},{"Num":0,"Den":0}],"Group":2,"Difference":0,"Unit":1}', x.n, CASE WHEN x.total < 42535295865117307932921825928971026432::HUGEINT THEN TRY_CAST(x.total >> 62 AS BIGINT) ELSE error('cube_check: value must sum to less than 2^125 in parts of a million; divide it in a query given as tbl') END, TRY_CAST(x.total & 4611686018427387903 AS BIGINT), x.t, NULL::BIGINT[], list_value(CASE WHEN d1.several THEN coalesce(p1.n, 0) ELSE -1 END, CASE WHEN d2.several THEN coalesce(p2.n, 0) ELSE -1 END)), recursive := true)
        FROM __skyline_cells AS x
        LEFT JOIN __skyline_n1 AS d1 ON d1.c = x.c1 LEFT JOIN __skyline_cells AS p1 ON p1.c2 = x.c2 AND p1.c1 = d1.up
        LEFT JOIN __skyline_n2 AS d2 ON d2.c = x.c2 LEFT JOIN __skyline_cells AS p2 ON p2.c1 = x.c1 AND p2.c2 = d2.up
    )

    SELECT d1.label AS __skyline_l1, d2.label AS __skyline_l2, d1.up_label AS __skyline_a1, d2.up_label AS __skyline_a2, d1.level AS __skyline_v1, d2.level AS __skyline_v2, r.c1 AS __skyline_c1, r.c2 AS __skyline_c2, r.lines AS __skyline_lines,
        r.rule AS __skyline_rule, r.broken AS __skyline_broken, r.achieved, r.required, r.line AS __skyline_line, r.of AS __skyline_of, r.n AS people, struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(t.x)), '(<integer>)\[\]') THEN struct_extract(struct_pack("false" := CASE WHEN NOT __skyline_has_type(typeof(list_value(t.x)), '(DECIMAL\(.*\))\[\]') THEN r.total::DOUBLE / 1000000 END, "true" := r.total::DECIMAL(38,0) * 0.000001::DECIMAL(6,6)), (__skyline_has_type(typeof(list_value(t.x)), '(DECIMAL\(.*\))\[\]'))::VARCHAR) END, "true" := r.total), (__skyline_has_type(typeof(list_value(t.x)), '(<integer>)\[\]'))::VARCHAR) AS value
    FROM (FROM __skyline_judged UNION ALL BY NAME SELECT NULL AS broken WHERE NOT EXISTS (FROM __skyline_finest)) AS r
    LEFT JOIN __skyline_n1 AS d1 ON d1.c = r.c1
    LEFT JOIN __skyline_n2 AS d2 ON d2.c = r.c2
    CROSS JOIN __skyline_types AS t
) AS r
ORDER BY r.__skyline_broken = 0, r.__skyline_rule, (CASE WHEN r.__skyline_c1 = 0 THEN 2 ELSE 0 END + CASE WHEN r.__skyline_c2 = 0 THEN 1 ELSE 0 END)::BIGINT, r.__skyline_c1, r.__skyline_c2;
