import { z } from 'zod'
import { parts } from './part-table.ts'
import type { Paint } from './part.ts'
import {
  circle,
  faded,
  makeRandom,
  type Palette,
  path,
  rect,
  short,
  type Sky,
  skyNames,
  type Tone,
  toneNames,
} from './svg.ts'

/** The cover in course.yml: a part as the symbol, a tone, and a seed for another pattern. */
type CourseCover = { symbol: unknown; color?: string; seed?: string }

const width = 160
const height = 200

/** A quilt of diamonds, each with four panels that the seed paints or leaves out. */
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
 * Draws a course cover: a pattern from the ID (or `cover.seed`) and a large symbol on a bright disc. Deterministic.
 * Throws SceneError for an unknown symbol or color.
 */
export function drawCourseCover(id: string, cover: CourseCover, palette: Palette): string {
  const name = toneNames.find((name) => name === (cover.color ?? 'kite'))
  if (!name) throw new SceneError(0, `there is no color ${cover.color}; there are ${toneNames.join(', ')}`)
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

/**
 * Wraps drawings into a picture of 640 × 400 with a title. One file serves all formats: xMidYMid slice fills a square
 * with the middle of the picture.
 */
function wrapPicture(inner: string, title: string): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice" role="img"><title>${name}</title>${inner}</svg>\n`
}

/** Draws parts on top of each other. Throws SceneError with the part's index for an unknown option. */
function drawParts(scene: readonly ScenePart[], paint: Paint): string {
  const drawn = scene.map(({ name, options }, index) => {
    try {
      return parts.get(name)?.draw(options, paint) ?? ''
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      const [issue] = error.issues
      throw new SceneError(index, `${name}${issue?.path.length ? ` ${issue.path.join('.')}` : ''}: ${issue?.message}`)
    }
  })
  return drawn.join('')
}

/** Draws a lesson cover from its scene. Deterministic. Throws SceneError. */
export function drawCover(scene: readonly unknown[], palette: Palette, title: string): string {
  const read = readScene(scene)
  return wrapPicture(drawParts(read, mixPaint(read, palette)), title)
}

const tooMany = 12

type ScenePart = { name: string; options: Record<string, unknown> }

/** A scene that can't be drawn. `index` is the part's position in the list. */
export class SceneError extends Error {
  readonly index: number

  constructor(index: number, message: string) {
    super(message)
    this.name = 'SceneError'
    this.index = index
  }
}

const bare = z.union([z.string(), z.number()])

function readPart(item: unknown, index: number): ScenePart {
  const [entry, ...more] = typeof item === 'string' ? [[item, null]] : Object.entries(item ?? {})
  if (!entry || more.length > 0)
    throw new SceneError(index, 'a part is one name with its options: - kite: {x: 8, y: 3}')
  const [name, value] = entry as [string, unknown]
  if (!parts.has(name))
    throw new SceneError(index, `there is no part ${name}; there are ${[...parts.keys()].join(', ')}`)
  if (value === null) return { name, options: {} }
  if (bare.safeParse(value).success) return { name, options: { kind: value } }
  return { name, options: value as Record<string, unknown> }
}

/** Throws SceneError for an unknown part. */
function readScene(scene: readonly unknown[]): ScenePart[] {
  if (scene.length > tooMany) throw new SceneError(tooMany, `a scene has at most ${tooMany} parts`)
  return scene.map(readPart)
}

/** The colors of the scene's first sky, or of the day. */
function mixPaint(scene: readonly ScenePart[], palette: Palette): Paint {
  const named = scene.find((part) => part.name === 'sky')?.options['kind']
  const sky = skyNames.find((name) => name === named) ?? 'day'
  return { palette, sky: palette.skies[sky], tone: (name) => palette.tones[name] }
}
