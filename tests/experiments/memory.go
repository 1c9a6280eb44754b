package main

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// The peak of a process's memory is known on Linux, where it can be set back.
const (
	peakFile  = "/proc/self/status"
	resetFile = "/proc/self/clear_refs"
)

// resetPeak sets the peak back to what the process holds, after giving back what
// Go does not need.
func resetPeak() error {
	debug.FreeOSMemory()
	err := os.WriteFile(resetFile, []byte("5"), 0)
	if os.IsNotExist(err) || os.IsPermission(err) {
		return nil
	}
	return err
}

// peak returns the peak in bytes, 0 where it is not known.
func peak() (int64, error) {
	status, err := os.ReadFile(peakFile)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kilobytes * 1024, err
		}
	}
	return 0, nil
}
