SELECT i AS id, 20 + i % 20 AS age, ['F', 'M'][1 + i // 20 % 2] AS sex, ['Flu', 'Cold', 'HIV'][1 + i % 3] AS disease, if(i < 100, '1', '2') AS wave
FROM range(200) r(i)
