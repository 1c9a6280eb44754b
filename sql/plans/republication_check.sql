-- FROM republication_check('ward', person := 'name', sensitive := 'condition', groups := ['may', 'june'], c := 0.6)

SELECT r."value", r."safe", r."low", r."high", r."c", CASE WHEN r.low IS NULL THEN 'Nobody is in the table. That proves nothing: a query that finds no row looks like this.' ELSE __skyline_releases_meaning(
    r.value::VARCHAR, list_value('may', 'june')::VARCHAR[], r.low, r.high, r.c, r.exact, r.safe, r.certain, r.people, r.undecided,
    r.cell, struct_extract(r.witness, 'people'), r.step_count, r.alone
) END AS meaning, r."exact", r."people", r."undecided", r."exact_share", r."witness"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT plain_union(COLUMNS(*))
        FROM (
            SELECT tbl."condition" AS s FROM checked("ward") AS tbl WHERE false
            UNION ALL
            SELECT NULL
        )
    ),

    -- the people; rows of one that are equal are one, and each without a person is a counterfeit of its own
    __skyline_persons AS MATERIALIZED (
        SELECT p, s, g1, g2, CASE WHEN p IS NULL THEN count(*) ELSE 1 END AS n
        FROM (
            SELECT
                canonical(tbl."name") AS p,
                canonical(tbl."condition") AS s,
                canonical(tbl."may") AS g1,
                canonical(tbl."june") AS g2
            FROM checked("ward") AS tbl
        )
        WHERE g1 IS NOT NULL OR g2 IS NOT NULL
        GROUP BY p, s, g1, g2
    ),

    -- the rows of each person agree, and a counterfeit is in one release
    __skyline_agreeing AS (
        SELECT CASE WHEN astray > 0 THEN error(concat('republication_check: person must have one value and one group in each release, and the number of rows that say otherwise of somebody is ', astray, '; make the rows of each person agree in a query given as tbl')) WHEN several > 0 THEN error('republication_check: person must not be NULL where a row is in several releases, since a counterfeit is a row of one; give these people a name, or split the rows') ELSE true END AS ok
        FROM (
            SELECT count(p) - count(DISTINCT p) AS astray, count(*) FILTER (WHERE p IS NULL AND (g1 IS NOT NULL)::INT + (g2 IS NOT NULL)::INT > 1) AS several
            FROM __skyline_persons
        )
    ),

    -- how many of them have which labels and which value, as texts
    __skyline_counted AS (
        SELECT list_value(text_of(g1), text_of(g2), text_of(s), CASE WHEN counterfeit THEN 'counterfeit' END) AS v, n
        FROM (SELECT g1, g2, s, p IS NULL AS counterfeit, sum(n)::BIGINT AS n FROM __skyline_persons GROUP BY ALL)
    ),

    -- what the releases together tell of each value: the job, and the wait for it
    __skyline_verdicts_job AS (
        SELECT __skyline_start(
            'republication_check', 'republication_check',
            '{"releases":["may","june"],"named":{"where":"value","column":"condition","shown":true},"points":[{"l":"0","k":"0","m":"0","c":"0.6"}],"max_steps":2000000000}',
            to_json(struct_pack(cells := cells.kept))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_gather(0, 'republication_check', v, n) AS kept FROM __skyline_counted) AS cells JOIN __skyline_agreeing ON __skyline_agreeing.ok
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_verdicts_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_verdicts_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_verdicts AS MATERIALIZED (
        SELECT UNNEST(__skyline_republication_check_rows(job), recursive := true) FROM __skyline_verdicts_job WHERE done
    )

    SELECT
        cast_like(r.value, t.s) AS value, r.low, r.high, r.exact, r.safe, r.people, r.undecided, r.exact_share,
        CASE WHEN r.cell IS NOT NULL THEN struct_pack(groups := struct_pack("may" := list_any_value(list_slice(r.cell, 1, 1)), "june" := list_any_value(list_slice(r.cell, 2, 2))), people := r.cell_people, steps := r.steps) END AS witness,
        r.cell, r.c, r.certain, r.step_count, r.alone
    FROM __skyline_verdicts AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('republication_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST
) AS r;
