-- A row here is a value that is not safe, and fails the build.
FROM {{ ref('risk') }} WHERE NOT safe
