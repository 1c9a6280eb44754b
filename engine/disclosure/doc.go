// Package disclosure computes how sure an adversary with worst-case background
// knowledge can become of somebody's sensitive value: the maximum disclosure of a
// release candidate for k pieces of knowledge, whatever they say.
package disclosure
