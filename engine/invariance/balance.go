package invariance

import "slices"

// balance is the second phase: it decides how many new people of each value join which bucket, so that each value of the
// bucket has equally many people, and counterfeits where these do not suffice. It returns how many counterfeits.
func (d *division) balance(m int64) (counterfeits int64, err error) {
	lack, news := make([]int64, d.table.Values), make([]int64, d.table.Values)
	for _, b := range d.buckets {
		for _, people := range b.people {
			b.layers = max(b.layers, int64(len(people)))
		}
		for j, v := range b.signature {
			lack[v] += b.layers - int64(len(b.people[j]))
		}
	}
	for v, people := range d.newcomers {
		news[v] = int64(len(people))
	}
	filled, err := fill(lack, news, m)
	if err != nil {
		return 0, err
	}
	d.rest = make([]int64, len(news))
	for v := range news {
		d.rest[v] = news[v] - filled[v]
		counterfeits += lack[v] - filled[v]
	}
	for _, b := range d.buckets {
		for j, v := range b.signature {
			b.take[j] = min(filled[v], b.layers-int64(len(b.people[j])))
			filled[v] -= b.take[j]
		}
	}
	return counterfeits, nil
}

// fill returns how many of the new people of each value fill places that people lack: of lack[v] places and news[v]
// people y_v, as many as there can be so that the others, r_v = N_v − y_v, are eligible: m·max r_v ≤ Σ r_v, which is when
// groups of m different values or more can be made of them.
//
// Nothing else needs fewer counterfeits. A bucket of more groups than t_B, its most frequent value, has at least m places
// more in each of them, which are as good as a new group of that signature; so let it have t_B. Then y_v new people fill
// its places and those of other buckets, and ΣD − Σy counterfeits the others. New people need
// max(0, m·max r − Σr) counterfeits among them, as each group has one at most of the most frequent value and m in all.
// The sum of both is
//
//	c(y) = ΣD + max(−Σy, m·max_v (N_v − y_v) − ΣN),
//
// which does not grow with any y_v, so that its minimum is at y_v = min(D_v, N_v): c* = ΣD + max(−Σ min(D, N), m·M − ΣN)
// with M = max_v max(0, N_v − D_v). Where m·M > Σr there, some y_v with r_v < M are made smaller until m·M = Σr. That
// does not change max r, so c(y) = ΣD − ΣN + m·M = c* again; and no counterfeit is among new people only. It is possible
// if Σ_v min(N_v, M) ≥ m·M, as r_v can become min(N_v, M). Otherwise the new people are not eligible.
//
// Errors: *IneligibleError.
func fill(lack, news []int64, m int64) ([]int64, error) {
	filled := make([]int64, len(news))
	most, rest := int64(0), int64(0)
	for v := range news {
		filled[v] = min(lack[v], news[v])
		most = max(most, news[v]-filled[v])
		rest += news[v] - filled[v]
	}
	if capped(news, most)/m < most {
		return nil, ineligible(lack, news, m, most)
	}
	for v := range news {
		fewer := min(filled[v], most-(news[v]-filled[v]), max(0, m*most-rest))
		filled[v] -= fewer
		rest += fewer
	}
	return filled, nil
}

// capped returns the sum of some numbers, each at most as large as a limit.
func capped(numbers []int64, limit int64) int64 {
	sum := int64(0)
	for _, n := range numbers {
		sum += min(n, limit)
	}
	return sum
}

// ineligible says how far new people are from being eligible. most is M as in fill.
//
// If no value may have more than c people who fill no place, N_v becomes min(N_v, D_v + c), and these people are eligible
// if Σ min(N_v, c) ≥ m·c. The left side is concave in c and 0 at 0, so this holds up to some largest c.
func ineligible(lack, news []int64, m, most int64) *IneligibleError {
	e := &IneligibleError{M: m, Count: slices.Max(news), MaxM: max(1, capped(news, most)/most)}
	for _, n := range news {
		e.People += n
		if n > 0 {
			e.Values++
		}
	}
	low, high := int64(0), most // low is allowed, high is not
	for high-low > 1 {
		if c := low + (high-low)/2; capped(news, c)/m >= c {
			low = c
		} else {
			high = c
		}
	}
	for v := range news {
		e.Waiting += max(0, news[v]-lack[v]-low)
	}
	return e
}
