-- How much knowledge the release withstands.
{{ config(materialized='view') }}
FROM skyline.skyline_find('{{ ref("release") }}', qi := ['age'], sensitive := 'disease', c := {{ var('c') }})
