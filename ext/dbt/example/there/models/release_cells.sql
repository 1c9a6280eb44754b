{{ skyline.statement('release_cells', release=ref('release')) }}
