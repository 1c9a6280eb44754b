package capi

/*
#include <stdlib.h>
#include "capi.h"
#include "memory.h"
*/
import "C"

import (
	"time"
	"unsafe"

	"skyline/sqlfuncs/host"
)

//export skylineHasRoom
func skylineHasRoom(bytes C.size_t) C.bool {
	return C.bool(host.HasRoom(int64(bytes)))
}

//export skylineNoMemory
func skylineNoMemory(info C.duckdb_function_info) {
	text := C.CString(host.ErrMemory("__skyline_histogram").Error())
	C.duckdb_aggregate_function_set_error(info, text)
	C.free(unsafe.Pointer(text))
}

func memoryUsed() int64 { return int64(C.memory_used()) }

func giveBack() { C.memory_give_back() }

// ForgetHistograms ends the states in C that no query has touched for so long.
func ForgetHistograms(idle time.Duration) {
	C.skyline_forget_histograms(C.uint32_t(idle / time.Second))
}
