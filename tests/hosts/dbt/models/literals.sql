-- Each literal beside what DuckDB itself makes of it.
{%- set cases = [
    (none, "NULL"), (true, "true"), (false, "false"), (7, "7"), (-0.25, "-0.25"), (1e300, "1e300"), ('', "''"), ("None", "'None'"), ("O'Brien", "chr(79) || chr(39) || 'Brien'"),
    ('ä "ö" 你 \\', "'ä \"ö\" 你 ' || chr(92)"), ([], "[]"), (['a', "b'"], "list_value('a', 'b' || chr(39))"),
    ({}, "{}"), ({'render': 1, 'items': 2}, "struct_pack(render := 1, items := 2)"), (modules.datetime.date(2026, 2, 1), "make_date(2026, 2, 1)"),
    ({"it's": 1, 'select': {'a "b"': [true]}}, "struct_pack(\"it's\" := 1, \"select\" := struct_pack(\"a \"\"b\"\"\" := [true]))"),
    (modules.datetime.datetime(2026, 2, 1, 3, 4, 5), "make_timestamp(2026, 2, 1, 3, 4, 5)"),
] %}
{%- for value, expected in cases %}
{% if not loop.first %}UNION ALL {% endif %}SELECT {{ loop.index }} AS number, ({{ skyline.literal(value) }})::VARCHAR AS written, ({{ expected }})::VARCHAR AS expected
{%- endfor %}
