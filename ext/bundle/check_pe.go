package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// symbolsPE reads a library for Windows. cgo marks what Go exports to C as exported, and
// the linker takes no list; there, names of one library do not meet those of another.
func symbolsPE(library string) (symbols, error) {
	file, err := pe.Open(library)
	if err != nil {
		return symbols{}, err
	}
	defer file.Close()
	imported, err := file.ImportedSymbols()
	if err != nil {
		return symbols{}, err
	}
	s := symbols{open: true}
	for _, symbol := range imported {
		name, _, _ := strings.Cut(symbol, ":")
		s.needed = append(s.needed, name)
	}
	s.offered, err = exports(file)
	return s, err
}

// exports returns the names in a library's export directory, which package pe does not read.
func exports(file *pe.File) ([]string, error) {
	header, ok := file.OptionalHeader.(*pe.OptionalHeader64)
	if !ok || header.NumberOfRvaAndSizes == 0 {
		return nil, errors.New("not a library of 64 bits")
	}
	// Of the directory's ten numbers, the sixth says how many names there are, and the
	// eighth where the list of their addresses is.
	directory, err := at(file, header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress, 40)
	if err != nil {
		return nil, err
	}
	count, list := binary.LittleEndian.Uint32(directory[24:]), binary.LittleEndian.Uint32(directory[32:])
	addresses, err := at(file, list, 4*count)
	if err != nil {
		return nil, err
	}
	var names []string
	for address := range slices.Chunk(addresses[:4*count], 4) {
		rest, err := at(file, binary.LittleEndian.Uint32(address), 0)
		if err != nil {
			return nil, err
		}
		name, _, _ := bytes.Cut(rest, []byte{0})
		names = append(names, string(name))
	}
	return names, nil
}

// at returns what is loaded at an address: at least so many bytes, up to the section's end.
func at(file *pe.File, address, size uint32) ([]byte, error) {
	for _, section := range file.Sections {
		if address < section.VirtualAddress || address-section.VirtualAddress >= section.Size {
			continue
		}
		content, err := section.Data()
		if err != nil {
			return nil, err
		}
		if content = content[address-section.VirtualAddress:]; uint64(len(content)) >= uint64(size) {
			return content, nil
		}
	}
	return nil, errors.New("the export directory is not in the file")
}
