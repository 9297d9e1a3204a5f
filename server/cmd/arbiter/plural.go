package main

// plural returns a count and its noun, such as "1 turn" or "2 to 4 bots".
func plural(count, noun string) string {
	if count == "1" {
		return count + " " + noun
	}
	return count + " " + noun + "s"
}
