-- By hand: of the three people of age 20 two have Flu, and each other value has one of three.
SELECT * FROM (
    SELECT 20 AS age, unnest(['Flu', 'Flu', 'AIDS']) AS disease
    UNION ALL
    SELECT 30, unnest(['Flu', 'Cold', 'AIDS'])
)
WHERE {{ var('kept') }}
