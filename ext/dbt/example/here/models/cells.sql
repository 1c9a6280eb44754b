FROM {{ source('warehouse', 'cells') }}
