{#- Says in dbt's output why a test is about to fail: dbt itself shows how many rows there are, and not what is in them. No value of the table is said. -#}
{%- macro _tell(test, query) -%}
    {%- if execute and flags.WHICH in ('build', 'test') -%}
        {%- set says = run_query('SELECT DISTINCT says FROM (' ~ query ~ ') ORDER BY ALL').columns[0].values() -%}
        {%- for line in says[:10] -%}
            {%- do log(test ~ ', ' ~ model.attached_node.split('.')[-1] ~ ': ' ~ line, info=true) -%}
        {%- endfor -%}
        {%- if says | length > 10 -%}
            {%- do log(test ~ ': and ' ~ (says | length - 10) ~ ' more', info=true) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}
