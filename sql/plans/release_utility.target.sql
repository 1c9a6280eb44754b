-- FROM release_utility('patients', 'release', qi := ['age', 'zip'], hierarchies := 'h', target := 'disease', test := 'later')

WITH RECURSIVE

-- the people of the original by their values
__skyline_original AS MATERIALIZED (
    SELECT
        c1,
        c2,
        c3,
        text_of(c1) AS x1,
        text_of(c2) AS x2,
        text_of(c3) AS x3,
        coalesce(TRY_CAST(n AS BIGINT), error('release_utility: original must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT c1, c2, c3, count(*) AS n
        FROM (
            SELECT
                canonical(original."age") AS c1,
                canonical(original."zip") AS c2,
                canonical(original."disease") AS c3
            FROM checked("patients") AS original
        )
        GROUP BY c1, c2, c3
    )
    WHERE n > 0
),

-- the people of the release by their labels
__skyline_release AS MATERIALIZED (
    SELECT
        c1,
        c2,
        c3,
        text_of(c1) AS x1,
        text_of(c2) AS x2,
        text_of(c3) AS x3,
        text_of(g) AS g,
        coalesce(TRY_CAST(n AS BIGINT), error('release_utility: release must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT c1, c2, c3, g, count(*) AS n
        FROM (
            SELECT
                canonical(release."age") AS c1,
                canonical(release."zip") AS c2,
                canonical(release."disease") AS c3,
                canonical(release."group_id") AS g
            FROM checked("release") AS release
        )
        GROUP BY c1, c2, c3, g
    )
    WHERE n > 0
),

-- the people of the test table by their values
__skyline_test AS MATERIALIZED (
    SELECT
        c1,
        c2,
        c3,
        text_of(c1) AS x1,
        text_of(c2) AS x2,
        text_of(c3) AS x3,
        coalesce(TRY_CAST(n AS BIGINT), error('release_utility: test must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT c1, c2, c3, count(*) AS n
        FROM (
            SELECT
                canonical(test."age") AS c1,
                canonical(test."zip") AS c2,
                canonical(test."disease") AS c3
            FROM checked("later") AS test
        )
        GROUP BY c1, c2, c3
    )
    WHERE n > 0
),

-- the values of column 1
__skyline_values1 AS MATERIALIZED (
    SELECT any_value(v) AS v, x FROM (SELECT c1 AS v, x1 AS x FROM __skyline_original UNION ALL SELECT c1 AS v, x1 AS x FROM __skyline_test) GROUP BY x
),

-- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
__skyline_labels1 AS MATERIALIZED (
    SELECT
        x,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
    FROM (
        SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
        FROM (SELECT DISTINCT x1 AS x FROM __skyline_release)
    )
),

-- what its values are, and what its labels say in its type: as one value, and as ends
__skyline_readings1 AS (
    SELECT kind, x,
        CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
            WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
            WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
        END AS position
    FROM (
        SELECT 'value' AS kind, x, v FROM __skyline_values1
        UNION ALL
        SELECT kind, x, CASE WHEN CASE
                WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(text AS TIMESTAMP) IS NULL
                WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', text) AS TIMESTAMP) IS NULL
                ELSE false
            END THEN NULL ELSE cast_like(text, t.s) END AS v
        FROM (
            SELECT 'label' AS kind, x, x AS text FROM __skyline_labels1
            UNION ALL
            SELECT 'low', x, low FROM __skyline_labels1 WHERE low IS NOT NULL
            UNION ALL
            SELECT 'high', x, high FROM __skyline_labels1 WHERE high IS NOT NULL
        ), (SELECT any_value(v) AS s FROM __skyline_values1) AS t
    )
    WHERE v IS NOT NULL OR kind IN ('value', 'label')
),

-- the values of column 2
__skyline_values2 AS MATERIALIZED (
    SELECT any_value(v) AS v, x FROM (SELECT c2 AS v, x2 AS x FROM __skyline_original UNION ALL SELECT c2 AS v, x2 AS x FROM __skyline_test) GROUP BY x
),

-- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
__skyline_labels2 AS MATERIALIZED (
    SELECT
        x,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
    FROM (
        SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
        FROM (SELECT DISTINCT x2 AS x FROM __skyline_release)
    )
),

-- what its values are, and what its labels say in its type: as one value, and as ends
__skyline_readings2 AS (
    SELECT kind, x,
        CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
            WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
            WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
        END AS position
    FROM (
        SELECT 'value' AS kind, x, v FROM __skyline_values2
        UNION ALL
        SELECT kind, x, CASE WHEN CASE
                WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(text AS TIMESTAMP) IS NULL
                WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', text) AS TIMESTAMP) IS NULL
                ELSE false
            END THEN NULL ELSE cast_like(text, t.s) END AS v
        FROM (
            SELECT 'label' AS kind, x, x AS text FROM __skyline_labels2
            UNION ALL
            SELECT 'low', x, low FROM __skyline_labels2 WHERE low IS NOT NULL
            UNION ALL
            SELECT 'high', x, high FROM __skyline_labels2 WHERE high IS NOT NULL
        ), (SELECT any_value(v) AS s FROM __skyline_values2) AS t
    )
    WHERE v IS NOT NULL OR kind IN ('value', 'label')
),

-- the values of column 3
__skyline_values3 AS MATERIALIZED (
    SELECT any_value(v) AS v, x FROM (SELECT c3 AS v, x3 AS x FROM __skyline_original UNION ALL SELECT c3 AS v, x3 AS x FROM __skyline_test) GROUP BY x
),

-- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
__skyline_labels3 AS MATERIALIZED (
    SELECT
        x,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
        CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
    FROM (
        SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
        FROM (SELECT DISTINCT x3 AS x FROM __skyline_release)
    )
),

-- what its values are, and what its labels say in its type: as one value, and as ends
__skyline_readings3 AS (
    SELECT kind, x,
        CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
        CASE
            WHEN __skyline_has_type(typeof(v), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), 'DATE|TIMESTAMP[^\[]*') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
            WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
            WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
        END AS position
    FROM (
        SELECT 'value' AS kind, x, v FROM __skyline_values3
        UNION ALL
        SELECT kind, x, CASE WHEN CASE
                WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(text AS TIMESTAMP) IS NULL
                WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', text) AS TIMESTAMP) IS NULL
                ELSE false
            END THEN NULL ELSE cast_like(text, t.s) END AS v
        FROM (
            SELECT 'label' AS kind, x, x AS text FROM __skyline_labels3
            UNION ALL
            SELECT 'low', x, low FROM __skyline_labels3 WHERE low IS NOT NULL
            UNION ALL
            SELECT 'high', x, high FROM __skyline_labels3 WHERE high IS NOT NULL
        ), (SELECT any_value(v) AS s FROM __skyline_values3) AS t
    )
    WHERE v IS NOT NULL OR kind IN ('value', 'label')
),

-- what the release costs: the job, and the wait for it
__skyline_measures_job AS (
    SELECT __skyline_start(
        'release_utility', 'utility',
        '{"qi":["age","zip"],"target":"disease","grouped":true,"seed":0,"nulls":"auto"}',
        to_json(struct_pack(
            readings := readings.kept,
            original := original.kept,
            release := release.kept,
            test := test.kept,
            hierarchies := hierarchies.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_readings(0, 'release_utility', i, kind, x, rank, position) AS kept FROM (SELECT 0 AS i, * FROM __skyline_readings1
            UNION ALL
            SELECT 1 AS i, * FROM __skyline_readings2
            UNION ALL
            SELECT 2 AS i, * FROM __skyline_readings3)) AS readings,
        (SELECT __skyline_gather(0, 'release_utility', list_value(x1, x2, x3), n) AS kept FROM __skyline_original) AS original,
        (SELECT __skyline_gather(0, 'release_utility', list_value(x1, x2, x3, g), n) AS kept FROM __skyline_release) AS release,
        (SELECT __skyline_gather(0, 'release_utility', list_value(x1, x2, x3), n) AS kept FROM __skyline_test) AS test,
        (SELECT __skyline_nodes(0, 'release_utility', h.attribute::VARCHAR, TRY(TRY_CAST(h.level AS BIGINT)), h.value::VARCHAR, h.label::VARCHAR) AS kept FROM checked("h") AS h WHERE h.label IS NOT NULL) AS hierarchies
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_measures_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_measures_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_measures AS MATERIALIZED (
    SELECT UNNEST(__skyline_utility_rows(job), recursive := true) FROM __skyline_measures_job WHERE done
)

SELECT measure, value, attribute FROM __skyline_measures ORDER BY i ASC;
