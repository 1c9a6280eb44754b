{{ skyline.statement('release', people=source('clinic', 'people')) }}
