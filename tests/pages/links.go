package pages

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

var (
	// [text](target) and ![text](target "title"); the text may hold a picture.
	inlineLink = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)`)
	// <img src="target">, <a href="target">, <source srcset="target">.
	htmlLink = regexp.MustCompile(`\b(?:src|href|srcset)="([^"]+)"`)
	htmlName = regexp.MustCompile(`<[a-z]+ [^>]*\b(?:id|name)="([^"]+)"`)
	codeSpan = regexp.MustCompile("`+[^`]*`+")
	heading  = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*\s*$`)
	outside  = regexp.MustCompile(`^[a-z]+:`)
)

// BrokenLinks returns, for each relative link of a page in root that leads nowhere, page and
// link: a file or folder that is not there, or a heading that its page does not have.
func BrokenLinks(root fs.FS) (broken []string, err error) {
	texts, err := readPages(root)
	if err != nil {
		return nil, err
	}
	for _, page := range slices.Sorted(maps.Keys(texts)) {
		for _, link := range links(texts[page]) {
			target, anchor := resolve(page, link)
			_, missing := fs.Stat(root, target)
			if missing != nil || anchor != "" && !slices.Contains(anchors(texts[target]), anchor) {
				broken = append(broken, fmt.Sprintf("%s: %s", page, link))
			}
		}
	}
	return broken, nil
}

// Unreachable returns the pages that no chain of links leads to from README.md. A link to a
// folder leads to its README.md.
func Unreachable(root fs.FS) ([]string, error) {
	texts, err := readPages(root)
	if err != nil {
		return nil, err
	}
	reached := map[string]bool{"README.md": true}
	for next := []string{"README.md"}; len(next) > 0; next = next[1:] {
		for _, link := range links(texts[next[0]]) {
			target, _ := resolve(next[0], link)
			for _, page := range []string{target, path.Join(target, "README.md")} {
				if _, ok := texts[page]; ok && !reached[page] {
					reached[page] = true
					next = append(next, page)
				}
			}
		}
	}
	var lost []string
	for page := range texts {
		if !reached[page] {
			lost = append(lost, page)
		}
	}
	slices.Sort(lost)
	return lost, nil
}

// readPages returns the texts of all pages, by their paths. Folders that are made by tools
// are left out, and those whose names begin with a dot, except for .ci. So are the parts,
// beside the functions in sqlfuncs, that the reference is put together from: their links are
// those of the pages that they become.
func readPages(root fs.FS) (map[string]string, error) {
	texts := map[string]string{}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		hidden := strings.HasPrefix(base, ".") && base != "." && base != ".ci"
		if entry.IsDir() && (hidden || base == "node_modules" || name == "build") {
			return fs.SkipDir
		}
		isPart := strings.HasPrefix(name, "sqlfuncs/") && base != "README.md"
		if entry.IsDir() || path.Ext(name) != ".md" || isPart {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		texts[name] = string(text)
		return err
	})
	return texts, err
}

// links returns the relative links of a page. What stands in code is none.
func links(text string) (found []string) {
	for _, line := range prose(text) {
		line = codeSpan.ReplaceAllString(line, "")
		for _, pattern := range []*regexp.Regexp{inlineLink, htmlLink} {
			for _, match := range pattern.FindAllStringSubmatch(line, -1) {
				if !outside.MatchString(match[1]) {
					found = append(found, match[1])
				}
			}
		}
	}
	return found
}

// resolve returns where a link of a page leads: a path from the root, and a heading or "".
func resolve(page, link string) (target, anchor string) {
	target, anchor, _ = strings.Cut(link, "#")
	if target == "" {
		return page, anchor
	}
	return path.Join(path.Dir(page), target), anchor
}

// anchors returns what links to the headings of a page can say, as hosts of repositories
// make it: letters, digits, - and _ in lower case, - for a blank; -1, -2 … behind one that
// was there before.
func anchors(text string) (names []string) {
	seen := map[string]int{}
	for _, line := range prose(text) {
		for _, match := range htmlName.FindAllStringSubmatch(line, -1) {
			names = append(names, match[1])
		}
		match := heading.FindStringSubmatch(line)
		if match == nil {
			continue
		}
		title := inlineLink.ReplaceAllString(match[1], "")
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, title)
		if n := seen[name]; n > 0 {
			names = append(names, name+"-"+strconv.Itoa(n))
		} else {
			names = append(names, name)
		}
		seen[name]++
	}
	return names
}

// prose returns the lines of a page that do not stand in blocks of code.
func prose(text string) (lines []string) {
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		mark := strings.TrimLeft(line, " ")
		mark = mark[:len(mark)-len(strings.TrimLeft(mark, "`~"))]
		switch {
		case fence == "" && len(mark) >= 3:
			fence = mark
		case fence == "":
			lines = append(lines, line)
		case strings.HasPrefix(mark, fence):
			fence = ""
		}
	}
	return lines
}
