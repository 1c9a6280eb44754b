package ext_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"

	"skyline/ext"

	"github.com/apache/arrow-go/v18/arrow/array"
)

// A release is published by age and sex. Somebody knows the diagnosis of one other
// patient: how sure can they become of anybody's, and is that below 60 %?
func Example() {
	connector, err := ext.NewConnector("") // in memory; or a file's path
	if err != nil {
		log.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE release AS FROM (VALUES
		('20-29', 'f', 'flu'), ('20-29', 'f', 'flu'), ('20-29', 'f', 'asthma'), ('20-29', 'f', 'cold'),
		('30-39', 'm', 'HIV'), ('30-39', 'm', 'flu'), ('30-39', 'm', 'cold')) AS t(age, sex, diagnosis)`)
	if err != nil {
		log.Fatal(err)
	}
	rows, err := db.Query("SELECT value, breach, safe FROM skyline_check('release', qi := ['age', 'sex'], sensitive := 'diagnosis', k := 1, c := 0.6) ORDER BY breach DESC, value")
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var value string
		var breach float64
		var safe bool
		if err := rows.Scan(&value, &breach, &safe); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-7s %.2f safe: %t\n", value, breach, safe)
	}
	if err := rows.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// flu     0.67 safe: false
	// HIV     0.50 safe: true
	// cold    0.50 safe: true
	// asthma  0.33 safe: true
}

// A result as Arrow record batches, column by column.
func ExampleQueryArrow() {
	connector, err := ext.NewConnector("")
	if err != nil {
		log.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	reader, err := ext.QueryArrow(ctx, conn, "SELECT name FROM skyline_functions() WHERE name LIKE 'presence%' ORDER BY name")
	if err != nil {
		log.Fatal(err)
	}
	defer reader.Release()
	for reader.Next() {
		names := reader.RecordBatch().Column(0).(*array.String)
		for i := range names.Len() {
			fmt.Println(names.Value(i))
		}
	}
	if err := reader.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// presence_anonymize
	// presence_check
}
