{#- A row for each cell of a published table that everybody can compute, or nearly; or one that says that the table has no rows. -#}
{% test cube_is_safe(model, by, value, masked=none, absent=none, rules=none, total=none, grouping_column=none, kind=none, rounding=none, noise=none, hierarchies=none, also=none, known=none, negative=none, max_steps=none) %}
    {%- set me = 'skyline.cube_is_safe' -%}
    {%- do skyline._must(me, 'by', by, 'names', required=true) -%}
    {%- do skyline._must(me, 'value', value, 'text', required=true) -%}
    {%- for name, given in {'rules': rules, 'rounding': rounding}.items() -%}
        {%- do skyline._must(me, name, given, 'map') -%}
    {%- endfor -%}
    {%- for name, given in {'absent': absent, 'total': total, 'grouping_column': grouping_column, 'kind': kind}.items() -%}
        {%- do skyline._must(me, name, given, 'text') -%}
    {%- endfor -%}
    {%- for name, given in {'noise': noise, 'max_steps': max_steps}.items() -%}
        {%- do skyline._must(me, name, given, 'number') -%}
    {%- endfor -%}
    {%- set query -%}
SELECT * EXCLUDE (how, parts, __skyline_all) FROM (
    SELECT *, count(*) OVER (PARTITION BY cell) AS __skyline_all,
        CASE WHEN cell IS NULL THEN 'the table has no rows' ELSE concat(cell, ': ', count(*) FILTER (NOT safe) OVER (PARTITION BY cell), ' of ', __skyline_all, ' unsafe, ', count(*) FILTER (least = largest) OVER (PARTITION BY cell),
            ' can be computed exactly; required: ', required) END AS says
    FROM {{ skyline.call('cube_audit', [model], {
        'by': by, 'value': value, 'total': total, 'grouping_column': grouping_column, 'kind': kind, 'masked': masked, 'absent': absent, 'rounding': rounding, 'noise': noise,
        'hierarchies': hierarchies, 'also': also, 'known': known, 'rules': rules, 'negative': negative, 'max_steps': max_steps,
    }) }}
)
WHERE NOT safe
    {%- endset -%}
    {%- do skyline._tell(me, query) -%}
    {{ query }}
{% endtest %}
