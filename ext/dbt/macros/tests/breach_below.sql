{#- A row for each sensitive value and knowledge of which somebody may become as sure as c, or surer; or one that says that nobody is in the table. -#}
{% test breach_below(model, c, qi=none, sensitive=none, l=none, k=none, m=none, person=none, weight=none, values_per_person=none, other_sensitive=none, plan=none) %}
    {%- set me = 'skyline.breach_below' -%}
    {%- do skyline._must(me, 'qi', qi, 'names', required=plan is none) -%}
    {%- for name, value in {'c': c, 'l': l, 'k': k, 'm': m}.items() -%}
        {%- do skyline._must(me, name, value, 'number', required=name == 'c') -%}
    {%- endfor -%}
    {%- do skyline._must(me, 'sensitive', sensitive, 'columns', required=plan is none) -%}
    {%- for name, value in {'other_sensitive': other_sensitive, 'person': person, 'weight': weight, 'values_per_person': values_per_person}.items() -%}
        {%- do skyline._must(me, name, value, 'text') -%}
    {%- endfor -%}
    {%- set query -%}
SELECT value, l, k, m, c, breach,
    CASE WHEN breach IS NULL THEN 'nobody is in the table' ELSE concat('somebody may become ', round(100 * breach, 2), ' % sure of a value, knowing l = ', l, ', k = ', k, ', m = ', m, '; it must be below ', round(100 * c, 2), ' %') END AS says
FROM {{ skyline.call('skyline_check', [model], {
        'qi': qi, 'sensitive': sensitive, 'c': c, 'l': l, 'k': k, 'm': m, 'person': person, 'weight': weight, 'values_per_person': values_per_person, 'other_sensitive': other_sensitive,
        'plan': skyline._plan_of_test(plan),
    }) }}
WHERE NOT safe
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
