// Command experiments repeats the experiments of Chen, LeFevre and Ramakrishnan,
// "Adversarial-knowledge dimensions in data privacy" (VLDB Journal 18, 2009),
// Sect. 8.2 to 8.4, of Jin, Zhang, Zhang and Das, "Versatile publishing for privacy
// preservation" (KDD 2010), Sect. 6, and of Martin, Kifer, Machanavajjhala, Gehrke and
// Halpern, "Worst-case background knowledge for privacy-preserving data publishing"
// (ICDE 2007), Sect. 4, with Skyline's functions, through SQL, and the tables of Liu,
// Wang, Zhang and Zhu, "k-jump: a strategy to design publicly-known algorithms for
// privacy preserving micro-data disclosure", and of Nergiz, Cetintas and Akova,
// "Generalizations with probability distributions for data anonymization" (Purdue CSD TR
// 08-001, 2008), with that report's experiments, compares releases with those of another
// anonymizer and by the splits that they are made with, and measures the search for generalizations, publicly known algorithms,
// what others tell those who know them, and the check for presence:
//
//	go run ./tests/experiments [-quick] [-data FOLDER] [-out FOLDER] [-rows N] [name…]
//
// Names are those of the experiments, all of them without one: see README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// experiment is one figure or table.
type experiment struct {
	name, title string
	files       []string // of the data folder
	run         func(context.Context, *lab) (*section, error)
}

var experiments = []experiment{
	{"fig7", "Fig. 7: scale-up", nil, scaleUp},
	{"table2", "Table 2: the knowledge skyline of a (3, 6)-diverse release of Adult", []string{adultFile}, diverseRelease},
	{"fig8", "Fig. 8: utility of Adult against knowledge", []string{adultFile}, adultUtility},
	{"table3", "Table 3: value-centric and attribute-centric criteria", []string{adultFile}, criteria},
	{"fig9", "Fig. 9: classification of Nursery against knowledge", []string{nurseryFile}, nurseryAccuracy},
	{"quality", "Quality beside another anonymizer", []string{adultFile}, quality},
	{"splits", "The splits compared", []string{adultFile, farsFile, nurseryFile}, splits},
	{"levels", "Levels of hierarchies", []string{adultFile, farsFile, nurseryFile}, levels},
	{"cells", "Single cells suppressed", []string{adultFile}, suppressedCells},
	{"earlier", "Beside earlier releases", []string{adultFile}, besideEarlier},
	{"parts", "A table in parts", []string{adultFile}, parts},
	{"changing", "A table that changes: ten releases of Adult", []string{adultFile}, changing},
	{"cubes", "Published counts: what masks give away, and what protection loses", []string{adultFile}, cubes},
	{"linked", "Linked rows: who is alone by a few of them", nil, linkedRows},
	{"gnf_adult", "Versatile publishing, Fig. 1 to 3: Adult", []string{adultFile}, versatileAdult},
	{"gnf_texas", "Versatile publishing, Fig. 4 to 10: hospital discharges", nil, versatileTexas},
	{"gnf_cost", "Versatile publishing: time by rows and attributes", nil, versatileCost},
	{"martin_fig5", "Worst-case knowledge, Fig. 5: disclosure by pieces of knowledge", []string{adultFile}, worstCaseByKnowledge},
	{"martin_fig6", "Worst-case knowledge, Fig. 6: disclosure by entropy", []string{adultFile}, worstCaseByEntropy},
	{"generalization_cost", "Full-domain generalization: cost", []string{adultFile}, generalizationCost},
	{"jump_paper", "Publicly known algorithms: the tables of the paper", nil, jumpPaper},
	{"jump_cost", "Publicly known algorithms: cost", []string{adultFile}, jumpCost},
	{"jump_methods", "Publicly known algorithms: what each method buys", []string{adultFile}, jumpMethods},
	{"minimality", "What skyline_anonymize tells those who know the algorithm", nil, minimality},
	{"public", "An algorithm that may be known", []string{adultFile, farsFile}, publicSplits},
	{"attack_adult", "Attackers who learn from a release of Adult", []string{adultFile}, attackAdult},
	{"pdf_paper", "Generalization with distributions: the examples of the paper", nil, pdfPaper},
	{"pdf_fig3", "Generalization with distributions, Fig. 3: rules of k-anonymous Adult", []string{adultFile}, pdfAnonymity},
	{"presence_fig4", "Generalization with distributions, Fig. 4 and Table VIII: δ-presence of Adult", []string{adultFile}, presenceUtility},
	{"presence_cost", "δ-presence: cost of checking", nil, presenceCost},
}

const (
	adultFile   = "adult.csv"
	farsFile    = "fars.csv"
	nurseryFile = "nursery.csv"
)

func main() {
	s := settings{progress: os.Stderr}
	flag.BoolVar(&s.quick, "quick", false, "fewer people, folds and points: about a minute")
	flag.StringVar(&s.data, "data", filepath.Join("tests", "data"), "the folder with adult.csv, fars.csv and nursery.csv")
	flag.IntVar(&s.synthetic, "rows", 10_000_000, "how many rows the largest synthetic table of fig7 and of parts has, unless it is to be quick")
	out := flag.String("out", filepath.Join("build", "experiments"), "the folder to write pages, tables and plots to")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := runAll(ctx, s, *out, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "experiments:", err)
		os.Exit(1)
	}
}

// runAll runs experiments by name and writes what they find: for each a page, its
// tables and its plots; if it is to be quick, the page of their statements, too.
func runAll(ctx context.Context, s settings, out string, names []string) error {
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	if err := s.look(chosen); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	ran := map[string][]string{}
	for _, e := range chosen {
		start := time.Now()
		fmt.Fprintf(s.progress, "%s\n", e.title)
		found, err := runOne(ctx, s, e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		took := time.Since(start)
		ran[e.name] = found.ran
		if err := found.write(out, e, s, took); err != nil {
			return err
		}
		fmt.Fprintf(s.progress, "%s took %.0f s\n", e.name, took.Seconds())
	}
	if s.quick {
		return writeStatements(out, s, chosen, ran)
	}
	return nil
}

// runOne runs an experiment on a database of its own, in a file that is removed.
func runOne(ctx context.Context, s settings, e experiment) (found *section, err error) {
	folder, err := os.MkdirTemp("", "skyline-experiments-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	l, err := openLab(ctx, s, filepath.Join(folder, "lab.db"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	if found, err = e.run(ctx, l); err != nil {
		return nil, err
	}
	found.ran = l.ran.first
	return found, l.row(ctx, "SELECT version()", &found.host)
}

func choose(names []string) ([]experiment, error) {
	if len(names) == 0 {
		return experiments, nil
	}
	var chosen []experiment
	for _, name := range names {
		i := slices.IndexFunc(experiments, func(e experiment) bool { return e.name == name })
		if i < 0 {
			var known []string
			for _, e := range experiments {
				known = append(known, e.name)
			}
			return nil, fmt.Errorf("there is no experiment %q, only %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, experiments[i])
	}
	return chosen, nil
}

// settings say how experiments are run.
type settings struct {
	quick     bool
	synthetic int
	data      string
	people    int // the first so many of Adult and Nursery; 0: all, or what is quick
	progress  io.Writer
}

// look reports data files that are missing.
func (s *settings) look(chosen []experiment) error {
	for _, e := range chosen {
		for _, name := range e.files {
			path := filepath.Join(s.data, name)
			if _, err := os.Stat(path); err != nil {
				return fmt.Errorf("%s needs the data file %s, which cannot be read (%w); say with -data where it is", e.name, path, err)
			}
		}
	}
	return nil
}

// pick returns one of two values, by whether it is to be quick.
func pick[T any](l *lab, full, quick T) T {
	if l.quick {
		return quick
	}
	return full
}
