FROM {{ ref('literals') }} WHERE written IS DISTINCT FROM expected
