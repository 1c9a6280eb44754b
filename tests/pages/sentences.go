package pages

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Sentences begin with their subject, which one of these words puts off: "Of all ages 19 % are lost".
// A question may begin with Who or Whom.
var opening = regexp.MustCompile(`(?:^|[.!?:]\)? |\| |\*\*)(?:- |> )?((Whoever|Whom|Who|Of) [^.?!]*[.?!]?)`)

// Openings returns, for each sentence of a page in root that begins with a word that no sentence begins
// with, the page and the beginning. Headings, and what stands in code, are none.
func Openings(root fs.FS) (found []string, err error) {
	texts, err := readPages(root)
	if err != nil {
		return nil, err
	}
	for _, page := range slices.Sorted(maps.Keys(texts)) {
		for _, line := range prose(texts[page]) {
			if heading.MatchString(line) {
				continue
			}
			for _, match := range opening.FindAllStringSubmatch(line, -1) {
				if !strings.HasSuffix(match[1], "?") {
					found = append(found, fmt.Sprintf("%s: %s", page, match[1][:min(len(match[1]), 60)]))
				}
			}
		}
	}
	return found, nil
}
