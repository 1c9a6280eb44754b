package main

// leveledBefore are the releases of the version before groups were cut between children of a node
// (c29ad1fd), by the same program.
var leveledBefore = map[string]leveled{
	"adult":           {groups: 1554, loss: 6.18, columns: []float64{7.7, 0.0, 0.0, 7.0, 13.1, 7.0, 8.5}, accuracy: 0.3188, seconds: 2.91},
	"fars":            {groups: 1953, loss: 8.68, columns: []float64{16.1, 4.8, 11.2, 14.6, 0.0, 1.4, 12.7}, accuracy: 0.6513, seconds: 1.16},
	"nursery":         {groups: 1440, loss: 25.00, columns: []float64{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100.0, 100.0}, accuracy: 0.5563, seconds: 0.58},
	"patients":        {groups: 2234, loss: 16.21, columns: []float64{15.9, 22.2, 15.6, 21.0, 6.3}, accuracy: 0.5185, seconds: 0.75},
	"voters":          {groups: 2235, loss: 40.64, columns: []float64{73.9, 86.4, 58.4, 0.0, 0.0, 4.9, 68.2, 33.2}, accuracy: 0.4156, seconds: 1.84},
	"adult 1,000":     {groups: 131, loss: 17.84, columns: []float64{26.4, 0.0, 0.7, 16.6, 32.1, 24.0, 25.1}, accuracy: 0.2650, seconds: 0.36},
	"hospital 500":    {groups: 73, loss: 51.79, columns: []float64{0.0, 0.0, 79.7, 95.9, 66.6, 68.5}, accuracy: 0.5740, seconds: 0.29},
	"hospital 2,000":  {groups: 296, loss: 43.52, columns: []float64{0.0, 0.0, 71.7, 37.7, 73.9, 77.8}, accuracy: 0.5490, seconds: 0.92},
	"hospital 10,000": {groups: 1406, loss: 32.86, columns: []float64{0.0, 0.0, 57.6, 9.9, 56.8, 72.9}, accuracy: 0.5665, seconds: 1.35},
	"hospital, years": {groups: 285, loss: 43.52, columns: []float64{0.0, 0.0, 100.0, 28.3, 62.3, 70.5}, accuracy: 0.5590, seconds: 0.39},
}
