{#- What the config of a model says of its release, checked: the parameters of Skyline's functions that it names, and how rows are treated that do not fit. -#}
{%- macro _options() -%}
    {%- set me = 'skyline_release' -%}
    {%- set given = {} -%}
    {%- for function in ('release_recipe', 'recipe_apply', 'release_check') -%}
        {%- for name in skyline._parameters(function) -%}
            {%- do given.update({name: config.get(name)}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do given.update({'incremental': config.get('incremental')}) -%}
    {%- do skyline._refuse_unknown(me, given) -%}
    {%- if given.plan is not none -%}
        {%- do given.update({'plan': skyline._plan_rows(skyline._plan_named(me, given.plan))}) -%}
    {%- endif -%}
    {%- for name, shape in {'qi': 'names', 'privacy': 'map', 'sensitive': 'columns', 'levels': 'map', 'rounding': 'map', 'importance': 'map', 'min_levels': 'map', 'max_levels': 'map', 'top': 'map', 'bottom': 'map', 'suppression': 'number', 'exact_values': 'number'}.items() -%}
        {%- do skyline._must(me, name, given[name], shape, required=given.plan is none and name in ('qi', 'privacy')) -%}
    {%- endfor -%}
    {%- for name in ('incremental', 'other_sensitive', 'person', 'weight', 'hierarchies', 'everybody', 'split', 'labels_cover', 'other_columns', 'values_per_person', 'absent_values', 'on_violation') -%}
        {%- do skyline._must(me, name, given[name], 'text') -%}
    {%- endfor -%}
    {%- if given.on_violation is none -%}
        {%- do given.update({'on_violation': 'hold' if given.incremental or given.suppression else 'error'}) -%}
    {%- elif given.on_violation not in ('error', 'hold', 'suppress') -%}
        {{ exceptions.raise_compiler_error(me ~ ": on_violation must be 'error', 'hold' or 'suppress': what violates privacy is not released") }}
    {%- endif -%}
    {%- set beside = skyline._beside_another(given.privacy or skyline._required(given.plan)) -%}
    {%- if beside is not none -%}
        {{ exceptions.raise_compiler_error(me ~ ': privacy must not have ' ~ beside ~ ", whose table shows values where the recipe is made, and would have to show its labels where it is applied; make the release with skyline.call('skyline_anonymize', …) in a model of its own, which checks it") }}
    {%- endif -%}
    {%- if given.earlier_releases is not none -%}
        {{ exceptions.raise_compiler_error(me ~ ": earlier_releases cannot be used here: the recipe would be applied to rows of which its groups promise nothing, and the columns would be released; make the release with skyline.call('skyline_anonymize', …) in a model of its own") }}
    {%- endif -%}
    {%- if given.exact_values is not none and not skyline._provable(given) -%}
        {{ exceptions.raise_compiler_error(me ~ ': exact_values cannot be used with person, where release_check cannot prove a release by itself') }}
    {%- endif -%}
    {%- if given.incremental is not none and not skyline._provable(given) -%}
        {{ exceptions.raise_compiler_error(me ~ ': incremental cannot be used with person: a release does not say whose rows are whose, so that old and new ones together could not be checked; where everybody has one row, leave the column out of SELECT' ~ (', or give it the role identifier in the plan' if given.plan is not none else '')) }}
    {%- endif -%}
    {%- if given.incremental and given.plan is not none and given.incremental | lower not in skyline._planned(given.plan, 'other') -%}
        {{ exceptions.raise_compiler_error(me ~ ": incremental names " ~ given.incremental ~ ", which must have the role 'other' in the plan: it is released as it is") }}
    {%- endif -%}
    {%- if given.incremental in (given.qi or []) or given.incremental is not none and given.incremental in ([given.sensitive] if given.sensitive is string else given.sensitive or []) -%}
        {{ exceptions.raise_compiler_error(me ~ ': incremental must name a column that is neither in qi nor sensitive: it is released as it is') }}
    {%- endif -%}
    {{ return(given) }}
{%- endmacro -%}

{#- The names of a function's parameters, without those that the materialization gives. Read from Skyline, so that a new one can be used at once. -#}
{%- macro _parameters(function) -%}
    {%- set names = [] -%}
    {%- set signature = run_query("SELECT signature FROM skyline.main.skyline_functions() WHERE name = '" ~ function ~ "'").columns[0].values()[0] -%}
    {%- for parameter in signature.split('(', 1)[1][:-1].split(', ') -%}
        {%- do names.append(parameter.split(' := ')[0]) -%}
    {%- endfor -%}
    {{ return(names | reject('in', ['tbl', 'recipe', 'output', 'original']) | list) }}
{%- endmacro -%}

{#- An error that lists the keys that somebody has written into the config and nobody reads. -#}
{%- macro _refuse_unknown(me, options) -%}
    {%- set of_dbt = ['materialized', 'enabled', 'tags', 'meta', 'group', 'alias', 'schema', 'database', 'pre_hook', 'post_hook', 'persist_docs', 'grants', 'docs', 'contract', 'access', 'freshness', 'full_refresh', 'indexes', 'quoting', 'column_types', 'packages', 'event_time', 'unique_key', 'on_schema_change', 'on_configuration_change', 'incremental_strategy', 'batch_size', 'lookback', 'begin', 'concurrent_batches', 'sql_header', 'latest_version_pointer'] -%}
    {%- set unknown = [] -%}
    {#- The first has what stands in YAML, the second what stands in the model. -#}
    {%- for key in ((model.unrendered_config or {}) | list + (model.config_call_dict or {}) | list) | unique if key not in options and key | replace('-', '_') not in of_dbt -%}
        {%- set known = 'unnest(' ~ skyline.literal(options | list) ~ ') AS t(name)' -%}
        {%- set near = run_query('SELECT name FROM ' ~ known ~ ' WHERE damerau_levenshtein(lower(name), ' ~ skyline._text(key | lower) ~ ') <= 1 + length(name) // 5 ORDER BY damerau_levenshtein(lower(name), ' ~ skyline._text(key | lower) ~ '), name LIMIT 1').columns[0].values() -%}
        {%- do unknown.append(key ~ (' (did you mean ' ~ near[0] ~ '?)' if near else '')) -%}
    {%- endfor -%}
    {%- if unknown -%}
        {{ exceptions.raise_compiler_error(me ~ ': config must have no key that nothing reads, and has ' ~ unknown | join(', ') ~ '; the keys are ' ~ options | sort | join(', ') ~ ", and dbt's own; put what is for others into meta") }}
    {%- endif -%}
{%- endmacro -%}

{#- A call with those of the options that the function takes; `instead` comes before them. -#}
{%- macro _call_with(function, tables, options, instead={}) -%}
    {%- set arguments = {} -%}
    {%- for name in skyline._parameters(function) -%}
        {%- do arguments.update({name: options[name]}) -%}
    {%- endfor -%}
    {%- do arguments.update(instead) -%}
    {{ skyline.call(function, tables, arguments) }}
{%- endmacro -%}

{#- The requirement that names a table beside the model's rows, or none. Names are those that Skyline understands. -#}
{%- macro _beside_another(privacy) -%}
    {%- for name, value in privacy.items() -%}
        {%- set by_model = name | lower in ('population_uniqueness', 'population_uniques') and value is mapping and 'population' not in value | map('lower') | list -%}
        {%- if name | lower in ('presence', 'delta_presence', 'k_map', 'kmap', 'journalist_risk', 'journalist', 'population_uniqueness', 'population_uniques') and not by_model -%}
            {{ return(name) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro -%}

{#- Whether release_check can prove a release by itself: whose rows are whose it cannot know. -#}
{%- macro _provable(options) -%}
    {{ return(options.person is none and not skyline._planned(options.plan, 'person')) }}
{%- endmacro -%}
