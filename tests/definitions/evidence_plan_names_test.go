package definitions

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
)

// namedTable has the names of the columns of a public data set, by what they are: known to others,
// what must not be learnt, names or numbers of a person or a row, and the rest.
type namedTable struct{ name, known, feared, direct, rest string }

// namedTables are written from the documentation of the data sets: names only.
var namedTables = []namedTable{
	{"Adult (UCI)", "age workclass education marital-status occupation relationship race sex native-country", "income", "", "fnlwgt education-num capital-gain capital-loss hours-per-week"},
	{"FARS (ARX's excerpt)", "iage irace ideathmon ideathday isex ihispanic istatenum", "iinjury", "", ""},
	{"Nursery (UCI)", "parents has_nurs form children housing finance social health", "class", "", ""},
	{"German credit (UCI)", "personal_status_sex age job housing dependents telephone foreign_worker employment residence_since", "credit_history credit_amount checking_status savings class", "", "duration purpose installment_rate other_parties property other_installment_plans existing_credits"},
	{"Bank marketing (UCI)", "age job marital education housing", "default balance loan", "", "contact day month duration campaign pdays previous poutcome y"},
	{"Heart disease (UCI)", "age sex", "chol fbs trestbps num", "", "cp restecg thalach exang oldpeak slope ca thal"},
	{"Pima diabetes", "Age Pregnancies", "Glucose BloodPressure BMI Outcome", "", "SkinThickness Insulin DiabetesPedigreeFunction"},
	{"Diabetes 130 hospitals (UCI)", "race gender age admission_type_id discharge_disposition_id admission_source_id time_in_hospital payer_code medical_specialty weight", "diag_1 diag_2 diag_3 A1Cresult max_glu_serum diabetesMed readmitted", "encounter_id patient_nbr", "num_lab_procedures num_procedures num_medications number_outpatient number_emergency number_inpatient number_diagnoses change"},
	{"Student performance (UCI)", "school sex age address famsize Pstatus Medu Fedu Mjob Fjob guardian", "Dalc Walc health G3 romantic", "", "traveltime studytime failures schoolsup famsup activities nursery higher internet freetime goout absences"},
	{"COMPAS", "sex dob age age_cat race", "juv_fel_count c_charge_degree c_charge_desc is_recid two_year_recid decile_score score_text", "id name first last c_case_number", "days_b_screening_arrest c_jail_in c_jail_out"},
	{"Titanic", "Age Sex SibSp Parch Embarked", "Survived Fare", "PassengerId Name Ticket", "Pclass Cabin"},
	{"Insurance charges", "age sex children region", "bmi smoker charges", "", ""},
	{"Stroke prediction", "gender age ever_married work_type Residence_type", "hypertension heart_disease avg_glucose_level bmi smoking_status stroke", "id", ""},
	{"MIMIC-III, patients", "GENDER DOB", "DOD DOD_HOSP DOD_SSN EXPIRE_FLAG", "ROW_ID SUBJECT_ID", ""},
	{"MIMIC-III, admissions", "ADMITTIME DISCHTIME DEATHTIME ADMISSION_TYPE ADMISSION_LOCATION DISCHARGE_LOCATION INSURANCE LANGUAGE MARITAL_STATUS ETHNICITY", "RELIGION DIAGNOSIS HOSPITAL_EXPIRE_FLAG", "ROW_ID SUBJECT_ID HADM_ID", "EDREGTIME EDOUTTIME HAS_CHARTEVENTS_DATA"},
	{"SPARCS (New York)", "facility_name hospital_county age_group zip_code gender race ethnicity length_of_stay type_of_admission discharge_year payment_typology_1", "ccs_diagnosis_code ccs_diagnosis_description ccs_procedure_code apr_drg_code apr_mdc_code total_charges", "", "apr_severity_of_illness_code birth_weight total_costs"},
	{"NYC taxi trips", "tpep_pickup_datetime tpep_dropoff_datetime pickup_longitude pickup_latitude dropoff_longitude dropoff_latitude", "fare_amount tip_amount payment_type", "", "VendorID passenger_count trip_distance RatecodeID store_and_fwd_flag extra mta_tax tolls_amount total_amount"},
	{"Chicago crimes", "Date Block District Ward Latitude Longitude Location", "Arrest Domestic Description", "ID Case_Number", "IUCR Primary_Type Beat FBI_Code X_Coordinate Y_Coordinate Updated_On"},
	{"HMDA (home mortgages)", "state_code county_code census_tract applicant_age applicant_sex applicant_race_1 applicant_ethnicity_1", "income loan_amount debt_to_income_ratio denial_reason_1 action_taken applicant_credit_score_type", "", "activity_year lei loan_type loan_purpose interest_rate property_value"},
	{"IPUMS USA", "STATEFIP COUNTYFIP SEX AGE MARST BIRTHYR RACE HISPAN BPL CITIZEN EDUC EMPSTAT OCC IND RELATE LANGUAGE", "INCTOT INCWAGE DISABWRK", "SERIAL PERNUM", "YEAR SAMPLE HHWT PERWT GQ"},
	{"NHANES, demography", "RIAGENDR RIDAGEYR RIDRETH1 DMDBORN4 DMDEDUC2 DMDMARTL DMDHHSIZ", "INDFMPIR INDHHIN2", "SEQN", "SDDSRVYR RIDSTATR WTINT2YR WTMEC2YR SDMVPSU SDMVSTRA"},
	{"Patienten (made up, German)", "Geschlecht Alter Geburtsdatum PLZ Wohnort Familienstand Beruf Aufnahmedatum Entlassungsdatum Station Krankenkasse", "Diagnose Todesursache Medikation Einkommen", "Vorname Nachname Telefon Bemerkungen", "Laufzeit Menge"},
	{"Patients (made up, French)", "sexe âge date_naissance code_postal ville commune profession nationalité", "maladie diagnostic_principal revenu", "nom prénom téléphone remarques", "durée montant"},
	{"Pacientes (made up, Spanish)", "sexo edad fecha_nacimiento código_postal ciudad provincia ocupación estado_civil", "enfermedad diagnóstico salario", "nombre apellidos teléfono", "importe cantidad"},
}

// TestPlanNames: what the names of columns alone make a plan say, of 20 and more data sets, is what
// evidence_plans.md says. Each column has a number of middling values, which say nothing.
func TestPlanNames(t *testing.T) {
	db := sqltest.Open(t, "")
	var b strings.Builder
	b.WriteString("| data set | others know it: found, or asked | missed | must not be learnt: asked, or known | missed | names people: dropped | the rest: false alarms |\n|---|---|---|---|---|---|---|\n")
	found, all := 0, 0
	for _, table := range namedTables {
		var columns []string
		names := strings.Fields(strings.Join([]string{table.known, table.feared, table.direct, table.rest}, " "))
		for i, name := range names {
			columns = append(columns, fmt.Sprintf("hash(i * 1000 + %d) %% 120 AS %q", i, name))
		}
		roles := map[string]string{}
		sqltest.Scan(t, db, "SELECT attribute, coalesce(role, '?') FROM release_plan("+sqltest.Literal("(SELECT "+strings.Join(columns, ", ")+" FROM range(240) r(i))")+") WHERE attribute IS NOT NULL", func(rows *sql.Rows) error {
			var name, role string
			err := rows.Scan(&name, &role)
			roles[name] = role
			return err
		})
		if len(roles) != len(names) {
			t.Fatalf("%s: %d of %d columns", table.name, len(roles), len(names))
		}
		those := func(columns string, not ...string) (some []string) {
			for name := range strings.FieldsSeq(columns) {
				if !slices.Contains(not, roles[name]) {
					some = append(some, name)
				}
			}
			return some
		}
		known, feared, direct := strings.Fields(table.known), strings.Fields(table.feared), strings.Fields(table.direct)
		// A column that is taken for a name is dropped, too.
		missed, unasked := those(table.known, "qi", "?"), those(table.feared, "?", "qi")
		released := those(table.direct, "identifier", "free_text", "drop", "?")
		alarms := those(table.rest, "drop", "other", "sampling_weight")
		found, all = found+len(known)+len(feared)-len(missed)-len(unasked), all+len(known)+len(feared)
		fmt.Fprintf(&b, "| %s | %d of %d | %s | %d of %d | %s | %d of %d | %s |\n", table.name, len(known)-len(missed), len(known), strings.Join(missed, ", "),
			len(feared)-len(unasked), len(feared), strings.Join(unasked, ", "), len(direct)-len(released), len(direct), strings.Join(alarms, ", "))
	}
	fmt.Fprintf(&b, "\nFound in all: %d of %d.\n", found, all)
	inPage(t, b.String())
}
