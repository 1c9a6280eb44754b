-- The data of `skyline demo`. Nothing here is random: what looks so is a hash of
-- the number of a row, so that every run tells the same story.

-- Table 1(b) of Chen, LeFevre and Ramakrishnan (2009).
CREATE TABLE patients AS FROM (VALUES
    ('2*', '*', '1234*', 'AIDS'),
    ('2*', '*', '1234*', 'Flu'),
    ('2*', '*', '1234*', 'Flu'),
    ('2*', '*', '1234*', 'AIDS'),
    ('3*', 'M', '124**', 'Flu'),
    ('3*', 'M', '124**', 'Cancer'),
    ('3*', 'M', '124**', 'Flu'),
    ('3*', 'M', '124**', 'AIDS')
) AS t(age, sex, zip, disease);

-- Table 1 of Liu, Wang, Zhang and Zhu, with the years of birth in groups of two, three
-- and four people.
CREATE TABLE ward AS FROM (VALUES
    ('Alice', '1980-1999', '1970-1999', '1960-1999', 'flu'),
    ('Bob', '1980-1999', '1970-1999', '1960-1999', 'cold'),
    ('Charlie', '1960-1979', '1970-1999', '1960-1999', 'cancer'),
    ('David', '1960-1979', '1940-1969', '1960-1999', 'cancer'),
    ('Eve', '1940-1959', '1940-1969', '1940-1959', 'headache'),
    ('Fen', '1940-1959', '1940-1969', '1940-1959', 'toothache')
) AS t(name, by_two, by_three, by_four, condition);

-- A number from 0 up to 1 for row i.
CREATE TEMP MACRO uniform(i, purpose) AS hash(i, purpose) % 1000000 / 1000000;

-- What people go to hospital for, who does, and how often.
CREATE TEMP TABLE causes AS FROM (VALUES
    ('hypertension', NULL, 30, 99, 14),
    ('heart failure', NULL, 50, 99, 12),
    ('pneumonia', NULL, 0, 99, 10),
    ('diabetes', NULL, 20, 99, 9),
    ('fracture', NULL, 0, 99, 9),
    ('stroke', NULL, 50, 99, 8),
    ('asthma', NULL, 0, 59, 6),
    ('depression', NULL, 10, 79, 6),
    ('childbirth', 'F', 20, 49, 25),
    ('appendicitis', NULL, 0, 49, 5),
    ('hepatitis C', NULL, 20, 69, 2),
    ('HIV', NULL, 20, 69, 1.2)
) AS t(diagnosis, sex, from_age, to_age, weight);

CREATE TABLE discharges AS
WITH people AS (
    SELECT i AS patient,
        CAST(10 + 80 * sqrt(uniform(i, 'age')) AS INTEGER) AS age,
        if(uniform(i, 'sex') < 0.52, 'F', 'M') AS sex,
        CAST(53000 + 2000 * pow(uniform(i, 'zip'), 2) AS INTEGER) AS zip,
        DATE '2025-01-01' + CAST(364 * uniform(i, 'admitted') AS INTEGER) AS admitted
    FROM range(50000) AS t(i)
)
-- Of exponential waiting times with these weights, the shortest is a draw.
SELECT people.*, (
    SELECT arg_min(diagnosis, -ln(1e-9 + uniform(patient, diagnosis)) / weight) FROM causes
    WHERE age BETWEEN from_age AND to_age AND (causes.sex IS NULL OR causes.sex = people.sex)
) AS diagnosis
FROM people
ORDER BY patient;

-- The release: coarser, and without groups of fewer than 5 patients or fewer
-- than 3 diagnoses.
CREATE TABLE release AS
SELECT (age // 10 * 10) || '-' || (age // 10 * 10 + 9) AS age, sex, (zip // 100) || '**' AS zip,
    'Q' || quarter(admitted) AS admitted, diagnosis
FROM discharges AS d
WINDOW alike AS (PARTITION BY d.age // 10, d.sex, d.zip // 100, quarter(d.admitted))
QUALIFY count(*) OVER alike >= 5 AND count(DISTINCT diagnosis) OVER alike >= 3
ORDER BY patient;

-- A file of the same hospital as it comes: 3,000 stays of some 2,600 people, as they were
-- typed in, with two forms of dates, codes for missing values and more than one spelling.
CREATE TEMP MACRO pick(i, purpose, choices) AS choices[CAST(1 + hash(i, purpose) % len(choices) AS BIGINT)];
CREATE TABLE stays AS
WITH numbered AS (
    SELECT i AS stay, if(i < 2600, i, hash(i, 'again') % 2600) AS patient FROM range(3000) AS t(i)
), typed AS (
    SELECT stay, patient, sex, zip, admitted + CAST(hash(stay, 'day') % 28 AS INTEGER) AS admitted,
        if(stay < 2600, diagnosis, pick(stay, 'again', ['hypertension', 'heart failure', 'pneumonia', 'stroke'])) AS diagnosis,
        DATE '2025-01-01' - CAST(365.25 * age + hash(patient, 'birthday') % 365 AS INTEGER) AS born,
        pick(patient, 'first', ['Al', 'Ber', 'Cla', 'Da', 'El', 'Fran', 'Gi', 'Hen', 'Iri', 'Jo', 'Ka', 'Lu']) || pick(patient, 'end', ['na', 'no', 'ra', 'ro', 'la', 'lo', 'sa', 'so'])
            || ' ' || pick(patient, 'last', ['Bau', 'Fisch', 'Hoff', 'Kell', 'Lind', 'Mill', 'Schnei', 'Weid']) || pick(patient, 'name', ['er', 'mann', 'berg', 'feld', 'bach', 'hof']) AS name
    FROM numbered JOIN discharges USING (patient)
)
SELECT stay + 1 AS case_id, format('P{:06d}', (patient * 7919 + 31337) % 1000000) AS patient_no, name,
    pick(stay, 'sex', [sex, sex, sex, sex, lower(sex), sex || ' ', NULL]) AS sex,
    pick(stay, 'birth date', [strftime(born, '%Y-%m-%d'), strftime(born, '%Y-%m-%d'), strftime(born, '%Y-%m-%d'), strftime(born, '%d.%m.%Y'), NULL]) AS birth_date,
    format('{:05d}', zip - 52000) AS zip, admitted,
    pick(stay, 'insurance', ['public', 'public', 'private', 'Public', 'NA']) AS insurance,
    if(hash(stay, 'weighed') % 9 < 2, pick(stay, 'not weighed', ['?', 'NA', '-9']), format('{:.1f}', 17 + 18 * uniform(stay, 'bmi'))) AS bmi,
    diagnosis,
    pick(stay, 'notes', [NULL, 'no allergies', name || ' called', 'see the letter', 'moved to another ward']) AS notes
FROM typed
ORDER BY hash(stay, 'order');
