-- FROM attack_inference('release', 'people', known := ['sex'], sensitive := 'disease', control := 'others', qi := ['age'])

WITH RECURSIVE

-- the types of columns that several tables have, such as hold the values of all: a row of NULLs
__skyline_types AS MATERIALIZED (
    SELECT plain_union(COLUMNS(*)) FROM (
        SELECT struct_extract(struct_pack("false" := CASE WHEN NOT unite(release."disease", original."disease", control."disease") THEN NULL::VARCHAR END, "true" := release."disease"), (unite(release."disease", original."disease", control."disease"))::VARCHAR) AS s, NULL AS k1 FROM checked("release") AS release CROSS JOIN checked("people") AS original CROSS JOIN checked("others") AS control WHERE false
        UNION ALL
        SELECT struct_extract(struct_pack("false" := CASE WHEN NOT unite(release."disease", original."disease", control."disease") THEN NULL::VARCHAR END, "true" := original."disease"), (unite(release."disease", original."disease", control."disease"))::VARCHAR) AS s, struct_extract(struct_pack("false" := CASE WHEN NOT unite(original."sex", control."sex") THEN NULL::VARCHAR END, "true" := original."sex"), (unite(original."sex", control."sex"))::VARCHAR) AS k1 FROM checked("release") AS release CROSS JOIN checked("people") AS original CROSS JOIN checked("others") AS control WHERE false
        UNION ALL
        SELECT struct_extract(struct_pack("false" := CASE WHEN NOT unite(release."disease", original."disease", control."disease") THEN NULL::VARCHAR END, "true" := control."disease"), (unite(release."disease", original."disease", control."disease"))::VARCHAR) AS s, struct_extract(struct_pack("false" := CASE WHEN NOT unite(original."sex", control."sex") THEN NULL::VARCHAR END, "true" := control."sex"), (unite(original."sex", control."sex"))::VARCHAR) AS k1 FROM checked("release") AS release CROSS JOIN checked("people") AS original CROSS JOIN checked("others") AS control WHERE false
        UNION ALL
        SELECT NULL, NULL
    )
),

-- the people of the original by their values
__skyline_original AS MATERIALIZED (
    SELECT
        c1,
        text_of(c1) AS x1,
        text_of(s) AS s,
        text_of(k1) AS k1,
        coalesce(TRY_CAST(n AS BIGINT), error('attack_inference: original must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT c1, s, k1, count(*) AS n
        FROM (
            SELECT
                canonical(original."age") AS c1,
                canonical(original.__skyline_s) AS s,
                canonical(original.__skyline_k1) AS k1
            FROM (SELECT original.*, cast_like(original."disease", t.s) AS __skyline_s, cast_like(original."sex", t.k1) AS __skyline_k1 FROM checked("people") AS original CROSS JOIN __skyline_types AS t) AS original
        )
        GROUP BY c1, s, k1
    )
    WHERE n > 0
),

-- the people of the release by their labels
__skyline_release AS MATERIALIZED (
    SELECT
        c1,
        text_of(c1) AS x1,
        text_of(s) AS s,
        coalesce(TRY_CAST(n AS BIGINT), error('attack_inference: release must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT c1, s, count(*) AS n
        FROM (
            SELECT
                canonical(release."age") AS c1,
                canonical(release.__skyline_s) AS s
            FROM (SELECT release.*, cast_like(release."disease", t.s) AS __skyline_s FROM checked("release") AS release CROSS JOIN __skyline_types AS t) AS release
        )
        GROUP BY c1, s
    )
    WHERE n > 0
),

-- the values of column 1
__skyline_values1 AS MATERIALIZED (
    SELECT any_value(v) AS v, x FROM (SELECT c1 AS v, x1 AS x FROM __skyline_original) GROUP BY x
),

-- its labels, and the texts in them that are a value or an end of a range
__skyline_labels1 AS MATERIALIZED (
    SELECT x, UNNEST(__skyline_label_said(x, type), recursive := true) FROM (SELECT DISTINCT x1 AS x FROM __skyline_release), (SELECT typeof(any_value(v)) AS type FROM __skyline_values1)
),

-- what its values are, and what its labels say in its type: as one value, and as ends
__skyline_readings1 AS (
    SELECT kind, x,
        CASE WHEN v IS NOT NULL THEN dense_rank() OVER (ORDER BY v ASC NULLS LAST) END AS rank,
        CASE
            WHEN __skyline_has_type(typeof(v), '<number>') THEN TRY_CAST(v::VARCHAR AS DOUBLE)
            WHEN __skyline_has_type(typeof(v), '<date>') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIMESTAMP)))
            WHEN __skyline_has_type(typeof(v), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS TIME)))
            WHEN __skyline_has_type(typeof(v), 'INTERVAL') THEN TRY(epoch(TRY_CAST(v::VARCHAR AS INTERVAL)))
        END AS position
    FROM (
        SELECT 'value' AS kind, x, v FROM __skyline_values1
        UNION ALL
        SELECT kind, x, CASE WHEN CASE
                WHEN typeof(t.s) = 'DATE' THEN TRY_CAST(l.said AS TIMESTAMP) IS NULL
                WHEN __skyline_has_type(typeof(t.s), 'TIME( WITH TIME ZONE|_NS)?') THEN TRY_CAST(concat('2000-01-01 ', l.said) AS TIMESTAMP) IS NULL
                ELSE false
            END THEN NULL ELSE cast_like(l.said, t.s) END AS v
        FROM __skyline_labels1 AS l, (SELECT any_value(v) AS s FROM __skyline_values1) AS t
    )
    WHERE v IS NOT NULL OR kind IN ('value', 'label')
),

-- the people of control
__skyline_control AS MATERIALIZED (
    SELECT
        text_of(s) AS s,
        text_of(k1) AS k1,
        coalesce(TRY_CAST(n AS BIGINT), error('attack_inference: control must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT s, k1, count(*) AS n
        FROM (
            SELECT
                canonical(control.__skyline_s) AS s,
                canonical(control.__skyline_k1) AS k1
            FROM (SELECT control.*, cast_like(control."disease", t.s) AS __skyline_s, cast_like(control."sex", t.k1) AS __skyline_k1 FROM checked("others") AS control CROSS JOIN __skyline_types AS t) AS control
        )
        GROUP BY s, k1
    )
    WHERE n > 0
),

-- how often the attacker is right: the job, and the wait for it
__skyline_inference_job AS (
    SELECT __skyline_start(
        'attack_inference', 'attack_inference',
        '{"qi":["age"],"nulls":"auto","known":1,"confidence":0.95,"max_rounds":100,"max_steps":10000}',
        to_json(struct_pack(
            readings := readings.kept,
            original := original.kept,
            release := release.kept,
            control := control.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_readings(0, 'attack_inference', i, kind, x, rank, position) AS kept FROM (SELECT 0 AS i, * FROM __skyline_readings1)) AS readings,
        (SELECT __skyline_gather(0, 'attack_inference', list_value(x1, s, k1), n) AS kept FROM __skyline_original) AS original,
        (SELECT __skyline_gather(0, 'attack_inference', list_value(x1, s), n) AS kept FROM __skyline_release) AS release,
        (SELECT __skyline_gather(0, 'attack_inference', list_value(s, k1), n) AS kept FROM __skyline_control) AS control
    UNION ALL
    (
        SELECT job, __skyline_wait(job) FROM __skyline_inference_job WHERE NOT done
        UNION ALL
        SELECT job, true FROM __skyline_inference_job WHERE NOT done AND __skyline_wait(job) IS NULL
    )
),

__skyline_inference AS MATERIALIZED (
    SELECT UNNEST(__skyline_attack_inference_rows(job), recursive := true) FROM __skyline_inference_job WHERE done
)

SELECT r.measure, CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN cast_like(r.value, t.s) ELSE error('attack_inference: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in queries given as release, original and control') END AS sensitive_value,
    r.estimate AS value, r.low, r.high, r.meaning, r.people
FROM __skyline_inference AS r CROSS JOIN __skyline_types AS t
ORDER BY r.i ASC;
