{#- The statements of a release. Temporary tables: skyline_rows is what is to be released, skyline_part what became of it, skyline_whole the same beside the old release. -#}

{#- Kept in a table, since a SELECT may be random, and recipe_apply is called twice: for the release, and for the rows that wait. -#}
{%- macro _rows(release, options, continues) -%}
    {%- set steps, read = [], '(\n' ~ sql ~ '\n)' -%}
    {%- if options.plan is not none -%}
        {#- Once: rows that wait must not be read again. -#}
        {%- do steps.append({'sql': 'CREATE OR REPLACE TEMP TABLE skyline_raw AS ' ~ read}) -%}
        {%- set read = '(FROM ' ~ skyline.call('release_plan', ['temp.main.skyline_raw'], {'plan': skyline._plan_to_read(options), 'output': 'table'}) ~ ')' -%}
    {%- endif -%}
    {%- if options.incremental is none -%}
        {{ return(steps + [{'sql': 'CREATE OR REPLACE TEMP TABLE skyline_rows AS ' ~ read}]) }}
    {%- endif -%}
    {%- set batch, waiting = skyline._name(options.incremental), skyline._beside(release, 'held_back') -%}
    {%- set waits = continues and skyline._there(waiting) -%}
    {%- set seen = 'SELECT max(' ~ batch ~ ') FROM (SELECT ' ~ batch ~ ' FROM ' ~ release ~ (' UNION ALL SELECT ' ~ batch ~ ' FROM ' ~ waiting if waits else '') ~ ')' -%}
    {%- do steps.append({'sql': 'CREATE OR REPLACE TEMP TABLE skyline_new AS\nFROM ' ~ read ~ ('\nWHERE coalesce(' ~ batch ~ ' > (' ~ seen ~ '), true)' if continues else '')}) -%}
    {%- do steps.append({'must': 'every row must have a value of the column that incremental names', 'sql': "SELECT concat('rows without: ', count(*)) FROM temp.main.skyline_new WHERE " ~ batch ~ ' IS NULL HAVING count(*) > 0'}) -%}
    {%- if waits -%}
        {%- do steps.append(skyline._same_columns('temp.main.skyline_new', waiting, 'the rows that wait')) -%}
    {%- endif -%}
    {#- One after the other: each is safe by itself, also for whoever compares a release with the one before. Who waited is released among those of now. -#}
    {%- do steps.append({'sql': 'CREATE OR REPLACE TEMP TABLE skyline_rows AS\nFROM temp.main.skyline_new WHERE ' ~ batch ~ ' = (SELECT min(' ~ batch ~ ') FROM temp.main.skyline_new)'
        ~ ('\nUNION ALL BY NAME SELECT * REPLACE ((SELECT min(' ~ batch ~ ') FROM temp.main.skyline_new) AS ' ~ batch ~ ') FROM ' ~ waiting ~ ' WHERE EXISTS (FROM temp.main.skyline_new)' if waits else '')}) -%}
    {{ return(steps) }}
{%- endmacro -%}

{#- The recipe, unless one is kept, and what it makes of the rows. -#}
{%- macro _decisions(release, options, continues) -%}
    {%- set rows, recipe = 'temp.main.skyline_rows', skyline._beside(release, 'recipe') -%}
    {%- set steps = [] -%}
    {%- if not continues -%}
        {#- The plan that functions get here is about rows that have been read: its hash is not that of the seed. What the seed says of columns is kept beside the recipe. -#}
        {%- set made_by = 'SELECT * REPLACE (NULL::VARCHAR AS plan, NULL::VARCHAR AS overrides)\n' if options.plan is not none else '' -%}
        {%- do steps.append({'sql': 'CREATE OR REPLACE TABLE ' ~ recipe ~ ' AS\n' ~ made_by ~ 'FROM ' ~ skyline._call_with('release_recipe', [rows], options, {'privacy': none} if options.levels is not none else {})}) -%}
    {%- endif -%}
    {%- if not continues and options.plan is not none -%}
        {%- do steps.append({'sql': 'CREATE OR REPLACE TABLE ' ~ skyline._beside(release, 'plan') ~ ' AS\n' ~ skyline._columns_of_plan(options.given_plan)}) -%}
    {%- elif not continues -%}
        {%- do steps.append({'sql': 'DROP TABLE IF EXISTS ' ~ skyline._beside(release, 'plan')}) -%}
    {%- endif -%}
    {#- Groups of a recipe of levels are numbered anew in each table: there, equal labels are a group. -#}
    {%- do steps.append({'sql': 'CREATE OR REPLACE TEMP TABLE skyline_part AS\nSELECT *' ~ (' EXCLUDE (group_id)' if options.levels is not none else '') ~ ' FROM ' ~ skyline._call_with('recipe_apply', [rows, recipe], options)}) -%}
    {%- do steps.append({'sql': 'CREATE OR REPLACE TEMP TABLE skyline_whole AS\n' ~ ('FROM ' ~ release ~ ' UNION ALL BY NAME ' if continues else '') ~ 'FROM temp.main.skyline_part'}) -%}
    {{ return(steps) }}
{%- endmacro -%}

{#- What must hold before anything is replaced. -#}
{%- macro _checks(release, options, continues) -%}
    {%- set steps = [] -%}
    {%- if options.incremental is not none -%}
        {%- do steps.append({'must': "the column that incremental names must be in the release: name in SELECT what is to be released, instead of other_columns: drop", 'sql': 'SELECT ' ~ skyline.literal(options.incremental) ~ ' EXCEPT SELECT column_name FROM (DESCRIBE FROM temp.main.skyline_part)'}) -%}
        {%- if continues -%}
            {%- do steps.append(skyline._same_columns('temp.main.skyline_part', release, 'the old release')) -%}
        {%- endif -%}
    {%- endif -%}
    {%- set other_columns = 'keep' if options.other_columns == 'keep' else none -%}
    {%- if skyline._provable(options) -%}
        {%- set group = [] if options.levels is not none else ['group_id'] -%}
        {%- set proof = {'qi': options.qi + group} if options.qi is not none else {'plan': skyline._plan_of_release(options.plan, group)} -%}
        {%- do proof.update({'other_columns': other_columns, 'hierarchies': none, 'exact_values': none}) -%}
        {%- do steps.append(skyline._proof('temp.main.skyline_part', options, 'the release', proof, continues)) -%}
        {%- if continues -%}
            {%- do steps.append(skyline._proof('temp.main.skyline_whole', options, 'old and new rows together', proof)) -%}
        {%- endif -%}
        {%- if options.exact_values is not none -%}
            {#- The original has no group_id. -#}
            {%- do steps.append(skyline._proof('temp.main.skyline_part', options, 'the release beside its original', {'other_columns': other_columns, 'original': 'temp.main.skyline_rows'}, continues)) -%}
        {%- endif -%}
    {%- endif -%}
    {{ return(steps) }}
{%- endmacro -%}

{#- A recipe that was kept knows the columns as its plan had them; what is required is checked anew in each run. -#}
{%- macro _same_plan(release, options) -%}
    {%- set kept = skyline._beside(release, 'plan') -%}
    {%- if skyline._there(kept) != (options.plan is not none) -%}
        {{ exceptions.raise_compiler_error('skyline_release: plan must be that of the recipe that was kept, which was made ' ~ ('with one' if options.plan is none else 'without') ~ '; give it as before, or begin anew with --full-refresh') }}
    {%- elif options.plan is none -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set now, before = skyline._columns_of_plan(options.plan), 'SELECT * FROM ' ~ kept -%}
    {{ return([{'must': 'the plan must say of each column what it said when the recipe was made, or begin anew with --full-refresh',
        'sql': 'SELECT DISTINCT attribute FROM ((' ~ now ~ '\nEXCEPT ' ~ before ~ ')\nUNION ALL (' ~ before ~ '\nEXCEPT ' ~ now ~ '))\nORDER BY attribute'}]) }}
{%- endmacro -%}

{#- What a recipe depends on in a plan. -#}
{%- macro _columns_of_plan(plan) -%}
    {%- set names = ('attribute', 'role', 'type', 'read_as', 'sensitive', 'steps', 'importance') -%}
    {{ return('SELECT COLUMNS(*)::VARCHAR FROM (SELECT unnest(' ~ skyline.literal(skyline._about_columns(plan, names)) ~ ', recursive := true))') }}
{%- endmacro -%}

{#- UNION ALL BY NAME would take up again what a model has left out. -#}
{%- macro _same_columns(table, old, what) -%}
    {%- set of_table, of_old = 'SELECT column_name FROM (DESCRIBE FROM ' ~ table ~ ')', 'SELECT column_name FROM (DESCRIBE FROM ' ~ old ~ ')' -%}
    {{ return({'must': 'the columns must be those of ' ~ what ~ ', or begin anew with --full-refresh',
        'sql': '(' ~ of_table ~ ' EXCEPT ' ~ of_old ~ ')\nUNION ALL (' ~ of_old ~ ' EXCEPT ' ~ of_table ~ ')'}) }}
{%- endmacro -%}

{#- Where a release continues, all new rows may have to wait. -#}
{%- macro _proof(table, options, what, instead, may_be_empty=false) -%}
    {{ return({'must': 'privacy must hold for ' ~ what ~ ', and does not',
        'sql': "SELECT concat(requirement, ': ', rule, ', achieved ', round(achieved, 4))\nFROM " ~ skyline._call_with('release_check', [table], options, instead) ~ '\nWHERE NOT holds' ~ (' AND EXISTS (FROM ' ~ table ~ ')' if may_be_empty else '')}) }}
{%- endmacro -%}

{%- macro _replacements(release, options) -%}
    {%- set rows, recipe, waiting = 'temp.main.skyline_rows', skyline._beside(release, 'recipe'), skyline._beside(release, 'held_back') -%}
    {%- if options.on_violation == 'hold' -%}
        {%- set wait = 'CREATE OR REPLACE TABLE ' ~ waiting ~ ' AS\nFROM ' ~ skyline._call_with('recipe_apply', [rows, recipe], options, {'output': 'held'}) -%}
    {%- else -%}
        {%- set wait = 'DROP TABLE IF EXISTS ' ~ waiting -%}
    {%- endif -%}
    {{ return([{'sql': wait}, {'sql': 'CREATE OR REPLACE TABLE ' ~ release ~ ' AS\nFROM temp.main.skyline_whole'}]) }}
{%- endmacro -%}

{#- The table that stands beside a release: its recipe, or the rows that wait. -#}
{%- macro _beside(release, what) -%}
    {{ return(api.Relation.create(database=release.database, schema=release.schema, identifier=release.identifier ~ '__' ~ what, type='table')) }}
{%- endmacro -%}

{%- macro _there(relation) -%}
    {%- set found = adapter.get_relation(relation.database, relation.schema, relation.identifier) -%}
    {{ return(found is not none and found.is_table) }}
{%- endmacro -%}

{#- Whether this run releases new rows by the recipe that was kept, and keeps the old ones. -#}
{%- macro _continues(old) -%}
    {{ return(old is not none and old.is_table and not should_full_refresh() and skyline._there(skyline._beside(old, 'recipe'))) }}
{%- endmacro -%}
