package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wheel returns Python's package for a platform, and what its file is called: the sources
// in ext/python beside the extension, by the binary distribution format.
func wheel(root string, p platform, version string, extension []byte) (file, error) {
	python := filepath.Join(root, "ext", "python")
	files, err := sources(filepath.Join(python, "skyline"), "skyline", version)
	if err != nil {
		return file{}, err
	}
	about, err := wheelInfo(root, python, p, version)
	if err != nil {
		return file{}, err
	}
	info := "skyline_privacy-" + version + ".dist-info"
	files = append(append(files, file{"skyline/" + extensionFile, extension}), under(info, about)...)
	content, err := zipped(append(files, record(info, files)))
	return file{fmt.Sprintf("skyline_privacy-%s-py3-none-%s.whl", version, p.wheel), content}, err
}

// wheelInfo returns what a wheel says of itself. The description is the page README.md.
func wheelInfo(root, python string, p platform, version string) ([]file, error) {
	metadata, err := os.ReadFile(filepath.Join(python, "METADATA"))
	if err != nil {
		return nil, err
	}
	page, err := os.ReadFile(filepath.Join(python, "README.md"))
	if err != nil {
		return nil, err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	var kind strings.Builder
	kind.WriteString("Wheel-Version: 1.0\nGenerator: skyline/ext/bundle\nRoot-Is-Purelib: false\n")
	for tag := range strings.SplitSeq(p.wheel, ".") {
		kind.WriteString("Tag: py3-none-" + tag + "\n")
	}
	return []file{
		{"METADATA", []byte(strings.ReplaceAll(strings.TrimRight(string(metadata), "\n"), "@VERSION@", version) + "\n\n" + string(page))},
		{"WHEEL", []byte(kind.String())},
		{"licenses/LICENSE", licence},
		{"licenses/" + noticesFile, notices},
	}, nil
}

// record lists the files of a wheel with their checksums; its own is left open.
func record(info string, files []file) file {
	var lines strings.Builder
	for _, f := range sorted(files) {
		sum := sha256.Sum256(f.content)
		fmt.Fprintf(&lines, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.content))
	}
	fmt.Fprintf(&lines, "%s/RECORD,,\n", info)
	return file{info + "/RECORD", []byte(lines.String())}
}
