-- FROM gnf_check([{'attributes': ['name', 'age'], 'lhs': ['name'], 'rhs': 'age'}], [{'lhs': ['name'], 'rhs': ['disease']}])

SELECT c0::BIGINT AS "rule_no", c1::VARCHAR AS "status", c2::BIGINT AS "guardian", c3::VARCHAR[] AS "must_enforce", c4::VARCHAR AS "path", c5::VARCHAR[] AS "lhs", c6::VARCHAR AS "rhs"
FROM (VALUES
    (1, 'unreachable', NULL, NULL, NULL, list_value('name')::VARCHAR[], 'disease')
) AS v (c0, c1, c2, c3, c4, c5, c6);
