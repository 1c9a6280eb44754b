{{ skyline.statement('cells', people=source('clinic', 'people')) }}
