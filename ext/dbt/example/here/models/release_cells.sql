FROM {{ source('warehouse', 'release_cells') }}
