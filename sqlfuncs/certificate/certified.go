package certificate

import "skyline/sqlfuncs/call"

// Certified is what a certificate says of which release it is about, and how that was made.
type Certified struct {
	Fingerprint string   // of the release
	Plan        string   // the hash of the plan, "" if none was given
	Overrides   []string // parameters that were given beside the plan, and say otherwise
}

// ReadParam reads the parameter certificate of a call; nil: none is given. That somebody has changed
// the certificate is for certificate_check to say.
//
// Errors: the parameter is no text that release_certificate returned.
func ReadParam(c *call.Call) (*Certified, error) {
	text, given, err := c.OptionalText("certificate", whatCertificate)
	if err != nil || !given {
		return nil, err
	}
	certified, err := readGiven(c, text)
	if err != nil {
		return nil, err
	}
	return &Certified{certified.Fingerprint, certified.Plan, certified.Overrides}, nil
}

// whatCertificate says what the parameter must be.
const whatCertificate = "the text that release_certificate returned"

// readGiven reads the text that a call gives as a certificate.
func readGiven(c *call.Call, text string) (*content, error) {
	certified, err := readContent(text)
	if err != nil {
		return nil, c.Errorf("certificate must be %s, and this %v%s", whatCertificate, err, fromTable(text))
	}
	return certified, nil
}
