-- A plan that no seed is, called as no table should be.
{{ config(alias="plan of 'people'") }}
SELECT * FROM (VALUES
    ('id', '{{ var('roles').id }}', NULL, NULL, NULL),
    ('age', 'qi', {{ skyline.literal(var('read_age')) }}, NULL, NULL),
    ('sex', 'QI', NULL, NULL, NULL),
    ('disease', 'sensitive', NULL, NULL, NULL),
    ('wave', '{{ var('roles').wave }}', NULL, NULL, NULL),
    (NULL, NULL, NULL, 'k_anonymity', '5'),
    (NULL, NULL, NULL, '{{ var('required') }}', '0.5')
) AS t(attribute, role, read_as, requirement, required)
