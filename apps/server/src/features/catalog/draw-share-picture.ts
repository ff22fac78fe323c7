import { readFile } from 'node:fs/promises'
import type { Catalog } from '@kitewise/content/catalog'
import { renderAsync } from '@resvg/resvg-js'

/** The size that link previews ask for. */
export const sharePictureSize = { width: 1200, height: 630 }

const columns = 4

/** The address of the picture for links to a course, or to all of them (null). */
export function sharePicturePath(courseId: string | null): string {
  return `/covers/${courseId ?? allCourses}.png`
}

const allCourses = 'courses'

/**
 * The cover of a course as a PNG, or all of them side by side for `courses`. Without words, so that it's the same in
 * every language. Null for anything else.
 * @param id the name in the address
 */
export async function drawSharePicture(catalog: Catalog, id: string): Promise<Buffer | null> {
  const shown = catalog.courses.filter((course) => id === allCourses || course.id === id)
  const paths = shown.flatMap((course) => catalog.findCover(course.id) ?? [])
  if (paths.length === 0) return null
  const covers = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  // Covers contain no text, so no font is needed.
  const image = await renderAsync(arrange(covers), { font: { loadSystemFonts: false } })
  return image.asPng()
}

/** In rows, each cover cut to its place. */
const arrange = (covers: readonly string[]): string => {
  const { width, height } = sharePictureSize
  const across = Math.min(columns, covers.length)
  const [cellWidth, cellHeight] = [width / across, height / Math.ceil(covers.length / across)]
  const placed = covers.map((cover, index) => {
    const [x, y] = [(index % across) * cellWidth, Math.floor(index / across) * cellHeight]
    return cover
      .replace(/<\?xml.*?\?>/, '')
      .replace(
        /(<svg\b[^>]*?) width="[^"]*" height="[^"]*"/,
        `$1 x="${x}" y="${y}" width="${cellWidth}" height="${cellHeight}"`,
      )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${placed.join('')}</svg>`
}
