FROM hierarchy_intervals('(SELECT range AS age FROM range(100))', 'age', widths := [10])
UNION ALL
FROM hierarchy_wide('(VALUES (''F'', ''*''), (''M'', ''*''))', 'sex')
