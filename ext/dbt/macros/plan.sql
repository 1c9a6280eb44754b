{#- The rows of a plan, as maps of texts: of a seed, a model or another table. -#}
{%- macro _plan_rows(relation) -%}
    {{ return(fromjson(run_query('SELECT to_json(coalesce(list(p), []))::VARCHAR AS plan FROM (SELECT COLUMNS(*)::VARCHAR FROM ' ~ relation ~ ') AS p').rows[0][0])) }}
{%- endmacro -%}

{#- The relation that a config names: ref cannot be in a config. -#}
{%- macro _plan_named(me, plan) -%}
    {%- do skyline._must(me, 'plan', plan, 'text', required=true) -%}
    {%- set names = modules.re.findall("['\"]([^'\"]+)['\"]", plan) if plan.strip().startswith('ref(') else [plan] -%}
    {%- for node in model.depends_on.nodes if names and ('.' ~ names[-1] ~ '.') in (node ~ '.') -%}
        {{ return(ref(*names)) }}
    {%- endfor -%}
    {{ exceptions.raise_compiler_error(me ~ ': plan must name a seed or a model that this one depends on, and ' ~ plan ~ ' is none; write -- depends_on: {' ~ "{ ref('patients_plan') }" ~ "} at the top of the model, and plan='patients_plan'") }}
{%- endmacro -%}

{#- What a test gives to a function as plan. Where only SQL is written, as by dbt compile, the table may not be there yet: its name stands for it. -#}
{%- macro _plan_of_test(plan) -%}
    {%- if plan is none -%}
        {{ return(none) }}
    {%- elif execute and flags.WHICH in ('build', 'test') -%}
        {{ return(skyline._plan_rows(plan)) }}
    {%- endif -%}
    {{ return(plan | string) }}
{%- endmacro -%}

{#- The names of the columns that have a role, in lower case. -#}
{%- macro _planned(plan, role) -%}
    {%- set names = [] -%}
    {%- for row in plan or [] if (row.role or '') | trim | lower == role and row.attribute -%}
        {%- do names.append(row.attribute | lower) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro -%}

{#- What a plan requires, as the config privacy: of each requirement its name, and its members if it has some. -#}
{%- macro _required(plan) -%}
    {%- set required = {} -%}
    {%- for row in plan or [] if row.requirement -%}
        {%- do required.update({row.requirement | trim: fromjson((row.required or '') | replace("'", '"'), none)}) -%}
    {%- endfor -%}
    {{ return(required) }}
{%- endmacro -%}

{#- The rows of a plan that are about columns, with these of its own columns. -#}
{%- macro _about_columns(plan, names) -%}
    {%- set rows = [] -%}
    {%- for row in plan if row.attribute -%}
        {%- do rows.append(skyline._members(row, names)) -%}
    {%- endfor -%}
    {{ return(rows) }}
{%- endmacro -%}

{%- macro _members(row, names) -%}
    {%- set members = {} -%}
    {%- for name in names -%}
        {%- do members.update({name: row.get(name)}) -%}
    {%- endfor -%}
    {{ return(members) }}
{%- endmacro -%}

{#- The plan by which a table is read before it is released: columns stay that the config names, and who a row is of, which is for the recipe to know. A column without a role stays an open question. -#}
{%- macro _plan_to_read(options) -%}
    {%- set used, rows = skyline._planned(options.plan, 'person'), [] -%}
    {%- for given in (options.qi, options.sensitive, options.person, options.weight, options.within) if given is not none -%}
        {%- do used.extend(([given] if given is string else given) | map('lower')) -%}
    {%- endfor -%}
    {%- for row in options.plan -%}
        {%- do rows.append(dict(row, role='other') if row.role and row.attribute and row.attribute | lower in used else row) -%}
    {%- endfor -%}
    {{ return(rows) }}
{%- endmacro -%}

{#- The plan of a table that it has read: of these columns, with nothing left to clean. -#}
{%- macro _plan_when_read(plan, columns) -%}
    {%- set kept, rows = columns | map('lower') | list, [] -%}
    {%- for row in plan if row.requirement or row.attribute and row.attribute | lower in kept -%}
        {%- do rows.append(skyline._members(row, ('attribute', 'role', 'sensitive', 'steps', 'importance', 'requirement', 'required'))) -%}
    {%- endfor -%}
    {{ return(rows) }}
{%- endmacro -%}

{#- That plan, of a release in which others know these columns, too. -#}
{%- macro _plan_of_release(plan, columns) -%}
    {%- set rows = plan | list -%}
    {%- for column in columns -%}
        {%- do rows.append(skyline._members({'attribute': column, 'role': 'qi'}, plan[0])) -%}
    {%- endfor -%}
    {{ return(rows) }}
{%- endmacro -%}
