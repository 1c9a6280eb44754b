-- By hand: of the three people of age 20 two have Flu, and each other value has one of three.
(FROM {{ ref('risk') }} SELECT value, breach, target_age)
EXCEPT
(VALUES ('AIDS', 1/3, 20), ('Cold', 1/3, 30), ('Flu', 2/3, 20))
