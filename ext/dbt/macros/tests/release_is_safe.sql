{#- A row for each requirement that does not hold. -#}
{% test release_is_safe(model, qi=none, privacy=none, sensitive=none, person=none, weight=none, values_per_person=none, absent_values=none, other_columns=none, original=none, hierarchies=none, exact_values=none, other_sensitive=none, plan=none) %}
    {%- set me = 'skyline.release_is_safe' -%}
    {%- do skyline._must(me, 'qi', qi, 'names', required=plan is none) -%}
    {%- do skyline._must(me, 'privacy', privacy, 'map', required=plan is none) -%}
    {%- do skyline._must(me, 'exact_values', exact_values, 'number') -%}
    {%- do skyline._must(me, 'sensitive', sensitive, 'columns') -%}
    {%- for name, value in {'other_sensitive': other_sensitive, 'person': person, 'weight': weight, 'values_per_person': values_per_person, 'absent_values': absent_values, 'other_columns': other_columns}.items() -%}
        {%- do skyline._must(me, name, value, 'text') -%}
    {%- endfor -%}
    {%- set query -%}
SELECT requirement, required, achieved, rule,
    concat(requirement, ' does not hold: ', rule, ', achieved ', round(achieved, 4)) AS says
FROM {{ skyline.call('release_check', [model], {
        'qi': qi, 'sensitive': sensitive, 'privacy': privacy, 'person': person, 'weight': weight, 'values_per_person': values_per_person,
        'absent_values': absent_values, 'other_columns': other_columns, 'original': original, 'hierarchies': hierarchies, 'exact_values': exact_values, 'other_sensitive': other_sensitive,
        'plan': skyline._plan_of_test(plan),
    }) }}
WHERE NOT holds
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
