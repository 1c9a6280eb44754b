package release

import (
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/call"
)

// ExtentGroup and extentRegion are the values of the parameter extent.
const (
	ExtentGroup  = "group"
	extentRegion = "region"
)

var paramLabelsCover = call.Param{Name: "labels_cover", Type: "VARCHAR", Default: "'" + ExtentGroup + "'", Doc: "what a label covers: `'group'`, the people of the group; or `'region'`, all that was cut for it: see [What ends tell](#what-ends-tell)"}

// covers are the regions of the groups in a column.
type covers interface {
	Region(group int) mondrian.Region
	// Members returns the codes that are covered, NULL's last, and how many they are; it
	// need not return more than most.
	Members(group, most int) (codes []int32, n int)
}

// coversOf returns what labels cover of a column.
func (in *splitting) coversOf(release *mondrian.Release, d int) covers {
	if in.extent == extentRegion {
		return release.Extents(d)
	}
	return occurring{release, d}
}

// occurring are the values that occur in the groups.
type occurring struct {
	release *mondrian.Release
	d       int
}

func (o occurring) Region(group int) mondrian.Region { return o.release.Region(group, o.d) }

func (o occurring) Members(group, _ int) (codes []int32, n int) {
	codes = o.release.Members(group, o.d)
	return codes, len(codes)
}
