{#- A call of one of Skyline's functions, to stand in FROM: positional arguments as SQL, then those named that are given. What none stands for is left to the function's default. -#}
{%- macro call(function, tables, arguments) -%}
    {%- set written = [] -%}
    {%- for table in tables -%}
        {%- do written.append(skyline.table(table)) -%}
    {%- endfor -%}
    {%- for name, value in arguments.items() if value is not none -%}
        {%- do written.append(name ~ ' := ' ~ (skyline.table(value) if name in ('original', 'hierarchies', 'everybody') else skyline.literal(value))) -%}
    {%- endfor -%}
    {#- In full, so that nobody's schema or macro comes first. -#}
    {{ 'skyline.main.' ~ function ~ '(' ~ written | join(',\n    ') ~ ')' }}
{%- endmacro -%}

{#- An error if an argument has not the shape that it must have. One that is not required may be none. -#}
{%- macro _must(who, name, value, shape, required=false) -%}
    {%- set rules = {
        'names': 'a list of column names, such as [age, sex]',
        'map': 'a map, such as {k_anonymity: 5, max_share: 0.5}',
        'number': 'a number',
        'text': 'a text',
        'columns': 'the name of a column, or a list of names, such as [disease, income]',
    } -%}
    {%- set fits = {
        'names': skyline._shape(value) | trim == 'a list',
        'map': value is mapping and value | length > 0,
        'number': value is number and value is not boolean,
        'text': value is string and value | length > 0,
        'columns': value is string and value | length > 0 or skyline._shape(value) | trim == 'a list',
    } -%}
    {%- if not fits[shape] and (required or value is not none) -%}
        {{ exceptions.raise_compiler_error(who ~ ': ' ~ name ~ ' must be ' ~ rules[shape] ~ ', and is ' ~ skyline._shape(value) | trim) }}
    {%- endif -%}
{%- endmacro -%}

{%- macro _shape(value) -%}
    {%- if value is undefined or value is none -%} missing
    {%- elif value is boolean -%} a boolean
    {%- elif value is number -%} a number
    {%- elif value is string -%} {{ 'a text' if value else 'empty' }}
    {%- elif value is mapping -%} {{ 'a map' if value else 'an empty map' }}
    {%- elif value is sequence -%} {{ 'an empty list' if not value else 'a list' if value | select('string') | list | length == value | length else 'a list of something else' }}
    {%- else -%} something else
    {%- endif -%}
{%- endmacro -%}
