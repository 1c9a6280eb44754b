-- A published table, by cube_protect or masked by hand.
{%- set rows = '(SELECT * FROM (VALUES (\'north\', \'f\', 60), (\'north\', \'m\', 3), (\'south\', \'f\', 40), (\'south\', \'m\', 41), (\'west\', \'f\', 25), (\'west\', \'m\', 31)) t(region, sex, n))' %}
{%- if var('counts') == 'protected' %}
SELECT region, sex, grouping, value FROM {{ skyline.call('cube_protect', [rows], {'by': ['region', 'sex'], 'weight': 'n', 'rules': {'threshold': 5}}) }}
{%- else %}
SELECT region, sex, GROUPING_ID(region, sex) AS grouping, CASE WHEN sum(n) >= 5 THEN sum(n) END AS value FROM {{ rows }} WHERE {{ var('kept') }} GROUP BY CUBE(region, sex) HAVING {{ var('kept') }}
{%- endif %}
