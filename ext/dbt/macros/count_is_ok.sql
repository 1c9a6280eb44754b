{#- Nothing, if the step count says that the release is that of the map, and of the table that was counted; an error if not. Where it stands alone, in a test, no row. -#}
{%- macro count_is_ok(people, release) -%}
    {%- set count = skyline.statement('count', people=people, release=release) -%}
    {%- if execute -%}
        {%- set row = run_query(count).rows[0] -%}
        {%- if row['ok'] != 1 -%}
            {{ exceptions.raise_compiler_error('skyline.count_is_ok: the table is not what was counted, and must not be released: of ' ~ row['rows'] ~ ' rows ' ~ row['new'] ~ ' are new, and ' ~ row['changed'] ~ ' combinations have changed; build the cells again') }}
        {%- endif -%}
    {%- endif -%}
    SELECT 1 AS not_ok WHERE 1 = 0
{%- endmacro -%}
