-- FROM gnf_rules([{'lhs': ['name'], 'rhs': ['disease']}])

SELECT c0::BIGINT AS "rule_no", c1::VARCHAR[] AS "lhs", c2::VARCHAR AS "rhs", c3::BOOLEAN AS "kept", c4::BIGINT AS "implied_by", c5::BIGINT AS "from_rule", c6::BOOLEAN AS "exposed", c7::VARCHAR AS "note"
FROM (VALUES
    (1, list_value('name')::VARCHAR[], 'disease', true, NULL, NULL, false, NULL)
) AS v (c0, c1, c2, c3, c4, c5, c6, c7);
