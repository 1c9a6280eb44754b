{#- A row for each column that tells who somebody is: nearly everybody is alone with their value, or it looks like one of HIPAA's identifiers; or for each column of a table in which nobody is. -#}
{% test no_identifying_columns(model, columns=none, ignore=none, person=none, weight=none) %}
    {%- set me = 'skyline.no_identifying_columns' -%}
    {%- do skyline._must(me, 'columns', columns, 'names') -%}
    {%- do skyline._must(me, 'ignore', ignore, 'names') -%}
    {%- do skyline._must(me, 'person', person, 'text') -%}
    {%- do skyline._must(me, 'weight', weight, 'text') -%}
    {%- set query -%}
SELECT attribute, role, hint, unique_people,
    CASE WHEN distinct_values = 0 AND nulls = 0 THEN 'nobody is in the table' ELSE concat('the column ', attribute, CASE role WHEN 'identifier' THEN ' identifies people: so many are alone with their value: ' || unique_people END,
           CASE WHEN hint IS NOT NULL THEN CASE role WHEN 'identifier' THEN '; it' ELSE '' END || ' looks like an identifier: ' || hint END) END AS says
FROM {{ skyline.call('column_profile', [model], {'columns': columns, 'person': person, 'weight': weight}) }}
WHERE (role = 'identifier' OR hint IS NOT NULL OR distinct_values = 0 AND nulls = 0) AND attribute NOT IN {{ skyline.literal(ignore or ['']) }}
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
