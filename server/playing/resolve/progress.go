package resolve

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// What takes longer than quietTime is said, and again every sayEvery.
const (
	quietTime = time.Second
	sayEvery  = 10 * time.Second
)

// Slowly runs do, and says on w what it does once that takes longer than a second. A nil
// w says nothing. The text begins with a capital, and is no sentence: "Building mine".
func Slowly(w io.Writer, what string, do func() error) error {
	if w == nil {
		return do()
	}
	began, quit := time.Now(), make(chan struct{})
	var saying sync.WaitGroup
	saying.Go(func() {
		for pause := quietTime; ; pause = sayEvery {
			select {
			case <-quit:
				return
			case <-time.After(pause):
			}
			if took := time.Since(began); took < sayEvery {
				fmt.Fprintf(w, "%s ...\n", what)
			} else {
				fmt.Fprintf(w, "%s ... (%v so far)\n", what, took.Round(time.Second))
			}
		}
	})
	err := do()
	close(quit)
	saying.Wait()
	return err
}

// placeKey is the key of a place in a context.
type placeKey struct{}

// A place is that of a bot among those that are resolved one by one.
type place struct{ number, of int }

// WithNumber returns a context for resolving bot number of so many, from 1, which BuildingText
// tells.
func WithNumber(ctx context.Context, number, of int) context.Context {
	return context.WithValue(ctx, placeKey{}, place{number, of})
}

// BuildingText returns the text for Slowly while a bot is built: "Building 2 of 3: mine".
func BuildingText(ctx context.Context, bot string) string {
	if p, ok := ctx.Value(placeKey{}).(place); ok && p.of > 1 {
		return fmt.Sprintf("Building %d of %d: %s", p.number, p.of, bot)
	}
	return "Building " + bot
}
