package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// BookBody is a list of starts under a name.
type BookBody struct {
	Name      string    `json:"name"`
	Game      string    `json:"game,omitempty" doc:"Of the positions; absent for seeds, which are of no game."`
	Seeds     string    `json:"seeds,omitempty" doc:"Seeds and ranges, e.g. 1..60, 99; absent for positions."`
	About     string    `json:"about"`
	Count     int       `json:"count"`
	Owner     string    `json:"owner,omitempty" doc:"Name of the token that saved the book; absent: nobody's."`
	CreatedAt time.Time `json:"created_at"`
}

func bookOf(b league.Book) BookBody {
	return BookBody{b.Name, b.Game, b.Seeds, b.About, b.Count, b.Owner, b.CreatedAt}
}

type booksOut struct {
	Body struct {
		Books []BookBody `json:"books" doc:"By name."`
	}
}

type bookOut struct {
	Body struct {
		BookBody
		Starts []startBody `json:"starts" doc:"In order. A match refers to a start as BOOK/NAME, of seeds as BOOK/SEED."`
	}
}

// maxBook is the maximum size in bytes of a book's positions together.
const maxBook = 32 << 20

func (s *Server) books() {
	tag := []string{"books"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/books", OperationID: "list-books", Tags: tag,
		Summary: "List the books", Description: "A tournament or check may name the book whose starts it plays. With a game: those that it can be started from.",
	}, s.listBooks)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/books/{name}", OperationID: "get-book", Tags: tag,
		Summary: "Get a book and its starts",
	}, s.getBook)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/books/{name}", OperationID: "save-book", Tags: tag, MaxBodyBytes: maxBook,
		Summary: "Save seeds, or positions of a game, under a name",
		Description: "The game's rules validate each position, and an error names the position. Idempotent. Replaces an existing book of that name; " +
			"tournaments created with the old one keep its starts. Another owner's book requires scope admin.",
	}, s.saveBook)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/books/{name}", OperationID: "delete-book", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a book", Description: "Idempotent. A book with a position that an unfinished tournament starts from cannot be deleted (409). A book that is not the token's own requires scope admin.",
	}, s.deleteBook)
}

func (s *Server) listBooks(ctx context.Context, in *struct {
	Game string `query:"game"`
}) (*booksOut, error) {
	books, err := s.Store.Books(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	out := &booksOut{}
	out.Body.Books = []BookBody{}
	for _, b := range books {
		out.Body.Books = append(out.Body.Books, bookOf(b))
	}
	return out, nil
}

func (s *Server) getBook(ctx context.Context, in *NamePath) (*bookOut, error) {
	b, err := s.Store.Book(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	out := &bookOut{}
	out.Body.BookBody, out.Body.Starts = bookOf(b), []startBody{}
	for _, start := range b.Starts {
		out.Body.Starts = append(out.Body.Starts, startOf(start))
	}
	return out, nil
}

type saveBookBody struct {
	Game      string         `json:"game,omitempty" doc:"Of the positions."`
	Seeds     string         `json:"seeds,omitempty" maxLength:"100000" doc:"Seeds and ranges, e.g. 1..60, 99, instead of game and positions."`
	About     string         `json:"about,omitempty" maxLength:"1000"`
	Positions []positionBody `json:"positions,omitempty" maxItems:"10000"`
}

func (s *Server) saveBook(ctx context.Context, in *struct {
	NamePath
	Body saveBookBody
}) (*bookOut, error) {
	if strings.Contains(in.Name, "/") {
		return nil, league.FieldError{Field: "name", Err: fmt.Errorf("%q has a slash; want a name without one, since a match refers to a start as BOOK/NAME", in.Name)}
	}
	b, positions, err := s.parseBook(in.Body)
	if err != nil {
		return nil, err
	}
	if err := checkNewName(in.Name); err != nil {
		return nil, err
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	before, err := s.Store.Book(ctx, in.Name)
	if err == nil {
		err = transport.MayChange(ctx, "book "+in.Name, before.Owner)
	}
	if ignoreNotFound(err) != nil {
		return nil, err
	}
	b.Name, b.About, b.Owner, b.CreatedAt = in.Name, in.Body.About, transport.CallerOf(ctx).Token, time.Now().UTC()
	if err := s.Store.SaveBook(ctx, b, positions); err != nil {
		return nil, err
	}
	return s.getBook(ctx, &in.NamePath)
}

// parseBook returns the starts of a book: seeds, or the positions of a game.
func (s *Server) parseBook(body saveBookBody) (b league.Book, positions league.Positions, err error) {
	switch {
	case body.Seeds != "" && (body.Game != "" || len(body.Positions) > 0):
		return b, nil, league.FieldError{Field: "seeds", Err: errors.New("given together with a game or positions; want seeds alone, or a game and its positions")}
	case body.Seeds != "":
		if _, err := league.ParseSeeds(body.Seeds); err != nil {
			return b, nil, league.FieldError{Field: "seeds", Err: err}
		}
		return league.Book{Seeds: body.Seeds}, nil, nil
	case len(body.Positions) == 0:
		return b, nil, league.FieldError{Field: "positions", Err: errors.New("found no start; want seeds, or a game and its positions")}
	}
	g, err := s.gameInBody(body.Game)
	if err != nil {
		return b, nil, err
	}
	b.Game = body.Game
	b.Starts, positions, err = parsePositions(g, body.Positions)
	return b, positions, err
}

// parsePositions validates positions by starting a match from each. Names and
// documents must be unique.
func parsePositions(g referee.Game, bodies []positionBody) ([]league.Start, league.Positions, error) {
	var starts []league.Start
	positions := league.Positions{}
	names, documents := map[string]bool{}, map[string]string{}
	for i, body := range bodies {
		document, err := body.document()
		digest := league.PositionDigest(document)
		if err == nil {
			_, err = g.New(referee.Setup{Position: document}, g.Info().MinSeats)
		}
		switch {
		case names[body.Name]:
			err = errors.New("duplicate name; want each name once")
		case err == nil && documents[digest] != "":
			err = fmt.Errorf("same document as %s; want each document once", documents[digest])
		}
		if err != nil {
			return nil, nil, league.FieldError{Field: fmt.Sprintf("positions[%d]", i), Err: fmt.Errorf("%s: %w", body.Name, err)}
		}
		names[body.Name], documents[digest], positions[digest] = true, body.Name, document
		starts = append(starts, league.Start{Position: digest, Name: body.Name})
	}
	return starts, positions, nil
}

func (s *Server) deleteBook(ctx context.Context, in *NamePath) (*struct{}, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	before, err := s.Store.Book(ctx, in.Name)
	if err == nil {
		err = transport.MayDelete(ctx, "book "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, ignoreNotFound(err)
	}
	return nil, s.Store.DeleteBook(ctx, in.Name)
}

// bookStarts returns the starts of a book, with the texts of its positions. A book that
// does not exist or is for another game is an error in the given field.
func (s *Server) bookStarts(ctx context.Context, game, name, field string) ([]league.Start, league.Positions, error) {
	b, err := s.Store.Book(ctx, name)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil, nil, league.FieldError{Field: field, Err: err}
	case err != nil:
		return nil, nil, err
	case b.Game != "" && b.Game != game:
		return nil, nil, league.FieldError{Field: field, Err: fmt.Errorf("book %s is for %s; want one for %s", name, b.Game, game)}
	case b.Game == "":
		return b.Starts, nil, nil
	}
	positions := league.Positions{}
	for _, start := range b.Starts {
		if positions[start.Position], err = s.Store.PositionText(ctx, start.Position); err != nil {
			return nil, nil, err
		}
	}
	return b.Starts, positions, nil
}

// bookStart returns the start that is named BOOK/NAME, or BOOK/SEED, and its position; nil for
// a seed.
func (s *Server) bookStart(ctx context.Context, game, path string) (league.Start, []byte, error) {
	book, name, _ := strings.Cut(path, "/")
	starts, positions, err := s.bookStarts(ctx, game, book, "start")
	if err != nil {
		return league.Start{}, nil, err
	}
	nameOf := func(start league.Start) string { return cmp.Or(start.Name, strconv.FormatInt(start.Seed, 10)) }
	for _, start := range starts {
		if nameOf(start) == name {
			return start, positions[start.Position], nil
		}
	}
	return league.Start{}, nil, league.FieldError{Field: "start", Err: fmt.Errorf("book %s has no start %q; want BOOK/NAME, e.g. %s/%s", book, name, book, nameOf(starts[0]))}
}
