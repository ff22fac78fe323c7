import { buildCatalog } from './build-catalog.ts'
import type { Catalog } from './catalog.ts'
import { ContentError } from './content-error.ts'
import { readContentFolder } from './reading/read-content-folder.ts'
import { checkStructure } from './structure/check-structure.ts'

/**
 * Reads a content folder (the one with locales.yml and courses/) into a checked catalogue. Reads every file once.
 * Throws ContentError with all problems found, each with file, line and what to do.
 */
export function loadContent(folder: string): Catalog {
  const { source, problems } = readContentFolder(folder)
  const all = [...problems, ...checkStructure(source)]
  if (all.length > 0) throw new ContentError(all)
  return buildCatalog(source)
}
