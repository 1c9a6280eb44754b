package attackers

import (
	"database/sql"
	"fmt"
	"math"

	"skyline/engine/attack"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/words"
)

// inferenceRow is a row of attack_inference, the i-th. Value is the text of a sensitive value.
type inferenceRow struct {
	I        int64
	Measure  string
	Estimate float64 `sql:"estimate,nan=null"`
	Low      float64 `sql:"low,nan=null"`
	High     float64 `sql:"high,nan=null"`
	People   sql.Null[int64]
	Meaning  string
	Value    sql.Null[string]
}

// inferenceRows are the rows of attack_inference.
type inferenceRows struct {
	*host.Rows[inferenceRow]
	confidence float64
}

// share adds a row on a share of right guesses.
func (rows inferenceRows) share(measure string, right float64, people int64, value sql.Null[string], meaning func(share string) string) {
	e := attack.Wilson(right, people, rows.confidence)
	text := "There is nobody whom this could be about."
	if people > 0 {
		text = meaning(words.About(e.Value))
	}
	rows.Add(inferenceRow{int64(rows.Len()), measure, e.Value, e.Low, e.High, host.Some(people), text, value})
}

// added adds a row on what a release adds to the control.
func (rows inferenceRows) added(measure string, right float64, people int64, controlRight float64, controlPeople int64, value sql.Null[string]) {
	e := attack.Added(right, people, controlRight, controlPeople, rows.confidence)
	var text string
	switch {
	case people == 0 || controlPeople == 0:
		text = "There is nobody whom this could be about."
	case math.IsNaN(e.Value):
		text = "All guesses are right without the release: there is nothing to add."
	case e.Value < 0:
		text = fmt.Sprintf("The release sets no guesses right: %s more of them fail with it than without.", words.About(-e.Value))
	default:
		text = fmt.Sprintf("The release sets %s of the guesses right that fail without it.", words.About(e.Value))
	}
	if math.IsInf(e.Low, -1) {
		e.Low = math.NaN()
	}
	rows.Add(inferenceRow{int64(rows.Len()), measure, e.Value, e.Low, e.High, sql.Null[int64]{}, text, value})
}

// count adds a row on a number.
func (rows inferenceRows) count(measure string, n int64, meaning string) {
	rows.Add(inferenceRow{int64(rows.Len()), measure, float64(n), math.NaN(), math.NaN(), sql.Null[int64]{}, meaning, sql.Null[string]{}})
}

// rows scores what the attacker guesses.
func (in *attacked) rows(learnt *attack.Learnt) (*host.Rows[inferenceRow], error) {
	rows := inferenceRows{host.NewRows[inferenceRow](), in.Confidence}
	inside, byGroup, frequent := learnt.Inside(), learnt.ByGroup(), learnt.MostFrequent()
	control, ofControl := frequent, "%s of the people in the release are guessed right by its most frequent value: there is no control"
	if in.control != nil {
		var err error
		if control, err = learnt.Outside(in.control); err != nil {
			return nil, err
		}
		ofControl = "%s of the people in control, who are not in the release, are guessed right by the rates learnt from it"
	}
	ofControlValue := "%s of the people in the release who have the value are guessed right by the most frequent value of all: there is no control"
	if in.control != nil {
		ofControlValue = "%s of the people in control who have the value are guessed right"
	}
	all := sql.Null[string]{}
	sentence := func(format string) func(share string) string {
		return func(share string) string { return words.Capitalized(fmt.Sprintf(format, share)) + "." }
	}
	right, people := inside.Total()
	controlRight, controlPeople := control.Total()
	rows.share("success", right, people, all, sentence("%s of the people in the release are guessed right by the rates learnt from it and the values of their group"))
	rows.share("control", controlRight, controlPeople, all, sentence(ofControl))
	rows.added("added", right, people, controlRight, controlPeople, all)
	right, people = byGroup.Total()
	rows.share("by_group", right, people, all, sentence("%s of the people in the release are guessed right by the most frequent value of their group, without learning"))
	right, people = frequent.Total()
	rows.share("most_frequent", right, people, all, sentence("%s of the people in the release are guessed right by its most frequent value"))
	rows.count("outside", in.outside, "This many people of original are in no group of the release, and are left out.")
	rows.count("groups_exact", learnt.Exact, "In this many groups the guesses follow from all ways to deal out their values.")
	rows.count("groups_fitted", learnt.Fitted, "In this many groups, which would take more than max_steps, the guesses follow from a product that is fitted to their values.")
	rows.count("rounds", int64(learnt.Rounds), "The attacker learns for this many rounds.")
	for number := range in.values {
		value := sql.Null[string]{V: in.values[number], Valid: int32(number) != in.null}
		right, people, controlRight, controlPeople := inside.Right[number], inside.People[number], control.Right[number], control.People[number]
		rows.share("success_of_value", right, people, value, sentence("%s of the people in the release who have the value are guessed right"))
		rows.share("control_of_value", controlRight, controlPeople, value, sentence(ofControlValue))
		rows.added("added_of_value", right, people, controlRight, controlPeople, value)
	}
	return rows.Rows, nil
}
