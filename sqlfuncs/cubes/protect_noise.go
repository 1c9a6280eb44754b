package cubes

import (
	"context"
	"encoding/json"
	"strings"

	"skyline/engine/cube/cellkey"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// noiseMembers are the members of the parameter noise, with their defaults: the noise of the census of Australia
// is of about this size.
var noiseMembers = []string{"largest", "variance", "smallest", "keys"}

const (
	defaultLargest  = 5
	defaultVariance = 2
	defaultKeys     = 256
	// leastSecret is how many characters a secret has at least.
	leastSecret = 16
)

// readNoise reads noise and key, and says how the key of a person is made: from the secret and the person's text, by
// a hash that other databases have too.
func (k *checking) readNoise(spec *protectSpec) error {
	c := k.call
	if spec.Method != byCellKey {
		for _, param := range []string{"noise", "key"} {
			if c.Arguments[param] != nil {
				return c.Errorf("%s must be NULL with method := '%s'; add method := '%s'", param, spec.Method, byCellKey)
			}
		}
		return nil
	}
	if k.value != "" {
		return c.Errorf("method must be 'suppress' where value is summed: cell keys are for counts of people")
	}
	if k.Person == "" || k.holding != "" {
		return c.Errorf("person must be given with method := '%s', and holding must not: the noise of a cell follows from who its people are", byCellKey)
	}
	secret, err := ReadSecret(c)
	if err != nil {
		return err
	}
	if spec.Noise, err = ReadNoise(c); err != nil {
		return err
	}
	k.keyed = sqltext.Fill("('0x' || substring(sha256({secret} || sha256({secret} || {person})), 1, 8))::BIGINT % {keys}", sqltext.Args{
		"person": sqltext.TextOf("p.k"), // equal people have one text: see sqltext.Canonical
		"secret": sqltext.Text(secret), "keys": sqltext.Int(int64(spec.Noise.Modulus)),
	})
	return nil
}

// ReadSecret reads the parameter key, of which the keys of people are made.
func ReadSecret(c *call.Call) (string, error) {
	secret, _, err := c.OptionalText("key", "a text that only you know")
	if err == nil && len(secret) < leastSecret {
		err = c.Errorf("key must be a text of at least %d characters that only you know, the same for all tables of these people: key := getvariable('key')", leastSecret)
	}
	return secret, err
}

// ReadNoise reads the parameter noise: of which size it is.
func ReadNoise(c *call.Call) (cellkey.Options, error) {
	noise := cellkey.Options{Largest: defaultLargest, Variance: defaultVariance, Modulus: defaultKeys}
	if v := c.Arguments["noise"]; v != nil {
		given, _ := v.(map[string]any)
		members, unknown := call.Lowered(given, noiseMembers...)
		if given == nil || unknown != "" {
			return noise, c.Errorf("noise must be a struct such as {'largest': 5, 'variance': 2}, with the members largest, variance, smallest and keys, got %s", call.Show(v))
		}
		for _, whole := range []struct {
			name string
			into *int
		}{{"largest", &noise.Largest}, {"smallest", &noise.Smallest}, {"keys", &noise.Modulus}} {
			v := members[whole.name]
			if v == nil {
				continue
			}
			n, ok := call.WholeOf(v)
			if !ok || n < 0 || n > cellkey.MostModulus {
				return noise, c.Errorf("noise: %s must be a whole number from 0 to %d, got %s", whole.name, cellkey.MostModulus, call.Show(v))
			}
			*whole.into = int(n)
		}
		if variance := members["variance"]; variance != nil {
			number, _ := variance.(json.Number)
			var err error
			if noise.Variance, err = number.Float64(); err != nil {
				return noise, c.Errorf("noise: variance must be a number, got %s", call.Show(variance))
			}
		}
	}
	if _, err := cellkey.New(noise); err != nil {
		return noise, c.Errorf("noise: %s", strings.TrimPrefix(err.Error(), "cellkey: "))
	}
	return noise, nil
}

// perturb changes all counts by noise.
func (t *table) perturb(_ context.Context, outcomes []outcome) error {
	noise, err := cellkey.New(t.spec.Noise)
	if err != nil {
		return err
	}
	for i := range t.cells {
		c := &t.cells[i]
		outcomes[i].Number, outcomes[i].Status = host.Some(c.number+noise.Of(c.number, uint64(c.key))), "noisy"
	}
	return nil
}
