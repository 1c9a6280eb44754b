package label

import "strings"

// maxCommas bounds what Shown looks at: texts with more commas are no categories.
const maxCommas = 100

// Shown returns the texts of the values that stand in a label beside the label itself: in
// quotes, as members, as the ends of a closed range, and before "or NULL"; and whether NULL
// does. An end that is not covered, as that of "< 18" and those of "[20, 30)", which only
// hierarchies have, is nobody's.
//
// Releases were made before values were quoted. In a label without quotes parts that stand
// side by side may be one value, of up to so many commas with a space behind, at most 100:
// they are among the texts as well.
func Shown(text string, commas int) (texts []string, hasNull bool) {
	l := Read(text)
	if l.Kind != One && !l.Open || l.Quoted || l.HasNull {
		texts = l.Texts
	}
	bare, behind := strings.CutSuffix(text, orNull)
	inner, like, ok := enclosed(bare)
	if !ok || like.Open || l.Kind != One && strings.Contains(inner, quote) {
		return texts, l.HasNull
	}
	parts, commas := strings.Split(inner, separator), min(commas, maxCommas)
	for i := range parts {
		for end := i + 1; end <= min(len(parts), i+1+commas); end++ {
			// A range has two ends, and nothing between them.
			if like.Kind == Some || (i == 0) != (end == len(parts)) {
				run := strings.Join(parts[i:end], separator)
				texts = append(texts, run)
				hasNull = hasNull || like.Kind == Some && run == null
			}
		}
	}
	return texts, hasNull || behind || l.HasNull
}
