-- A table that is called as nothing should be, with columns of the same kind.
{{ config(alias="order by it's") }}
SELECT 20 + i % 2 AS "select", 'x' AS "O'Brien ""ü""" FROM range(6) r(i)
