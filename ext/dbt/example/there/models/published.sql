-- What others may read. Nothing is here that the count has not allowed.
{% do skyline.count_is_ok(people=source('clinic', 'people'), release=ref('release')) %}
SELECT * FROM {{ ref('release') }}
