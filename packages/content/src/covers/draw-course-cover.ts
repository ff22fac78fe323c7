import { drawParts, wrapPicture } from './draw-cover.ts'
import { toneNames, type Palette, type Sky, type Tone } from './palette.ts'
import { makeRandom } from './random.ts'
import { readScene, SceneError, type ScenePart } from './read-scene.ts'
import { circle, faded, path, rect, short } from './svg.ts'

/** What course.yml says about its cover: a part as the symbol, a tone, and a seed for another pattern. */
export type CourseCover = { symbol: unknown; color?: string; seed?: string }

const width = 160
const height = 200

/** A quilt of diamonds that fit each other, each of four panels that the seed paints or leaves out. */
function drawPanels(random: () => number, tone: Tone): string {
  const fills = [tone.deep, tone.deep, tone.light, null]
  const panels: string[] = []
  for (let row = 0; row <= 4; row += 1)
    for (let x = row % 2 === 0 ? 0 : width / 2; x <= 640; x += width) {
      const y = row * (height / 2)
      for (const side of [-1, 1])
        for (const half of [-1, 1]) {
          const fill = fills[Math.floor(random() * fills.length)]
          const to = `h${short((side * width) / 2)}L${short(x)} ${short(y + (half * height) / 2)}Z`
          if (fill) panels.push(path(`M${short(x)} ${short(y)}${to}`, fill))
        }
    }
  return faded(panels.join(''), 0.32)
}

/** Two curls of wind, left and right of the symbol. */
function windParts(random: () => number): ScenePart[] {
  return [
    { name: 'wind', options: { x: 1.6 + random() * 0.5, y: 1.4 + random() * 2, size: 1.7 } },
    { name: 'wind', options: { x: 10 + random() * 0.5, y: 3.4 + random() * 2.6, size: 1.7 } },
  ]
}

function skyFor(tone: Tone): Sky {
  return { back: tone.base, facet: tone.pale, far: tone.light, near: tone.deep, top: tone.base, edge: tone.deep }
}

/**
 * Draws the cover of a course: a pattern from its id (or `cover.seed`) and one large symbol on a bright disc.
 * The same course gives the same bytes. Throws SceneError when the symbol or the colour does not exist.
 */
export function drawCourseCover(id: string, cover: CourseCover, palette: Palette): string {
  const name = toneNames.find((name) => name === (cover.color ?? 'kite'))
  if (!name) throw new SceneError(0, `there is no colour ${cover.color}; there are ${toneNames.join(', ')}`)
  const tone = palette.tones[name]
  const random = makeRandom(cover.seed ?? id)
  const [symbol] = readScene([cover.symbol])
  if (!symbol) throw new SceneError(0, 'the symbol is missing')
  const flown = symbol.name === 'kite' ? { y: 3.3, size: 4, to: { x: 1.2, y: 8 } } : {}
  const own = { name: symbol.name, options: { x: 6, y: 3.7, size: 4.4, ...flown, ...symbol.options } }
  const paint = { palette, sky: skyFor(tone), tone: (name: keyof Palette['tones']) => palette.tones[name] }
  const inner = [
    rect(0, 0, 640, 400, 0, tone.base),
    drawPanels(random, tone),
    faded(drawParts(windParts(random), paint), 0.75),
    circle(320, 200, 158, tone.light),
    circle(320, 200, 140, tone.pale),
    drawParts([own], paint),
  ]
  return wrapPicture(inner.join(''), id)
}
