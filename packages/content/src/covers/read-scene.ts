import { z } from 'zod'
import { skyNames, type Palette } from './palette.ts'
import type { Paint } from './part.ts'
import { parts } from './part-table.ts'

const tooMany = 12

export type ScenePart = { name: string; options: Record<string, unknown> }

/** A scene that cannot be drawn. `index` is the place of the part in the list. */
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

/** Reads the list of an author. Throws SceneError on a part that does not exist. */
export function readScene(scene: readonly unknown[]): ScenePart[] {
  if (scene.length > tooMany) throw new SceneError(tooMany, `a scene has at most ${tooMany} parts`)
  return scene.map(readPart)
}

/** The paint of a scene: that of its first sky, or of the day. */
export function mixPaint(scene: readonly ScenePart[], palette: Palette): Paint {
  const named = scene.find((part) => part.name === 'sky')?.options['kind']
  const sky = skyNames.find((name) => name === named) ?? 'day'
  return { palette, sky: palette.skies[sky], tone: (name) => palette.tones[name] }
}
