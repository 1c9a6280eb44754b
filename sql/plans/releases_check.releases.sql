-- FROM releases_check('ward', person := 'name', sensitive := 'condition', releases := ['release_may', 'release_june'], qi := [['age'], ['age', 'district']], value := 'flu')

SELECT r."value", r."low", r."high", r."exact", r."safe", r."people", r."undecided", r."exact_share", r."witness", __skyline_releases_meaning(
    r.value::VARCHAR, list_value('release_may', 'release_june')::VARCHAR[], r.low, r.high, r.c, r.exact, r.safe, r.certain, r.people, r.undecided,
    r.cell, struct_extract(r.witness, 'people'), r.step_count, r.alone
) AS meaning
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT tbl."condition" AS s FROM checked("ward") AS tbl WHERE false
        UNION ALL
        SELECT NULL
    ),

    -- the people; rows of one that are equal are one, and each without a person is a counterfeit of its own
    __skyline_persons AS MATERIALIZED (
        SELECT p, s, g1, g2, CASE WHEN p IS NULL THEN count(*) ELSE 1 END AS n
        FROM (
            SELECT
                canonical(tbl."name") AS p,
                canonical(tbl."condition") AS s,
                canonical(tbl."age") AS g1,
                canonical(tbl."district") AS g2
            FROM checked("ward") AS tbl
        )
        GROUP BY p, s, g1, g2
    ),

    -- the rows of each person agree, and a counterfeit is in one release
    __skyline_agreeing AS (
        SELECT CASE WHEN astray > 0 THEN error(concat('releases_check: person must have one value and the same qi everywhere, and the number of rows that say otherwise of somebody is ', astray, '; make the rows of each person agree in a query given as tbl')) WHEN several > 0 THEN error('releases_check: person must not be NULL where releases are given, since nobody can tell which of their groups a counterfeit is in; say it by columns of labels, as groups') ELSE true END AS ok
        FROM (
            SELECT count(p) - count(DISTINCT p) AS astray, count(*) FILTER (WHERE p IS NULL) AS several
            FROM __skyline_persons
        )
    ),

    -- how many of them have which labels and which value, as texts
    __skyline_counted AS (
        SELECT list_value(text_of(g1), text_of(g2), text_of(s), CASE WHEN counterfeit THEN 'counterfeit' END) AS v, n
        FROM (SELECT g1, g2, s, p IS NULL AS counterfeit, sum(n)::BIGINT AS n FROM __skyline_persons GROUP BY ALL)
    ),

    -- the rows of a release, as texts, with how many are equal
    __skyline_released1 AS MATERIALIZED (
        SELECT x1, x2, x, count(*) AS n
        FROM (
            SELECT
                text_of(canonical(released."age")) AS x1,
                NULL::VARCHAR AS x2,
                text_of(canonical(released."condition")) AS x
            FROM checked("release_may") AS released
        )
        GROUP BY x1, x2, x
    ),

    -- the values of column 1
    __skyline_values1 AS MATERIALIZED (
        SELECT any_value(v) AS v, x FROM (SELECT g1 AS v, text_of(g1) AS x FROM __skyline_persons) GROUP BY x
    ),

    -- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
    __skyline_labels1 AS MATERIALIZED (
        SELECT
            x,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
        FROM (
            SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
            FROM (SELECT DISTINCT x1 AS x FROM __skyline_released1)
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

    -- the rows of a release, as texts, with how many are equal
    __skyline_released2 AS MATERIALIZED (
        SELECT x1, x2, x, count(*) AS n
        FROM (
            SELECT
                text_of(canonical(released."age")) AS x1,
                text_of(canonical(released."district")) AS x2,
                text_of(canonical(released."condition")) AS x
            FROM checked("release_june") AS released
        )
        GROUP BY x1, x2, x
    ),

    -- the values of column 2
    __skyline_values2 AS MATERIALIZED (
        SELECT any_value(v) AS v, x FROM (SELECT g1 AS v, text_of(g1) AS x FROM __skyline_persons) GROUP BY x
    ),

    -- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
    __skyline_labels2 AS MATERIALIZED (
        SELECT
            x,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
        FROM (
            SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
            FROM (SELECT DISTINCT x1 AS x FROM __skyline_released2)
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
        SELECT any_value(v) AS v, x FROM (SELECT g2 AS v, text_of(g2) AS x FROM __skyline_persons) GROUP BY x
    ),

    -- its labels, and the ends of those that are intervals; 20 or NULL is one from 20 to 20
    __skyline_labels3 AS MATERIALIZED (
        SELECT
            x,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 1) ELSE alone END AS low,
            CASE WHEN regexp_full_match(x, '(?s)\[(.*?), (.*)\](?: or NULL)?') THEN regexp_extract(x, '(?s)\[(.*?), (.*)\](?: or NULL)?', 2) ELSE alone END AS high
        FROM (
            SELECT x, CASE WHEN regexp_full_match(x, '(?s)(.*) or NULL') THEN regexp_extract(x, '(?s)(.*) or NULL', 1) END AS alone
            FROM (SELECT DISTINCT x2 AS x FROM __skyline_released2)
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

    -- the rows of all releases, each with the number of its release
    __skyline_released AS (
        SELECT list_value('0', x1, x2, x) AS v, n FROM __skyline_released1
        UNION ALL
        SELECT list_value('1', x1, x2, x) AS v, n FROM __skyline_released2
    ),

    -- the points of knowledge, with values as the sensitive column's type writes them
    __skyline_points AS (
        SELECT i, CASE WHEN given THEN coalesce(text_of(s), error('releases_check: value must be of the type of the sensitive column')) END AS value, l, k, m, c
        FROM (
            SELECT v.i, v.value IS NOT NULL AS given, cast_like(v.value, t.s) AS s, v.l, v.k, v.m, v.c
            FROM (VALUES (0, 'flu', 0, 0, 0, '0.5'::DOUBLE)) AS v (i, value, l, k, m, c), __skyline_types AS t
        )
    ),

    -- what the releases together tell of each value: the job, and the wait for it
    __skyline_verdicts_job AS (
        SELECT __skyline_start(
            'releases_check', 'releases_check',
            '{"releases":["release_may","release_june"],"named":{"where":"value","column":"condition","shown":true},"max_steps":2000000000,"given":[{"columns":["age"],"known":[0],"first":0},{"columns":["age","district"],"known":[0,1],"first":1}]}',
            to_json(struct_pack(
                points := (SELECT list(struct_pack(value := value, l := l::VARCHAR, k := k::VARCHAR, m := m::VARCHAR, c := c::VARCHAR) ORDER BY i ASC) FROM __skyline_points),
                cells := cells.kept,
                released := released.kept,
                readings := readings.kept
            ))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_gather(0, 'releases_check', v, n) AS kept FROM __skyline_counted) AS cells,
            (SELECT __skyline_gather(0, 'releases_check', v, n) AS kept FROM __skyline_released) AS released,
            (SELECT __skyline_readings(0, 'releases_check', i, kind, x, rank, position) AS kept FROM (SELECT 0 AS i, * FROM __skyline_readings1
                UNION ALL
                SELECT 1 AS i, * FROM __skyline_readings2
                UNION ALL
                SELECT 2 AS i, * FROM __skyline_readings3)) AS readings JOIN __skyline_agreeing ON __skyline_agreeing.ok
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_verdicts_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_verdicts_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_verdicts AS MATERIALIZED (
        SELECT UNNEST(__skyline_releases_check_rows(job), recursive := true) FROM __skyline_verdicts_job WHERE done
    )

    SELECT
        cast_like(r.value, t.s) AS value, r.low, r.high, r.exact, r.safe, r.people, r.undecided, r.exact_share,
        CASE WHEN r.cell IS NOT NULL THEN struct_pack(groups := struct_pack("release_may" := list_extract(r.cell, 1), "release_june" := list_extract(r.cell, 2)), people := r.cell_people, steps := r.steps) END AS witness,
        r.cell, r.c, r.certain, r.step_count, r.alone
    FROM __skyline_verdicts AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('releases_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST
) AS r;
