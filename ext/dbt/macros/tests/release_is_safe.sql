{#- A row for each requirement that does not hold. -#}
{% test release_is_safe(model, qi, privacy, sensitive=none, person=none, weight=none, values_per_person=none, absent=none, others=none, original=none, hierarchies=none, exact_values=none, known=none) %}
    {%- set me = 'skyline.release_is_safe' -%}
    {%- do skyline._must(me, 'qi', qi, 'names', required=true) -%}
    {%- do skyline._must(me, 'privacy', privacy, 'map', required=true) -%}
    {%- do skyline._must(me, 'exact_values', exact_values, 'number') -%}
    {%- do skyline._must(me, 'sensitive', sensitive, 'columns') -%}
    {%- for name, value in {'known': known, 'person': person, 'weight': weight, 'values_per_person': values_per_person, 'absent': absent, 'others': others}.items() -%}
        {%- do skyline._must(me, name, value, 'text') -%}
    {%- endfor -%}
    {%- set query -%}
SELECT requirement, required, achieved, rule,
    concat(requirement, ' does not hold: ', rule, ', achieved ', round(achieved, 4)) AS says
FROM {{ skyline.call('release_check', [model], {
        'qi': qi, 'sensitive': sensitive, 'privacy': privacy, 'person': person, 'weight': weight, 'values_per_person': values_per_person,
        'absent': absent, 'others': others, 'original': original, 'hierarchies': hierarchies, 'exact_values': exact_values, 'known': known,
    }) }}
WHERE NOT holds
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
