-- The people of each wave that has been released: 30 or 20 of each label, by hand.
SELECT age, sex, wave, count(*) AS people FROM {{ ref('by_levels') }} GROUP BY ALL
HAVING age NOT IN ('[20, 29]', '[30, 39]') OR people <> if((sex = 'F') = (wave = '1'), 30, 20)
