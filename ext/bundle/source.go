package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// source writes Skyline's sources as a tar.gz, in a folder skyline-VERSION: the
// files of the last commit of the repository in the folder root, which is where
// the archive is made. What is not committed is not in it. The bytes depend on
// the files, the version and Go only, not on when, where and with which git:
// files are in git's order, and have no owner and no time.
//
// Errors: git's, where root is no repository, as an unpacked archive is none.
func source(w io.Writer, root, version string) (err error) {
	git := exec.Command("git", "-C", root, "-c", "core.autocrlf=false", "archive", "--format=tar", "HEAD")
	var complaint strings.Builder
	git.Stderr = &complaint
	out, err := git.StdoutPipe()
	if err != nil {
		return err
	}
	if err := git.Start(); err != nil {
		return fmt.Errorf("the archive of the sources needs git: %w", err)
	}
	err = repack(w, out, "skyline-"+version+"/")
	if err != nil {
		// git would wait for somebody who reads on.
		_ = git.Process.Kill()
	}
	if failed := git.Wait(); err == nil && failed != nil {
		err = fmt.Errorf("the archive of the sources needs the repository, with a commit: git archive: %w: %s", failed, strings.TrimSpace(complaint.String()))
	}
	return err
}

// repack copies a tar's files into a tar.gz, below prefix, with nothing but names,
// contents and whether they are programs.
func repack(w io.Writer, from io.Reader, prefix string) (err error) {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	to := tar.NewWriter(compressed)
	in := tar.NewReader(from)
	for {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return errors.Join(to.Close(), compressed.Close())
		}
		if err != nil {
			return err
		}
		switch header.Typeflag {
		case tar.TypeReg:
		case tar.TypeDir, tar.TypeXGlobalHeader:
			continue
		default:
			return fmt.Errorf("%s is neither a file nor a folder", header.Name)
		}
		mode := int64(0o644)
		if header.Mode&0o100 != 0 {
			mode = 0o755
		}
		if err := to.WriteHeader(&tar.Header{Name: prefix + header.Name, Mode: mode, Size: header.Size}); err != nil {
			return err
		}
		if _, err := io.Copy(to, in); err != nil {
			return err
		}
	}
}
