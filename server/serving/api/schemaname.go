package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// schemaName names the schema of a Go type in the OpenAPI document: after the
// type, but for types that were renamed. Generated clients use these names, so
// the old ones stay.
func schemaName(t reflect.Type, hint string) string {
	switch name := huma.DefaultSchemaNamer(t, hint); name {
	case "TournamentStatusBody":
		return "RunBody"
	case "HumanMatchBody":
		return "HandBody"
	case "HumanRequestBody":
		return "HandWishBody"
	case "HumanAnswerInBody":
		return "HandAnswerInBody"
	case "FaultLoss":
		return "Lost"
	case "Analysis":
		return "Report"
	case "MatchRequestBody":
		return "WishBody"
	default:
		return name
	}
}
