-- From files to people: the number of the patient is not needed after this.
SELECT age, sex, district, diagnosis, month
FROM {{ source('files', 'visits') }}
WHERE age IS NOT NULL
