{#- A call of one of Skyline's functions, to stand in FROM: positional arguments as SQL, then those named that are given. What none stands for is left to the function's default. -#}
{%- macro call(function, tables, arguments) -%}
    {%- set written = [] -%}
    {%- for table in tables -%}
        {%- do written.append(skyline.table(table)) -%}
    {%- endfor -%}
    {%- for name, value in arguments.items() if value is not none -%}
        {%- do written.append(name ~ ' := ' ~ (skyline.table(value) if name in ('original', 'hierarchies', 'world') else skyline.literal(value))) -%}
    {%- endfor -%}
    {#- In full, so that nobody's schema or macro comes first. -#}
    {{ 'skyline.main.' ~ function ~ '(' ~ written | join(',\n    ') ~ ')' }}
{%- endmacro -%}

{#- An error if an argument that is given has not the shape that it must have: names, a map, a number or a text. -#}
{%- macro _must(who, name, value, shape) -%}
    {%- set rules = {
        'names': 'a list of column names, such as [age, sex]',
        'map': 'a map, such as {k_anonymity: 5, max_share: 0.5}',
        'number': 'a number',
        'text': 'a text',
        'boolean': 'true or false',
    } -%}
    {%- set names = value is sequence and value is not string and value is not mapping and value | select('string') | list | length == value | length -%}
    {%- set fits = {
        'names': names and value | length > 0,
        'map': value is mapping and value | length > 0,
        'number': value is number and value is not boolean,
        'text': value is string and value | length > 0,
        'boolean': value is boolean,
    } -%}
    {%- if value is not none and not fits[shape] -%}
        {{ exceptions.raise_compiler_error(who ~ ': ' ~ name ~ ' must be ' ~ rules[shape] ~ ', and is ' ~ skyline._shape(value)) }}
    {%- endif -%}
{%- endmacro -%}

{%- macro _shape(value) -%}
    {%- if value is boolean -%} a boolean
    {%- elif value is number -%} a number
    {%- elif value is string -%} {{ 'a text' if value else 'empty' }}
    {%- elif value is mapping -%} {{ 'a map' if value else 'an empty map' }}
    {%- elif value is sequence -%} {{ 'a list with something else in it' if value else 'an empty list' }}
    {%- else -%} something else
    {%- endif -%}
{%- endmacro -%}
