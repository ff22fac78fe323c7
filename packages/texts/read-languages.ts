import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The texts that the server reads at start. The folders are beside this file in the sources and beside the bundle in `dist/server`. */
const ownFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Every language of an area, by its code: `mails/es.json` is there as `es`. What the files hold is checked by `npm run texts:check`.
 * @param area a folder of one JSON file per language
 */
export const readLanguages = <Texts>(
  area: 'mails' | 'consent' | 'certificates',
  folder = ownFolder,
): Map<string, Texts> =>
  new Map(
    readdirSync(join(folder, area)).map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, area, name), 'utf8')) as Texts,
    ]),
  )

/** A legal text as its file is: its language, name (`terms`) and words with places like `{{brand}}` unfilled. */
export type LegalFile = { language: string; name: string; text: string }

/** Every legal text of every language. Line ends are Unix's, so that a checkout on Windows has the same words. */
export const readLegalFiles = (folder = ownFolder): LegalFile[] =>
  readdirSync(join(folder, 'legal')).flatMap((language) =>
    readdirSync(join(folder, 'legal', language)).map((file) => ({
      language,
      name: file.replace(/\.md$/, ''),
      text: readFileSync(join(folder, 'legal', language, file), 'utf8').replaceAll('\r\n', '\n'),
    })),
  )
