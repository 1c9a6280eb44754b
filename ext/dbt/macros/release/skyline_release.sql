{#- A release of the model's rows. All in one transaction: readers see the old release or the new one, and an error leaves everything as it was. -#}
{% materialization skyline_release, adapter='duckdb' %}
    {%- set options = skyline._options() -%}
    {%- set old = load_cached_relation(this) -%}
    {%- set release = this.incorporate(type='table') -%}

    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}
    {%- set told = skyline._release(release, options, old) -%}
    {%- call noop_statement('main', told.message, 'RELEASE', told.rows) -%}
        {{- told.script -}}
    {%- endcall -%}
    {#- The connection may live on, and these rows should not. -#}
    {%- for name in ('raw', 'new', 'rows', 'part', 'whole') -%}
        {%- call statement('clear') -%}DROP TABLE IF EXISTS temp.main.skyline_{{ name }}{%- endcall -%}
    {%- endfor -%}

    {%- do create_indexes(release) -%}
    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {%- do apply_grants(release, config.get('grants'), should_revoke=should_revoke(old, full_refresh_mode=True)) -%}
    {%- do persist_docs(release, model) -%}
    {{ adapter.commit() }}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [release]}) }}
{% endmaterialization %}

{#- Runs the steps up to the release, the checks among them, and replaces it: what was run, and what dbt shall say. -#}
{%- macro _release(release, options, old) -%}
    {%- set continues = options.incremental is not none and skyline._continues(old) -%}
    {%- set script = [] -%}
    {%- if continues -%}
        {%- do skyline._take(skyline._same_plan(release, options), script) -%}
    {%- endif -%}
    {%- do skyline._take(skyline._rows(release, options, continues), script) -%}
    {%- if continues and run_query('SELECT count(*) FROM temp.main.skyline_rows').rows[0][0] == 0 -%}
        {{ return({'rows': 0, 'message': 'NO NEW ROWS', 'script': script | join(';\n\n')}) }}
    {%- endif -%}
    {%- if options.plan is not none -%}
        {%- do options.update({'given_plan': options.plan, 'plan': skyline._plan_when_read(options.plan, run_query('DESCRIBE FROM temp.main.skyline_rows').columns[0].values())}) -%}
    {%- endif -%}
    {%- do skyline._take(skyline._decisions(release, options, continues) + skyline._checks(release, options, continues), script) -%}
    {%- if old is not none and not old.is_table -%}
        {%- do adapter.drop_relation(old) -%}
    {%- endif -%}
    {%- do skyline._take(skyline._replacements(release, options), script) -%}
    {{ return(dict(skyline._count(options), script=script | join(';\n\n'))) }}
{%- endmacro -%}

{#- Runs steps. One with `must` is a check: it has a row for each thing that is not as it must be. -#}
{%- macro _take(steps, script) -%}
    {%- for step in steps -%}
        {%- do script.append(step.sql) -%}
        {%- if step.must is defined -%}
            {%- set failing = run_query(step.sql).columns[0].values() -%}
            {%- if failing | length > 0 -%}
                {{ exceptions.raise_compiler_error('skyline_release: ' ~ step.must ~ ' (' ~ failing | join('; ') ~ '); nothing was replaced') }}
            {%- endif -%}
        {%- else -%}
            {%- call statement('step') -%}{{ step.sql }}{%- endcall -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro -%}

{#- What dbt says when it is done. -#}
{%- macro _count(options) -%}
    {%- set counts = run_query('SELECT (SELECT count(*) FROM temp.main.skyline_part), (SELECT count(*) FROM temp.main.skyline_rows)').rows[0] -%}
    {%- set left = counts[1] - counts[0] -%}
    {%- set words = 'held back' if options.on_violation == 'hold' else 'left out' -%}
    {%- set more = options.incremental is not none and run_query('SELECT count(DISTINCT ' ~ skyline._name(options.incremental) ~ ') - 1 FROM temp.main.skyline_new').rows[0][0] -%}
    {{ return({'rows': counts[0], 'message': 'RELEASED ' ~ counts[0] ~ (', ' ~ left ~ ' ' ~ words if left else '') ~ (', the next ' ~ options.incremental ~ ' is ready' if more else '')}) }}
{%- endmacro -%}
