import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { findSvgFaults } from '../covers/check-svg.ts'
import { drawCourseCover } from '../covers/draw-course-cover.ts'
import { drawCover } from '../covers/draw-cover.ts'
import { palette, type Palette } from '../covers/palette.ts'
import { SceneError } from '../covers/read-scene.ts'
import { readYaml } from '../reading/read-yaml.ts'
import type { ContentSource } from '../source.ts'
import { error, type Finding } from './finding.ts'

const fallbackCover = z.strictObject({ scene: z.array(z.unknown()).min(1) })

/** A picture that belongs at `path` (absolute); `from` is the file whose scene it shows. */
export type Cover = { path: string; svg: string; from: { file: string; line: number } }

export type RenderedCovers = { covers: Cover[]; findings: Finding[] }

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

function listWanted(source: ContentSource, colours: Palette): Wanted[] {
  return source.courses.flatMap((course) => [
    {
      folder: course.folder,
      file: course.file,
      lineOf: () => course.lineOf(['cover']),
      draw: () => drawCourseCover(course.neutral.id, course.neutral.cover, colours),
    },
    ...course.lessons.map(({ folder, file, neutral, lineOf }) => ({
      folder,
      file,
      lineOf: (index: number) => lineOf(['image', 'scene', index]),
      draw: () => drawCover(neutral.image.scene, colours, neutral.id),
    })),
  ])
}

/** Draws every cover of the content, the general one included, without writing anything. */
export function renderCovers(source: ContentSource): RenderedCovers {
  const art = join(source.folder, 'art')
  const name = (file: string) => join(basename(source.folder), 'art', file)
  const read = <Schema extends z.ZodType>(schema: Schema, file: string) =>
    readYaml(schema, readFileSync(join(art, file), 'utf8'), name(file))
  const colours = read(palette, 'palette.yml')
  const general = read(fallbackCover, 'fallback-cover.yml')
  const problems = [...colours.problems, ...general.problems]
  const result: RenderedCovers = {
    covers: [],
    findings: problems.map((problem) => ({ level: 'error', ...problem })),
  }
  if (!colours.value || !general.value) return result
  const own = colours.value
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
