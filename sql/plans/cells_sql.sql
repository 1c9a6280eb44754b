-- FROM cells_sql('people', qi := ['age', 'sex'], sensitive := 'disease', types := {'age': 'INTEGER', 'sex': 'VARCHAR', 'disease': 'VARCHAR'})

SELECT c0::VARCHAR AS "step", c1::VARCHAR AS "sql"
FROM (VALUES
    ('cells', 'SELECT
    "r"."skyline_g1" AS "age",
    decode("r"."skyline_g2") AS "sex",
    decode("r"."skyline_g3") AS "disease",
    count(*) AS "people"
FROM (
    SELECT
        "t"."age" AS "skyline_g1",
        encode(CAST("t"."sex" AS VARCHAR)) AS "skyline_g2",
        encode(CAST("t"."disease" AS VARCHAR)) AS "skyline_g3"
    FROM "people" AS "t"
) AS "r"
GROUP BY "r"."skyline_g1", "r"."skyline_g2", "r"."skyline_g3"')
) AS v (c0, c1);
