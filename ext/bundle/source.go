package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// source returns the archive of Skyline's sources, in a folder skyline-VERSION: the files
// of the last commit of the repository whose folder is root. What is not committed is not
// in it.
//
// Errors: git's, where root is no repository, as an unpacked archive is none.
func source(root, version string) (file, error) {
	name := "skyline-" + version
	git := exec.Command("git", "-C", root, "-c", "core.autocrlf=false", "archive", "--format=tar", "HEAD")
	var complaint strings.Builder
	git.Stderr = &complaint
	archive, err := git.Output()
	if err != nil {
		return file{}, fmt.Errorf("the archive of the sources needs git, and the repository with a commit: git archive: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	files, err := regular(archive)
	if err != nil {
		return file{}, err
	}
	content, err := tarred(under(name, files))
	return file{name + ".tar.gz", content}, err
}

// regular returns the files of a tar, which must hold nothing else but folders.
func regular(archive []byte) (files []file, err error) {
	in := tar.NewReader(bytes.NewReader(archive))
	for {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		switch header.Typeflag {
		case tar.TypeReg:
			content, err := io.ReadAll(in)
			if err != nil {
				return nil, err
			}
			files = append(files, file{header.Name, content})
		case tar.TypeDir, tar.TypeXGlobalHeader:
		default:
			return nil, fmt.Errorf("%s is neither a file nor a folder", header.Name)
		}
	}
}
