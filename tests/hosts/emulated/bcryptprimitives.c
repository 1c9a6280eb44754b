// What Go's runtime asks Windows for at its start, and Wine 8 does not have.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
	return SystemFunction036(bytes, (ULONG)count);
}
