package doctor

// NotBuilt returns the report of a bot whose build failed, with what the build
// printed.
func NotBuilt(game, bot, why, output string) Diagnosis {
	return Diagnosis{
		Game: game, Bot: bot,
		Findings: []Finding{{
			Check: "build", Level: Wrong, Title: "it does not build", Count: 1, Detail: why, Stderr: firstOf(output, 2*shownLines), Rule: ruleBuild,
			Advice: "correct the first error; the others may follow from it",
		}},
		Checks: []Check{{Name: "build", Tests: "Its build command succeeds.", Level: Wrong, Summary: why}},
	}
}
