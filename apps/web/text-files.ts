import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One JSON file of sentences and where its sentences are found: `t('namespace.key')`, in the group that travels together. */
export type TextFile = { group: string; namespace: string; path: string }

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The files of a language: `web/<language>/<group>/<name>.json`. @param root packages/texts */
export const textFilesOf = (root: string, language: string): TextFile[] => {
  const web = join(root, 'web', language)
  const files = foldersIn(web).flatMap((group) =>
    readdirSync(join(web, group)).map((file) => ({
      group,
      namespace: camelCase(file.replace(/\.json$/, '')),
      path: join(web, group, file),
    })),
  )
  // The consents belong to the onboarding screens, but are kept apart: the server reads them too.
  const consent = { group: 'onboarding', namespace: 'consent', path: join(root, 'consent', `${language}.json`) }
  return existsSync(consent.path) ? [...files, consent] : files
}

/** The languages that have every file that English has. One that is begun but not complete is shown in English. */
export const completeLanguages = (root: string): string[] => {
  const wanted = textFilesOf(root, 'en').length
  return foldersIn(join(root, 'web')).filter((language) => textFilesOf(root, language).length === wanted)
}
