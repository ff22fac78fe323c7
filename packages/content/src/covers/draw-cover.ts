import { z } from 'zod'
import type { Palette } from './palette.ts'
import type { Paint } from './part.ts'
import { parts } from './part-table.ts'
import { mixPaint, readScene, SceneError, type ScenePart } from './read-scene.ts'

/**
 * Puts drawings into a picture of 640 × 400, named by `title` for those who open the file by itself.
 * In a box of another shape (a square thumbnail) it fills the box and shows its middle.
 */
export function wrapPicture(inner: string, title: string): string {
  const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice" role="img"><title>${name}</title>${inner}</svg>\n`
}

/** Draws parts one over the other. Throws SceneError, which names the place in the list, on an unknown option. */
export function drawParts(scene: readonly ScenePart[], paint: Paint): string {
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

/** Draws the cover of a lesson from its scene. The same scene gives the same bytes. Throws SceneError. */
export function drawCover(scene: readonly unknown[], palette: Palette, title: string): string {
  const read = readScene(scene)
  return wrapPicture(drawParts(read, mixPaint(read, palette)), title)
}
