-- FROM knowledge_check('patients', qi := ['age', 'zip'], sensitive := 'disease', known := ['sex'], prior := 'beliefs')

SELECT r."value", r."c", r."breach", r."safe", r."people", r."rate", r."share", r."witness", __skyline_belief_meaning(
    r.value::VARCHAR, r.breach, r.c, r.safe, r.certain, r.rate, r.share, struct_extract(r.witness, 'target_people'), struct_extract(r.witness, 'target_having'),
    list_value('age', 'zip')::VARCHAR[], list_value(struct_extract(struct_extract(r.witness, 'target_group'), 'age')::VARCHAR, struct_extract(struct_extract(r.witness, 'target_group'), 'zip')::VARCHAR), list_value('sex')::VARCHAR[], list_value(struct_extract(struct_extract(r.witness, 'target_class'), 'sex')::VARCHAR)
) AS meaning, r."attribute"
FROM (
    WITH RECURSIVE

    -- the columns' own types: a row of NULLs
    __skyline_types AS (
        SELECT tbl."disease" AS s, tbl."age" AS o1, tbl."zip" AS o2, tbl."sex" AS o3 FROM checked("patients") AS tbl WHERE false
        UNION ALL
        SELECT NULL, NULL, NULL, NULL
    ),

    -- the QI groups: their people, and how often each sensitive value occurs
    __skyline_groups AS (
        SELECT q1, q2, q3, __skyline_histogram(0, counted(s), 1) AS h
        FROM (
            SELECT canonical(tbl."age") AS q1, canonical(tbl."zip") AS q2, canonical(tbl."sex") AS q3, tbl."disease" AS s
            FROM checked("patients") AS tbl
        )
        GROUP BY q1, q2, q3
    ),

    -- the types of the columns of prior: a row of NULLs
    __skyline_prior_types AS (
        SELECT prior."sex" AS k1 FROM checked("beliefs") AS prior WHERE false UNION ALL SELECT NULL
    ),

    -- the people of each class in each QI group, and the rules about classes
    __skyline_parts AS MATERIALIZED (
        SELECT g, dense_rank() OVER (ORDER BY k1 ASC NULLS LAST) AS class, q1, q2, q3, h, value, rate
        FROM (
            SELECT struct_extract(struct_pack(t := CASE WHEN NOT unite(t.o3, y.k1) THEN text_of(q3) END, v := q3), CASE WHEN unite(t.o3, y.k1) THEN 'v' ELSE 't' END) AS k1, dense_rank() OVER (ORDER BY q1 ASC NULLS LAST, q2 ASC NULLS LAST) AS g, q1, q2, q3, h, NULL AS value, NULL AS rate
            FROM __skyline_groups CROSS JOIN __skyline_types AS t CROSS JOIN __skyline_prior_types AS y
            UNION ALL
            SELECT k1, NULL, NULL, NULL, NULL, NULL, text_of(s), rate
            FROM (
                SELECT
                    struct_extract(struct_pack(t := CASE WHEN NOT unite(t.o3, y.k1) THEN text_of(prior."sex") END, v := canonical(prior."sex")), CASE WHEN unite(t.o3, y.k1) THEN 'v' ELSE 't' END) AS k1, cast_like(prior."disease", t.s) AS s,
                    CASE WHEN prior."disease" IS NULL OR cast_like(prior."disease", t.s) IS NOT NULL AND NOT (__skyline_has_type(typeof(prior."disease"), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|DATE|TIMESTAMP[^\[]*') AND cast_like(cast_like(prior."disease", t.s), prior."disease") IS DISTINCT FROM prior."disease")
                        THEN CASE WHEN NOT __skyline_has_type(typeof(prior.rate), 'U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\([0-9,]*\)|BIGNUM|VARINT|"NULL"') THEN error('knowledge_check: prior must have numbers in the column rate; cast it in a query given as prior') WHEN prior.rate IS NULL THEN error('knowledge_check: prior must not have NULL in the column rate; leave such rows out in a query given as prior: what is not listed shares what is left of 1') WHEN TRY_CAST(prior.rate AS DOUBLE) BETWEEN 0 AND 1 THEN TRY_CAST(prior.rate AS DOUBLE) ELSE error('knowledge_check: prior must have rates from 0 to 1; 0.3 % is 0.003') END ELSE error('knowledge_check: prior must have values of the type of the sensitive column; cast them in a query given as prior') END AS rate
                FROM checked("beliefs") AS prior CROSS JOIN __skyline_types AS t CROSS JOIN __skyline_prior_types AS y
            )
        )
    ),

    -- the largest probability of each value, for who believes the rates: the job, and the wait for it
    __skyline_rows_job AS (
        SELECT __skyline_start(
            'knowledge_check', 'belief',
            '{"c":0.5,"max_steps":10000000000}',
            to_json(struct_pack(beliefs := x.beliefs))::VARCHAR
        ) AS job, false AS done
        FROM (SELECT __skyline_beliefs(0, 'knowledge_check', class, g, h, value, rate) AS beliefs FROM __skyline_parts) AS x
        UNION ALL
        (
            SELECT job, __skyline_wait(job) FROM __skyline_rows_job WHERE NOT done
            UNION ALL
            SELECT job, true FROM __skyline_rows_job WHERE NOT done AND __skyline_wait(job) IS NULL
        )
    ),

    __skyline_rows AS MATERIALIZED (
        SELECT UNNEST(__skyline_belief_rows(job), recursive := true) FROM __skyline_rows_job WHERE done
    )

    SELECT
        cast_like(r.value, t.s) AS value, '0.5'::DOUBLE AS c, r.breach, r.safe, r.people, r.rate, r.share,
        struct_pack(
            target_group := struct_pack("age" := in_own_type(w.q1, t.o1), "zip" := in_own_type(w.q2, t.o2)), target_people := r.target_people, target_having := r.target_having,
            target_class := struct_pack("sex" := in_own_type(w.q3, t.o3)), class_people := r.class_people
        ) AS witness, 'disease' AS attribute, r.certain
    FROM __skyline_rows AS r JOIN __skyline_types AS t
        ON CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN true ELSE error('knowledge_check: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in a query given as tbl') IS NULL END JOIN __skyline_parts AS w ON w.g = r.g AND w.class = r.class
    ORDER BY list_value(cast_like(r.value, t.s)) ASC NULLS LAST, encode(r.value) ASC NULLS LAST
) AS r;
