{#- A value of Jinja or YAML as SQL: none is NULL, a list a list, a map a STRUCT, a relation the text that names it. -#}
{%- macro literal(value) -%}
    {%- if value is undefined -%}
        {{ exceptions.raise_compiler_error('skyline.literal: value must be defined: there is a name in the call that nothing has been given to') }}
    {%- elif value is none -%}
        NULL
    {%- elif value is boolean -%}
        {{ 'true' if value else 'false' }}
    {%- elif value is number -%}
        {{ skyline._number(value) }}
    {%- elif value is string -%}
        {{ skyline._text(value) }}
    {%- elif value.render is defined and value.render is callable -%}
        {{ skyline.table(value) }}
    {%- elif value is mapping -%}
        {{ skyline._struct(value) }}
    {%- elif value.isoformat is defined -%}
        {{ skyline._text(value.isoformat()) ~ ('::TIMESTAMP' if value.hour is defined else '::DATE') }}
    {%- elif value is iterable -%}
        {%- set items = [] -%}
        {%- for item in value -%}
            {%- do items.append(skyline.literal(item)) -%}
        {%- endfor -%}
        {{ '[' ~ items | join(', ') ~ ']' }}
    {%- else -%}
        {{ exceptions.raise_compiler_error('skyline.literal: value must be none, a boolean, a number, a text, a date, a list, a map or a relation') }}
    {%- endif -%}
{%- endmacro -%}

{#- The SQL text that names a relation where Skyline takes the name of a table: of ref, source, a file, a call such as read_parquet(…), or a query in parentheses. -#}
{%- macro table(relation) -%}
    {%- if relation is undefined or relation is none or (relation | string | trim) == '' -%}
        {{ exceptions.raise_compiler_error('skyline.table: relation must name a table: give it ref(…), source(…), or a text') }}
    {%- endif -%}
    {%- set name = relation | string -%}
    {#- dbt-duckdb renders the files of a source in quotes: to read from, but no name. -#}
    {{ skyline._text('(FROM ' ~ name ~ ')' if name.startswith("'") else name) }}
{%- endmacro -%}

{%- macro _text(value) -%}
    {{ "'" ~ value | replace("'", "''") ~ "'" }}
{%- endmacro -%}

{#- adapter.quote does not double quotes. -#}
{%- macro _name(column) -%}
    {{ return('"' ~ column | replace('"', '""') ~ '"') }}
{%- endmacro -%}

{%- macro _number(value) -%}
    {%- set written = value | string | lower -%}
    {#- In SQL these are texts. -#}
    {{ skyline._text(written) ~ '::DOUBLE' if 'n' in written else written }}
{%- endmacro -%}

{%- macro _struct(value) -%}
    {%- set members = [] -%}
    {%- for name, member in value.items() -%}
        {%- do members.append(skyline._text(name | string) ~ ': ' ~ skyline.literal(member)) -%}
    {%- endfor -%}
    {{ '{' ~ members | join(', ') ~ '}' }}
{%- endmacro -%}
