FROM skyline.release_recipe('{{ ref("cells") }}', qi := {{ var('qi') }}, sensitive := '{{ var("sensitive") }}', weight := 'people', privacy := {{ var('privacy') }})
