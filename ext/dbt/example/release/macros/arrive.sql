{#- Writes the file of a month, as the clinic's own system would. From February on there are patients who are older than all of January's. -#}
{% macro arrive(month) %}
    {% do run_query("COPY (
        SELECT '" ~ month ~ "-' || i AS patient, if(i % 60 = 59 AND '" ~ month ~ "' > '2026-01', 91, 18 + i * 37 % 61) AS age,
            ['F', 'M'][1 + i // 61 % 2] AS sex, ['North', 'South', 'West'][1 + i // 7 % 3] AS district,
            ['Flu', 'Cold', 'Ulcer', 'Asthma', 'HIV'][1 + (i * i + i // 11) % 5] AS diagnosis, '" ~ month ~ "' AS month
        FROM range(600) r(i)
    ) TO 'visits' (FORMAT parquet, PARTITION_BY (month), OVERWRITE_OR_IGNORE)") %}
{% endmacro %}
