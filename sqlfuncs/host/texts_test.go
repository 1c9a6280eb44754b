package host

import (
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestTextsAreCloned: a job outlives the call whose arguments it reads, and with
// it the memory they lie in; also where a list has a single element.
func TestTextsAreCloned(t *testing.T) {
	for _, words := range []string{"", "age", "age sex", "age  zip"} {
		want := strings.Split(words, " ")
		memory := []byte(strings.ReplaceAll(words, " ", ""))
		list := Column{Len: 1, Elem: &Column{Len: len(want)}, Ends: []int{len(want)}}
		at := 0
		for _, word := range want {
			list.Elem.Strings = append(list.Elem.Strings, unsafe.String(unsafe.SliceData(memory[at:]), len(word)))
			at += len(word)
		}
		got := TextsOf(&list, 0)
		for i := range memory {
			memory[i] = 0
		}
		if !slices.Equal(got, want) {
			t.Errorf("the texts are %q, want %q", got, want)
		}
	}
}
