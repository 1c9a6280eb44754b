{#- A row for each column that tells who somebody is: nearly everybody is alone with their value, or it looks like one of HIPAA's identifiers. -#}
{% test no_identifying_columns(model, columns=none, ignore=none, person=none, weight=none) %}
    {%- set me = 'skyline.no_identifying_columns' -%}
    {%- do skyline._must(me, 'columns', columns, 'names') -%}
    {%- do skyline._must(me, 'ignore', ignore, 'names') -%}
    {%- do skyline._must(me, 'person', person, 'text') -%}
    {%- do skyline._must(me, 'weight', weight, 'text') -%}
    {%- set query -%}
SELECT attribute, role, hint, unique_people,
    concat('the column ', attribute, CASE role WHEN 'identifier' THEN ' identifies people: so many are alone with their value: ' || unique_people END,
           CASE WHEN hint IS NOT NULL THEN CASE role WHEN 'identifier' THEN '; it' ELSE '' END || ' looks like an identifier: ' || hint END) AS says
FROM {{ skyline.call('column_profile', [model], {'columns': columns, 'person': person, 'weight': weight}) }}
WHERE (role = 'identifier' OR hint IS NOT NULL) AND attribute NOT IN {{ skyline.literal(ignore or ['']) }}
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
