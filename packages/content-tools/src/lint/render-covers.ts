import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readYaml } from '@kitewise/content/read-yaml'
import type { ContentSource } from '@kitewise/content/source'
import { z } from 'zod'
import { drawCourseCover, drawCover, SceneError } from '../covers/draw-cover.ts'
import { palette, type Palette } from '../covers/svg.ts'
import { error, type Finding } from './pieces.ts'

const fallbackCover = z.strictObject({ scene: z.array(z.unknown()).min(1) })

/** `path` is absolute; `from` is the file with the scene. */
type Cover = { path: string; svg: string; from: { file: string; line: number } }

type RenderedCovers = { covers: Cover[]; findings: Finding[] }

type Wanted = { folder: string; file: string; lineOf: (index: number) => number; draw: () => string; name?: string }

function renderOne(wanted: Wanted, into: RenderedCovers): void {
  const { folder, file, lineOf, draw, name = 'cover.svg' } = wanted
  try {
    const svg = draw()
    const from = { file, line: lineOf(0) }
    into.covers.push({ path: join(folder, name), svg, from })
    for (const fault of findSvgFaults(svg))
      into.findings.push(error(from, `The cover ${fault}`, 'Use fewer or other parts'))
  } catch (thrown) {
    if (!(thrown instanceof SceneError)) throw thrown
    into.findings.push(
      error(
        { file, line: lineOf(thrown.index) },
        `The scene cannot be drawn: ${thrown.message}`,
        'See "Scenes" in content/README.md',
      ),
    )
  }
}

function listWanted(source: ContentSource, colors: Palette): Wanted[] {
  return source.courses.flatMap((course) => [
    {
      folder: course.folder,
      file: course.file,
      lineOf: () => course.lineOf(['cover']),
      draw: () => drawCourseCover(course.neutral.id, course.neutral.cover, colors),
    },
    ...course.lessons.map(({ folder, file, neutral, lineOf }) => ({
      folder,
      file,
      lineOf: (index: number) => lineOf(['image', 'scene', index]),
      draw: () => drawCover(neutral.image.scene, colors, neutral.id),
    })),
  ])
}

/** Draws every cover, including the general one, without writing files. */
export function renderCovers(source: ContentSource): RenderedCovers {
  const art = join(source.folder, 'art')
  const name = (file: string) => join(basename(source.folder), 'art', file)
  const read = <Schema extends z.ZodType>(schema: Schema, file: string) =>
    readYaml(schema, readFileSync(join(art, file), 'utf8'), name(file))
  const colors = read(palette, 'palette.yml')
  const general = read(fallbackCover, 'fallback-cover.yml')
  const problems = [...colors.problems, ...general.problems]
  const result: RenderedCovers = {
    covers: [],
    findings: problems.map((problem) => ({ level: 'error', ...problem })),
  }
  if (!colors.value || !general.value) return result
  const own = colors.value
  const { scene } = general.value
  renderOne(
    {
      folder: art,
      file: name('fallback-cover.yml'),
      lineOf: (index) => general.lineOf(['scene', index]),
      draw: () => drawCover(scene, own, 'kitewise'),
      name: 'fallback-cover.svg',
    },
    result,
  )
  for (const wanted of listWanted(source, own)) renderOne(wanted, result)
  return result
}

/** Every cover on disk matches its scene. */
export function checkCovers(covers: readonly Cover[]): Finding[] {
  return covers.flatMap(({ path, svg, from }) => {
    const isSame = existsSync(path) && readFileSync(path, 'utf8') === svg
    if (isSame) return []
    const what = existsSync(path) ? `${basename(path)} is older than its scene` : `${basename(path)} has not been drawn`
    return [error(from, what, 'Run npm run content:check -- --write')]
  })
}

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient stop clipPath mask use title desc'.split(
    ' ',
  ),
)
const attributes = new Set(
  'xmlns viewBox preserveAspectRatio role d fill stroke stroke-width stroke-linecap stroke-linejoin opacity fill-opacity x y width height rx ry cx cy r x1 y1 x2 y2 points transform id href clip-path mask offset stop-color stop-opacity'.split(
    ' ',
  ),
)
const longest = 8 * 1024
const tag = /<\/?([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g
const attribute = /\s+([\w:-]+)="([^"<]*)"/g

function findAttributeFaults(name: string, value: string): string[] {
  const faults: string[] = []
  if (!attributes.has(name)) faults.push(`has the attribute ${name}, which is not allowed`)
  const isElsewhere = /url\((?!#)|:\/\//i.test(value) || (name === 'href' && !value.startsWith('#'))
  if (isElsewhere && name !== 'xmlns') faults.push(`refers to ${value}; only #parts of the same file may be used`)
  return faults
}

/**
 * Checks an SVG against an allowlist of elements and attributes, because an SVG opened on its own can run code. Also
 * reports a missing title or more than 8 KB.
 */
export function findSvgFaults(svg: string): string[] {
  const faults: string[] = []
  if (Buffer.byteLength(svg) > longest) faults.push('is larger than 8 KB')
  if (!svg.startsWith('<svg ')) faults.push('does not begin with <svg')
  if (!svg.includes('<title>')) faults.push('has no <title>')
  for (const [, name = '', own = ''] of svg.matchAll(tag)) {
    if (!elements.has(name)) faults.push(`has <${name}>, which is not allowed`)
    for (const [, key = '', value = ''] of own.matchAll(attribute)) faults.push(...findAttributeFaults(key, value))
  }
  if (/[<>]/.test(svg.replace(tag, ''))) faults.push('has something that is neither an allowed element nor text')
  return faults
}
