FROM skyline.recipe_map('{{ ref("cells") }}', '{{ ref("recipe") }}', qi := {{ var('qi') }}, sensitive := '{{ var("sensitive") }}', weight := 'people', privacy := {{ var('privacy') }})
