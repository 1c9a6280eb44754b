package hints

import (
	"fmt"
	"slices"
	"testing"
)

// TestReading: what columns read as, how that is written, and the cast. By hand.
func TestReading(t *testing.T) {
	whole := func(from, to int) (texts []string) {
		for i := from; i <= to; i++ {
			texts = append(texts, fmt.Sprint(i))
		}
		return texts
	}
	for _, test := range []struct {
		texts             []string
		kind, forms, cast string
	}{
		{nil, "", "", ""},
		{[]string{"7"}, "", "", ""},
		{[]string{"F", "M"}, "", "", ""},
		{whole(1, 9), "", "", ""},   // codes
		{whole(20, 28), "", "", ""}, // in the order of their texts
		{[]string{"9", "10"}, "whole numbers", "2 whole numbers", `x::BIGINT`},
		{whole(20, 29), "whole numbers", "10 whole numbers", `x::BIGINT`},
		{[]string{"-9", "-10", "3", "3.0", "20"}, "numbers", "4 whole numbers, 1 numbers with a decimal point", `x::DOUBLE`},
		{[]string{"-9", "10", "3"}, "whole numbers", "3 whole numbers", `x::BIGINT`},
		{append(whole(20, 28), "n/a"), "", "", ""},
		{append(whole(20, 38), "n/a"), "whole numbers", "19 whole numbers, 1 others", `TRY_CAST(x AS BIGINT)`},
		{append(whole(20, 29), "007"), "whole numbers", "10 whole numbers, 1 others", `TRY_CAST(x AS BIGINT)`},
		{[]string{"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"}, "", "", ""},
		{[]string{"9", "10.4", "-1e3"}, "numbers", "1 whole numbers, 1 numbers with a decimal point, 1 numbers with an exponent", `x::DOUBLE`},
		{[]string{"9,5", "10,25"}, "numbers", "2 numbers with a decimal comma", `replace(x, ',', '.')::DOUBLE`},
		{[]string{"9,500", "10,250"}, "numbers", "2 numbers with commas between thousands", `replace(x, ',', '')::DOUBLE`},
		{[]string{"9", "10 "}, "whole numbers", "2 whole numbers; 1 have blanks around them", `trim(x)::BIGINT`},
		{[]string{"1980-02-03", "1981-02-03"}, "dates", "2 dates like 2024-03-05", `x::DATE`},
		{[]string{"1980-02-03", "03.02.1981"}, "dates", "1 dates like 2024-03-05, 1 dates like 05.03.2024", `try_strptime(x, ['%Y-%m-%d', '%d.%m.%Y'])::DATE`},
		{[]string{"03.02.1980", "03.02.1981"}, "dates", "2 dates like 05.03.2024", `strptime(x, '%d.%m.%Y')::DATE`},
		{[]string{"03/02/1980", "13/02/1981"}, "dates", "1 dates like 31/12/2024, 1 dates like 05/03/2024", `strptime(x, '%d/%m/%Y')::DATE`},
		{[]string{"03/02/1980", "02/13/1981"}, "dates", "1 dates like 12/31/2024, 1 dates like 05/03/2024", `strptime(x, '%m/%d/%Y')::DATE`},
		{[]string{"1980-02-03", "1980-02-03 14:30:00"}, "moments", "1 dates like 2024-03-05, 1 moments like 2024-03-05 14:30", `x::TIMESTAMP`},
		{[]string{"08:30", "14:15"}, "times of day", "2 times like 14:30", `x::TIME`},
		{[]string{"10%", "20%", "5%"}, "", "", ""},
	} {
		texts := slices.Clone(test.texts)
		slices.Sort(texts)
		r := NewReading(len(texts))
		for _, text := range texts {
			if !r.At(text) {
				break
			}
		}
		if got := r.Kind(); got != test.kind {
			t.Errorf("%v: reads as %q, want %q", test.texts, got, test.kind)
		}
		if test.kind == "" {
			continue
		}
		if got := r.Forms(); got != test.forms {
			t.Errorf("%v: %q, want %q", test.texts, got, test.forms)
		}
		if got := r.Cast("x"); got != test.cast {
			t.Errorf("%v: %s, want %s", test.texts, got, test.cast)
		}
	}
}

// TestPostal: names of columns of codes.
func TestPostal(t *testing.T) {
	for name, want := range map[string]bool{"zip": true, "ZipCode": true, "home_postcode": true, "age": false, "zipper": false, "zip5": true, "ZIP3": true, "zip2020": false} {
		if IsPostal(name) != want {
			t.Errorf("IsPostal(%q) = %v", name, !want)
		}
	}
}

// FuzzReading: any texts are read, and what reads as something has a cast and forms.
func FuzzReading(f *testing.F) {
	for _, text := range []string{"", "1", "1e5", "1,5", "1,500", "2024-03-05", "05.03.2024", "31/12/2024", "12/31/2024", "1/2/2024", "14:30", " 7 ", "2024-03-05 14:30:00+01", "+.5", "007", "\x00", "é"} {
		f.Add(text, "10")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		r := NewReading(2)
		if r.At(a) {
			r.At(b)
		}
		if r.Kind() != "" && (r.Cast("x") == "" || r.Forms() == "") {
			t.Errorf("%q and %q read as %s: %q, %q", a, b, r.Kind(), r.Cast("x"), r.Forms())
		}
		r.IsAmbiguous()
	})
}
