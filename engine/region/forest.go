package region

// forest is a partition of 0..n-1 that is made coarser: the parents in trees, a root
// being its own.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// root returns what stands for all that i is together with.
func (f forest) root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join puts the parts of two together. The smaller root stays, so that it does not
// matter in which order they come.
func (f forest) join(a, b int32) {
	a, b = f.root(a), f.root(b)
	if a < b {
		f[b] = a
	} else {
		f[a] = b
	}
}
