package main

import (
	"os"
	"path/filepath"
)

// nodePackage returns Node's package, with the extensions of all platforms: the sources in
// ext/node, as npm packs them.
func nodePackage(root, version string, extensions []file) (file, error) {
	files, err := sources(filepath.Join(root, "ext", "node"), "package", version)
	if err != nil {
		return file{}, err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return file{}, err
	}
	files = append(files, file{"package/LICENSE", licence}, file{"package/" + noticesFile, notices})
	content, err := tarred(append(files, under("package/platforms", extensions)...))
	return file{"skyline-privacy-" + version + ".tgz", content}, err
}

// dbtPackage returns the package for dbt projects, ext/dbt, with its examples.
func dbtPackage(root, version string) (file, error) {
	name := "skyline-dbt-" + version
	files, err := sources(filepath.Join(root, "ext", "dbt"), name, version)
	if err != nil {
		return file{}, err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return file{}, err
	}
	content, err := tarred(append(files, file{name + "/LICENSE", licence}))
	return file{name + ".tar.gz", content}, err
}
