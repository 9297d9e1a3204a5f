//go:build linux && !cgo

package sandbox

// machineVariable is for machines with a launcher.
const machineVariable = "SANDBOX_TEST_MACHINE"

// emulate does nothing: there is no launcher to try on another machine.
func emulate(string) {}
