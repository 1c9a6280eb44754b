//go:build !asan

package capi

import "unsafe"

// readHandles reads the handles of states. A pointer may lead anywhere; where it leads
// to no memory, that is a panic, which the caller recovers from.
func readHandles(raw unsafe.Pointer, handles []uint64) {
	// Numbers, not pointers: the garbage collector must not follow them.
	for i := range handles {
		at := (*uintptr)(unsafe.Add(raw, uintptr(i)*unsafe.Sizeof(uintptr(0))))
		handles[i] = **(**uint64)(unsafe.Pointer(at))
	}
}
