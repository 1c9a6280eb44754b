-- FROM attack_inference('release', 'people', known := ['sex'], sensitive := 'disease', groups := 'group_id')

WITH RECURSIVE

-- the types of columns that several tables have, such as hold the values of all: a row of NULLs
__skyline_types AS MATERIALIZED (
    SELECT struct_extract(struct_pack(t := CASE WHEN NOT unite(release."disease", original."disease") THEN NULL::VARCHAR END, v := release."disease"), CASE WHEN unite(release."disease", original."disease") THEN 'v' ELSE 't' END) AS s, struct_extract(struct_pack(t := CASE WHEN NOT unite(release."group_id", original."group_id") THEN NULL::VARCHAR END, v := release."group_id"), CASE WHEN unite(release."group_id", original."group_id") THEN 'v' ELSE 't' END) AS g, NULL AS k1 FROM checked("release") AS release CROSS JOIN checked("people") AS original WHERE false
    UNION ALL
    SELECT struct_extract(struct_pack(t := CASE WHEN NOT unite(release."disease", original."disease") THEN NULL::VARCHAR END, v := original."disease"), CASE WHEN unite(release."disease", original."disease") THEN 'v' ELSE 't' END) AS s, struct_extract(struct_pack(t := CASE WHEN NOT unite(release."group_id", original."group_id") THEN NULL::VARCHAR END, v := original."group_id"), CASE WHEN unite(release."group_id", original."group_id") THEN 'v' ELSE 't' END) AS g, struct_extract(struct_pack(t := CASE WHEN NOT true THEN NULL::VARCHAR END, v := original."sex"), CASE WHEN true THEN 'v' ELSE 't' END) AS k1 FROM checked("release") AS release CROSS JOIN checked("people") AS original WHERE false
    UNION ALL
    SELECT NULL, NULL, NULL
),

-- the people of the original by their values
__skyline_original AS MATERIALIZED (
    SELECT
        text_of(s) AS s,
        text_of(k1) AS k1,
        text_of(g) AS g,
        coalesce(TRY_CAST(n AS BIGINT), error('attack_inference: original must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT s, k1, g, count(*) AS n
        FROM (
            SELECT
                canonical(original.__skyline_s) AS s,
                canonical(original.__skyline_k1) AS k1,
                canonical(original.__skyline_g) AS g
            FROM (SELECT original.*, cast_like(original."disease", t.s) AS __skyline_s, cast_like(original."sex", t.k1) AS __skyline_k1, cast_like(original."group_id", t.g) AS __skyline_g FROM checked("people") AS original CROSS JOIN __skyline_types AS t) AS original
        )
        GROUP BY s, k1, g
    )
    WHERE n > 0
),

-- the people of the release by their labels
__skyline_release AS MATERIALIZED (
    SELECT
        text_of(s) AS s,
        text_of(g) AS g,
        coalesce(TRY_CAST(n AS BIGINT), error('attack_inference: release must have at most 2^61 people, counted with their weights')) AS n
    FROM (
        SELECT s, g, count(*) AS n
        FROM (
            SELECT
                canonical(release.__skyline_s) AS s,
                canonical(release.__skyline_g) AS g
            FROM (SELECT release.*, cast_like(release."disease", t.s) AS __skyline_s, cast_like(release."group_id", t.g) AS __skyline_g FROM checked("release") AS release CROSS JOIN __skyline_types AS t) AS release
        )
        GROUP BY s, g
    )
    WHERE n > 0
),

-- how often the attacker is right: the job, and the wait for it
__skyline_inference_job AS (
    SELECT __skyline_start(
        'attack_inference', 'attack_inference',
        '{"nulls":"auto","known":1,"grouped":true,"confidence":0.95,"max_rounds":100,"max_steps":10000}',
        to_json(struct_pack(
            original := original.kept,
            release := release.kept
        ))::VARCHAR
    ) AS job, false AS done
    FROM (SELECT __skyline_gather(0, 'attack_inference', list_value(s, k1, g), n) AS kept FROM __skyline_original) AS original,
        (SELECT __skyline_gather(0, 'attack_inference', list_value(s, g), n) AS kept FROM __skyline_release) AS release
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

SELECT r.measure, r.estimate AS value, r.low, r.high, r.people, r.meaning,
    CASE WHEN r.value IS NULL OR cast_like(r.value, t.s) IS NOT NULL THEN cast_like(r.value, t.s) ELSE error('attack_inference: sensitive has a nested value whose text cannot be read back; cast the column to VARCHAR in queries given as release, original and control') END AS sensitive_value
FROM __skyline_inference AS r CROSS JOIN __skyline_types AS t
ORDER BY r.i ASC;
