package check

import (
	"errors"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/sentence"
)

// maxSentences is how many sentences a call may have.
const maxSentences = 1000

// givenSentences are the sentences of a call, with people and values as numbers.
type givenSentences struct {
	People    []string        `json:"people"` // as they are written, each once
	Values    []string        `json:"values"`
	Sentences []givenSentence `json:"sentences"`
}

// givenSentence says that one of some literals is true, or that two people have the same.
type givenSentence struct {
	Any  []givenLiteral `json:"any,omitempty"`
	Same []int          `json:"same,omitempty"`
}

// givenLiteral is a person, a value or nullValue, and 1 for one that they do not have.
type givenLiteral [3]int

const nullValue = -1

// readSentences reads the parameter sentences.
func readSentences(c *call.Call) (*givenSentences, error) {
	const param = "sentences"
	if c.Arguments[param] == nil {
		return nil, c.Errorf("%s must be given: a list of texts, such as ['Ann: Flu -> Bob: Flu', 'not Cem: Flu']; [] for nothing", param)
	}
	list := c.List(param)
	if len(list) > maxSentences {
		return nil, c.Errorf("%s must have at most %d elements, got %d", param, maxSentences, len(list))
	}
	g := &givenSentences{People: []string{}, Values: []string{}, Sentences: []givenSentence{}}
	person, value := numbering(&g.People), numbering(&g.Values)
	for i, element := range list {
		where := call.ElementOf(param, i)
		text, ok := element.(string)
		if !ok {
			return nil, c.Errorf("%s must be a text such as 'Ann: Flu -> Bob: Flu', got %s", where, call.Show(element))
		}
		s, err := sentence.Parse(text)
		if wrong, ok := errors.AsType[*sentence.Error](err); ok {
			return nil, c.Errorf("%s, %s", where, wrong)
		} else if err != nil {
			return nil, c.Errorf("%s: %w", where, err)
		}
		var given givenSentence
		add := func(l sentence.Literal, not bool) {
			literal := givenLiteral{person(l.Person), nullValue, 0}
			if !l.Value.Null {
				literal[1] = value(l.Value.Text)
			}
			if l.Not != not {
				literal[2] = 1
			}
			given.Any = append(given.Any, literal)
		}
		for _, l := range s.If {
			add(l, true)
		}
		for _, l := range s.Then {
			add(l, false)
		}
		for _, name := range s.Same {
			given.Same = append(given.Same, person(name))
		}
		g.Sentences = append(g.Sentences, given)
	}
	return g, nil
}

// numbering numbers texts, and lists them.
func numbering(list *[]string) func(text string) int {
	at := map[string]int{}
	return func(text string) int {
		n, ok := at[text]
		if !ok {
			n = len(*list)
			at[text], *list = n, append(*list, text)
		}
		return n
	}
}
