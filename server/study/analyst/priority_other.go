//go:build !linux

package analyst

// lowerPriority does nothing: nice values are of whole processes here.
func lowerPriority() {}
