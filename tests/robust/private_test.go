package robust

import (
	"bufio"
	"fmt"
	"os"
	osexec "os/exec" // the package has a helper of that name
	"strconv"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// privateVariable tells the child of TestPrivateFunctions where to begin.
const privateVariable = "SKYLINE_TEST_PRIVATE_FROM"

// TestPrivateFunctions calls private functions with nonsense. Errors and results
// are fine; the process must live, and go on answering. It runs in a process of
// its own, so that a crash tells which statement made it.
func TestPrivateFunctions(t *testing.T) {
	trials.Long(t)
	statements := nonsense()
	for from := 0; from < len(statements); {
		child := osexec.Command(os.Args[0], "-test.run=^TestPrivateFunctionsChild$", "-test.v")
		child.Env = append(os.Environ(), privateVariable+"="+strconv.Itoa(from))
		output, err := child.CombinedOutput()
		if err == nil {
			return
		}
		last := from - 1
		var rest []string
		lines := bufio.NewScanner(strings.NewReader(string(output)))
		for lines.Scan() {
			if number, ok := strings.CutPrefix(lines.Text(), "statement "); ok {
				last, _ = strconv.Atoi(number)
				rest = nil
			} else {
				rest = append(rest, lines.Text())
			}
		}
		if last < from {
			t.Fatalf("the child did not begin: %v\n%s", err, output)
		}
		t.Errorf("%v after %s\n%s", err, head(statements[last]), head(strings.Join(rest, "\n")))
		from = last + 1
	}
}

func TestPrivateFunctionsChild(t *testing.T) {
	from, err := strconv.Atoi(os.Getenv(privateVariable))
	if err != nil {
		t.Skip("it is run by TestPrivateFunctions")
	}
	db := openDB(t, "")
	all := nonsense()
	for i, statement := range all[from:] {
		// Neighbours are much alike.
		if (from+i)%trials.Number(8, 1) != 0 {
			continue
		}
		fmt.Printf("statement %d\n", from+i)
		err := drain(t.Context(), db, statement)
		if err != nil && (strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "goroutine")) {
			t.Fatal(err)
		}
		// A call that DuckDB does not let through tries nothing.
		if err != nil && strings.HasPrefix(err.Error(), "Binder Error: No function matches") {
			t.Errorf("%v: %s", err, head(statement))
		}
		if (from+i)%trials.Number(80, 1) == 0 {
			checkUsable(t, db)
		}
	}
	checkUsable(t, db)
}
