package sqltext

import "fmt"

// Job is a kernel that runs beside the query: one call starts it, a recursive CTE waits for
// it, and another call takes its rows.
type Job struct {
	// Function is the SQL function that it runs for, which its errors name.
	Function string
	// Kernel is what runs: its rows are those of the private function
	// __skyline_<kernel>_rows.
	Kernel string
	// Spec is what is known while planning; the kernel gets it as JSON.
	Spec any
	// Data is what the statement computes for the kernel, a JSON object: handles of what
	// aggregates kept, lists. The kernel gets NULL where there is none.
	Data []Member
	// From is what Data is computed from: what stands behind FROM, relations only, "" for
	// nothing. The plan's guards are put behind it.
	From SQL
	// Rows is the CTE of the kernel's rows. The job's own is named after it.
	Rows SQL
	// Why says in a line what the kernel does.
	Why string
}

// Member is a named value of a job's data.
type Member struct {
	Name  string
	Value SQL
}

// Run adds the two CTEs of a job: <rows>_job, which starts it and waits until it is done,
// and its rows.
//
// A job is waited for twice at once, the second time for nothing: the thread of DuckDB that
// has asked for the statement's result polls for work, and would take a core from the kernel.
func (p *Plan) Run(job Job) {
	if !isWord(job.Kernel) {
		panic(fmt.Sprintf("sqltext: %q is no name of a kernel", job.Kernel))
	}
	own := job.Rows + "_job"
	p.With(own, job.Why+": the job, and the wait for it", Fill(`
		SELECT __skyline_start(
		    {function}, {kernel},
		    {spec},
		    {data}
		) AS job, false AS done
		{from}
		UNION ALL
		(
		    SELECT job, __skyline_wait(job) FROM {own} WHERE NOT done
		    UNION ALL
		    SELECT job, true FROM {own} WHERE NOT done AND __skyline_wait(job) IS NULL
		)
	`, Args{
		"function": Text(job.Function), "kernel": Text(job.Kernel), "spec": JSON(job.Spec), "data": job.data(),
		"from": p.guarded(job.From), "own": own,
	}))
	p.append(job.Rows, "", " AS MATERIALIZED (", Fill("SELECT UNNEST({rows}(job), recursive := true) FROM {own} WHERE done",
		Args{"rows": SQL(ownName + job.Kernel + "_rows"), "own": own}))
}

// data is the JSON object of a job's data.
func (job *Job) data() SQL {
	if len(job.Data) == 0 {
		return "NULL"
	}
	return Fill("to_json(struct_pack({members}))::VARCHAR", Args{"members": Join(",\n", Map(job.Data, func(_ int, m Member) SQL {
		name := Ident(m.Name)
		if isWord(m.Name) && !isGrammar(m.Name) {
			name = SQL(m.Name)
		}
		return Fill("{name} := {value}", Args{"name": name, "value": m.Value})
	})...)})
}

// guarded is a FROM with the plan's guards.
func (p *Plan) guarded(from SQL) SQL {
	guards := p.Guards()
	if from == "" {
		if guards == "" {
			return ""
		}
		from = "(SELECT 1) AS one" // a join is behind something
	}
	return Fill("FROM {from}{guards}", Args{"from": from, "guards": guards})
}
