(FROM {{ ref('tables') }}) EXCEPT (SELECT i, 3 FROM range(1, 6) r(i))
UNION ALL
SELECT count(*), NULL FROM {{ ref('tables') }} HAVING count(*) <> 5
