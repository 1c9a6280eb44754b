package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
)

// licences are those of what is compiled into an extension, as SPDX names them. A module
// that is not here is an error: somebody must have read what it asks for.
var licences = map[string]string{
	"github.com/KimMachineGun/automemlimit": "MIT",
	"github.com/pbnjay/memory":              "BSD-3-Clause",
	"gonum.org/v1/gonum":                    "BSD-3-Clause",
}

// bill returns the bill of materials of the extensions, in CycloneDX's JSON: what is
// compiled into all of them, as their Go files say themselves, and what zig adds.
func bill(version string, extensions []file) (file, error) {
	var parts []component
	for _, e := range extensions {
		info, err := buildinfo.Read(bytes.NewReader(e.content))
		if err != nil {
			return file{}, fmt.Errorf("%s: %w", e.name, err)
		}
		parts = append(parts, library("std", strings.TrimPrefix(info.GoVersion, "go"), "BSD-3-Clause", "pkg:golang/std@"))
		for _, m := range info.Deps {
			p, err := part(m)
			if err != nil {
				return file{}, err
			}
			parts = append(parts, p)
		}
		parts = append(parts, library("zig", zigVersion, "MIT", "pkg:generic/zig@"))
		if strings.HasPrefix(e.name, "windows") {
			parts = append(parts, library("mingw-w64", "zig-"+zigVersion, "ZPL-2.1 AND MIT", "pkg:generic/mingw-w64@"))
		}
	}
	parts = slices.CompactFunc(slices.SortedFunc(slices.Values(parts), func(a, b component) int { return strings.Compare(a.Ref, b.Ref) }),
		func(a, b component) bool { return a.Ref == b.Ref })
	skyline := library("skyline", version, "MIT", "pkg:generic/skyline@")
	used := dependency{Ref: skyline.Ref}
	for _, p := range parts {
		used.On = append(used.On, p.Ref)
	}
	content, err := json.MarshalIndent(materials{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata: about{skyline}, Components: parts, Dependencies: []dependency{used},
	}, "", "  ")
	return file{"skyline-" + version + ".cdx.json", append(content, '\n')}, err
}

// part returns what the bill says of a module.
func part(m *debug.Module) (component, error) {
	licence, ok := licences[m.Path]
	if !ok {
		return component{}, fmt.Errorf("%s is compiled in: read its licence, and write it into ext/bundle/sbom.go", m.Path)
	}
	return library(m.Path, strings.TrimPrefix(m.Version, "v"), licence, "pkg:golang/"+m.Path+"@v"), nil
}

func library(name, version, licence, url string) component {
	return component{Type: "library", Ref: url + version, Name: name, Version: version, URL: url + version, Licences: []expression{{licence}}}
}

// The parts of CycloneDX 1.6 that are used.
type (
	materials struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     about        `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	about struct {
		Component component `json:"component"`
	}
	component struct {
		Type     string       `json:"type"`
		Ref      string       `json:"bom-ref"`
		Name     string       `json:"name"`
		Version  string       `json:"version"`
		Licences []expression `json:"licenses"`
		URL      string       `json:"purl"`
	}
	expression struct {
		Expression string `json:"expression"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)
