// Command handin writes what is handed in to DuckDB's repository of community extensions:
//
//	go run ./ext/community/handin -repository OWNER/NAME -maintainers NAME[,NAME]… [-o FOLDER]
//
// The folder, build/community-extensions unless another is named, has the two files at the
// paths that they have in a fork of that repository. The descriptor names the commit that is
// checked out, which must be all there is: DuckDB builds that commit.
package main

import (
	_ "embed" // for the template
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	repository := flag.String("repository", "", "where the source is on GitHub: `OWNER/NAME`")
	maintainers := flag.String("maintainers", "", "`NAMES` on GitHub of those who maintain it, with commas between them")
	folder := flag.String("o", filepath.Join("build", "community-extensions"), "the `FOLDER` to write into")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Writes what is handed in to DuckDB's repository of community extensions.\n\nusage: go run ./ext/community/handin -repository OWNER/NAME -maintainers NAME[,NAME]… [-o FOLDER]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*repository, *maintainers, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "handin:", err)
		os.Exit(1)
	}
}

func run(repository, maintainers, folder string) error {
	d, err := described(repository, maintainers)
	if err != nil {
		return err
	}
	root, commit, err := checkedOut()
	if err != nil {
		return err
	}
	d.Commit = commit
	text, err := d.write()
	if err != nil {
		return err
	}
	functions, err := os.ReadFile(filepath.Join(root, "ext", "community", "docs", "function_descriptions.csv"))
	if err != nil {
		return err
	}
	target := filepath.Join(folder, "extensions", "skyline")
	if err := os.MkdirAll(filepath.Join(target, "docs"), 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"description.yml": text,
		filepath.Join("docs", "function_descriptions.csv"): functions,
	} {
		name = filepath.Join(target, name)
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

// GitHub's names: of accounts, and of repositories.
var (
	account = regexp.MustCompile(`^[A-Za-z0-9](-?[A-Za-z0-9])*$`)
	project = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
)

// described returns the descriptor of these, which are what only a person can know.
func described(repository, maintainers string) (*descriptor, error) {
	owner, name, _ := strings.Cut(repository, "/")
	if !account.MatchString(owner) || !project.MatchString(name) {
		return nil, fmt.Errorf("-repository must be OWNER/NAME, as on GitHub, and is %q", repository)
	}
	names := strings.Split(maintainers, ",")
	for _, maintainer := range names {
		if !account.MatchString(maintainer) {
			return nil, fmt.Errorf("-maintainers must be names on GitHub with commas between them, and is %q", maintainers)
		}
	}
	return &descriptor{Repository: repository, Maintainers: names}, nil
}
