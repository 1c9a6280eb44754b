-- Only the columns that are needed: the number of the patient is not.
SELECT {{ var('columns') }}
FROM {{ source('files', 'visits') }}
