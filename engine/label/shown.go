package label

import "strings"

// Shown returns the texts of the values that stand in a label beside the label itself: in
// quotes, as members, as the ends of a closed range, and before "or NULL"; and whether NULL
// does. Only hierarchies have open ranges, and their ends are nobody's.
//
// Releases were made before values were quoted. In a label without quotes parts that stand
// side by side may be one value, of up to so many commas with a space behind: they are among
// the texts as well.
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
	parts := strings.Split(inner, separator)
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
