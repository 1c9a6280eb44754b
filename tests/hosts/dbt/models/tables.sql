-- The same people, wherever they are: a model, files in quotes, a call, a query, an ephemeral model.
{%- for relation in [ref('select'), source('odd', 'file'), source('odd', 'call'), '(FROM ' ~ ref('select') ~ ')', ref('passing')] %}
{% if not loop.first %}UNION ALL {% endif %}SELECT {{ loop.index }} AS number, achieved
FROM {{ skyline.call('release_check', [relation], {'qi': ['select'], 'sensitive': "O'Brien \"ü\"", 'privacy': {'k_anonymity': 2}, 'person': none}) }}
{%- endfor %}
