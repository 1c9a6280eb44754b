{{ skyline.count_is_ok(people=source('clinic', 'people'), release=ref('release')) }}
