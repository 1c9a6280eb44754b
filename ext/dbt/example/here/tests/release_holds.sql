-- A row here is a requirement that the release does not satisfy.
FROM {{ ref('proof') }} WHERE NOT holds
