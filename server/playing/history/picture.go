package history

import (
	"fmt"
	"html"
	"math"
	"strings"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
)

// The sizes of the picture, in pixels.
const (
	pictureWidth, pictureHeight = 960, 400
	plotLeft, plotRight         = 56, 940
	plotTop, plotBottom         = 64, 340
	labelGap                    = 60 // least distance of two labels below the plot
	mostLines                   = 8  // steps of the scale, about
)

// pictureStyle has the colours, for light and for dark pages.
const pictureStyle = `<style>
.page{fill:#fff}text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:16px;font-weight:600;fill:#1f2328}
.grid{stroke:#d0d7de}.zero{stroke:#8c959f}.band{fill:#0969da;fill-opacity:.14}.error{stroke:#0969da;stroke-width:1.5}.point{fill:#0969da}
.loss{stroke:#cf222e;fill:#cf222e}.gain{stroke:#1a7f37;fill:#1a7f37}line.loss,line.gain{stroke-width:1.5;stroke-dasharray:4 3}text.loss,text.gain{stroke:none;font-weight:600}
@media(prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}.zero{stroke:#656c76}
.band{fill:#4493f8}.error{stroke:#4493f8}.point{fill:#4493f8}.loss{stroke:#f85149;fill:#f85149}.gain{stroke:#3fb950;fill:#3fb950}}
</style>
`

// xmlText returns the text of strangers as XML has it, which lacks two characters that
// printable leaves.
func xmlText(text string) string {
	return html.EscapeString(strings.NewReplacer("\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(printable.Line(text)))
}

// A plot maps versions and Elo to pixels.
type plot struct {
	low, high, step float64 // Elo
	versions        int
}

func (r Result) plot() plot {
	p := plot{low: -10, high: 10, versions: len(r.Versions)}
	for _, point := range r.Strengths.Points {
		if point.Trials > 0 {
			p.low, p.high = min(p.low, point.Elo-point.Band), max(p.high, point.Elo+point.Band)
		}
	}
	p.step = 1
	for i := 0; (p.high-p.low)/p.step > mostLines; i++ { // 1, 2, 5, 10, 20, 50, ...
		p.step *= [...]float64{2, 2.5, 2}[i%3]
	}
	p.low, p.high = p.step*math.Floor(p.low/p.step), p.step*math.Ceil(p.high/p.step)
	return p
}

func (p plot) x(version int) float64 {
	return plotLeft + (float64(version)+0.5)/float64(p.versions)*(plotRight-plotLeft)
}

func (p plot) y(elo float64) float64 {
	return plotBottom - (elo-p.low)/(p.high-p.low)*(plotBottom-plotTop)
}

// SVG returns the strengths by commit as a picture for light and dark pages: each version
// with its own error, the band of all, and the marked changes. It has no script, and
// loads nothing.
func (r Result) SVG() []byte {
	p := r.plot()
	text := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", pictureWidth, pictureHeight, xmlText(r.Sentence()))
	text = append(text, pictureStyle...)
	text = fmt.Appendf(text, `<rect class="page" width="%d" height="%d"/>`+"\n", pictureWidth, pictureHeight)
	text = fmt.Appendf(text, `<text class="title" x="%d" y="28">%s</text>`+"\n", plotLeft, xmlText(fmt.Sprintf("Strength of %s in %s, by commit", r.Path, r.Game)))
	text = fmt.Appendf(text, `<text x="%d" y="48">%s</text>`+"\n", plotLeft, xmlText(fmt.Sprintf(
		"Elo above the mean of all versions, %s; bars hold for each alone, the band for all at once (95 %%)", plural.Count(r.Games, "game"))))
	for i := range int(math.Round((p.high-p.low)/p.step)) + 1 {
		elo := p.low + float64(i)*p.step
		class := "grid"
		if math.Abs(elo) < p.step/2 {
			class = "zero"
		}
		text = fmt.Appendf(text, `<line class="%s" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%+.0f</text>`+"\n",
			class, plotLeft, plotRight, p.y(elo), p.y(elo), plotLeft-8, p.y(elo)+4, elo)
	}
	text = r.drawBand(text, p)
	text = r.drawChanges(text, p)
	label := math.Inf(-1)
	for _, point := range r.Strengths.Points {
		x := p.x(point.Version)
		if point.Trials > 0 {
			text = fmt.Appendf(text, `<line class="error" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/><circle class="point" cx="%.1f" cy="%.1f" r="3.5"><title>%s</title></circle>`+"\n",
				x, x, p.y(point.Elo-point.Error95), p.y(point.Elo+point.Error95), x, p.y(point.Elo), xmlText(r.title(point)))
		}
		if x-label >= labelGap {
			label = x
			text = fmt.Appendf(text, `<text x="%.1f" y="%d" text-anchor="middle">%.7s</text>`+"\n", x, plotBottom+20, xmlText(r.Versions[point.Version].Name()))
		}
	}
	return append(text, "</svg>\n"...)
}

// title says of a version what the picture shows.
func (r Result) title(p Point) string {
	return fmt.Sprintf("%s: %+.0f ± %.0f Elo (all at once ± %.0f), %s", r.Label(p.Version), p.Elo, p.Error95, p.Band, plural.Count(r.games(p), "game"))
}

// drawBand draws the band, which has a gap where a version has no strength.
func (r Result) drawBand(text []byte, p plot) []byte {
	var run []Point
	end := func() {
		if len(run) > 0 {
			half := (plotRight - plotLeft) / float64(p.versions) / 2
			var path []string
			add := func(x, elo float64) { path = append(path, fmt.Sprintf("%.1f,%.1f", x, p.y(elo))) }
			add(p.x(run[0].Version)-half, run[0].Elo+run[0].Band)
			for _, point := range run {
				add(p.x(point.Version), point.Elo+point.Band)
			}
			last := run[len(run)-1]
			add(p.x(last.Version)+half, last.Elo+last.Band)
			add(p.x(last.Version)+half, last.Elo-last.Band)
			for i := len(run) - 1; i >= 0; i-- {
				add(p.x(run[i].Version), run[i].Elo-run[i].Band)
			}
			add(p.x(run[0].Version)-half, run[0].Elo-run[0].Band)
			text = fmt.Appendf(text, `<polygon class="band" points="%s"/>`+"\n", strings.Join(path, " "))
		}
		run = nil
	}
	for _, point := range r.Strengths.Points {
		if point.Trials == 0 {
			end()
			continue
		}
		run = append(run, point)
	}
	end()
	return text
}

// drawChanges draws a line before each version that a marked commit made.
func (r Result) drawChanges(text []byte, p plot) []byte {
	for _, c := range r.Marked() {
		last := c.Commits[len(c.Commits)-1]
		x, class := (p.x(c.Before)+p.x(last))/2, "loss"
		if c.Elo > 0 {
			class = "gain"
		}
		anchor := "start"
		if x > (plotLeft+plotRight)/2 {
			anchor = "end"
		}
		offset := 4.0
		if anchor == "end" {
			offset = -4
		}
		text = fmt.Appendf(text, `<line class="%s" x1="%.1f" x2="%.1f" y1="%d" y2="%d"/><text class="%s" x="%.1f" y="%d" text-anchor="%s">%+.0f<title>%s</title></text>`+"\n",
			class, x, x, plotTop, plotBottom, class, x+offset, plotTop+12, anchor, c.Elo, xmlText(r.change(c)))
	}
	return text
}

// Badge returns a badge for a README: how far the newest version is above the oldest. It
// has no script, and loads nothing.
func (r Result) Badge() []byte {
	label, value, colour := r.Game+" strength", "unknown", "#6e7781"
	if elo, error95, ok := r.Overall(); ok {
		value = fmt.Sprintf("%+.0f ± %.0f Elo since %.7s", elo, error95, r.Versions[0].Name())
		switch {
		case elo > error95:
			colour = "#1a7f37"
		case elo < -error95:
			colour = "#cf222e"
		default:
			colour = "#0969da"
		}
	}
	width := func(text string) int { return 13*len([]rune(text))/2 + 14 }
	left, right := width(label), width(value)
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s">
<rect width="%d" height="20" rx="3" fill="#424a53"/><path d="M%d 0h%da3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-%dz" fill="%s"/>
<g fill="#fff" font-family="Verdana,system-ui,sans-serif" font-size="11" text-anchor="middle"><text x="%.1f" y="14" textLength="%d">%s</text><text x="%.1f" y="14" textLength="%d">%s</text></g>
</svg>
`, left+right, xmlText(label+": "+value), left+right, left, right-3, right-3, colour,
		float64(left)/2, left-14, xmlText(label), float64(left)+float64(right)/2, right-14, xmlText(value))
}
