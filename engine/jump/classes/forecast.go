package classes

func (in *Instance) Forecast(i int, counts [][]int64) float64 { return 1 }
