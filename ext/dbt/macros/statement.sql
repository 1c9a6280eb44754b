{#- The query of a step, as DuckDB has written it: about skyline.people, skyline.map and skyline.release, in whose places it puts dbt's relations. -#}
{%- macro statement(step, people=none, release=none) -%}
    {%- set written = source('skyline', 'skyline_counting' if step == 'cells' else 'skyline_statements') -%}
    {%- set relations = {'people': people, 'release': release, 'map': source('skyline', 'skyline_map') if step in ('release', 'count') else none} -%}
    {%- if execute -%}
        {%- set found = run_query('SELECT query FROM ' ~ written ~ " WHERE step = '" ~ step ~ "'").columns[0].values() -%}
        {%- if found | length != 1 -%}
            {{ exceptions.raise_compiler_error('skyline.statement: ' ~ written ~ ' must have one row of the step ' ~ step ~ ', and has ' ~ found | length ~ '; build the project that decides first') }}
        {%- endif -%}
        {%- set result = namespace(query=found[0]) -%}
        {%- for name, relation in relations.items() if relation -%}
            {%- set result.query = result.query | replace(adapter.quote('skyline') ~ '.' ~ adapter.quote(name), relation | string) -%}
        {%- endfor -%}
        {{ result.query }}
    {%- endif -%}
{%- endmacro -%}
