-- A recipe applied to its own table is skyline_anonymize.
{%- set anonymized = skyline.call('skyline_anonymize', [ref('people')], {'qi': ['age', 'sex'], 'sensitive': 'disease', 'person': 'id', 'privacy': {'k_anonymity': 5, 'max_share': 0.5}, 'other_columns': 'drop', 'rounding': {'age': 5}}) %}
(FROM {{ ref('at_once') }} EXCEPT ALL FROM {{ anonymized }})
UNION ALL
(FROM {{ anonymized }} EXCEPT ALL FROM {{ ref('at_once') }})
