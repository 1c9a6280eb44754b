package releases

// peel finds what follows directly: a sum of which one variable is left tells it, and where 0 is left of a sum, its
// variables are 0. It takes time that is linear in the variables, however long the chains are.
func (s *system) peel() {
	for len(s.queue) > 0 {
		c := s.queue[0]
		s.queue = s.queue[1:]
		switch at := &s.sums[c]; {
		case at.open == 1:
			s.follow(at.mixed, c)
		case at.open > 1:
			for _, v := range s.of(c) {
				if !s.follows(v) {
					s.follow(v, c)
				}
			}
		}
	}
}

// look puts a sum in the queue if something follows from it.
func (s *system) look(c int32) {
	if at := &s.sums[c]; at.open == 1 || at.open > 1 && at.left == 0 {
		s.queue = append(s.queue, c)
	}
}

// follow notes that a variable follows from a sum.
func (s *system) follow(v, from int32) {
	s.when[v], s.by[v] = int32(len(s.followed)), from
	s.followed = append(s.followed, v)
	s.each(v, func(c int32) {
		at := &s.sums[c]
		at.left -= s.truth[v]
		at.open--
		at.mixed ^= v
		s.look(c)
	})
}
