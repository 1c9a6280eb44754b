FROM skyline.release_check('{{ ref("release_cells") }}', qi := {{ var('qi') + ['group_id'] }}, sensitive := '{{ var("sensitive") }}', weight := 'people', privacy := {{ var('privacy') }})
