import { createHash } from 'node:crypto'
import { defaultLanguage } from '@kitewise/rules/language'
import en from '@kitewise/texts/consent/en' with { type: 'json' }
import { readFrontMatter } from '@kitewise/texts/read-front-matter'
import { type LegalFile, readLanguages, readLegalFiles } from '@kitewise/texts/read-languages'

type TextId = keyof typeof en

/** A text as a person saw it; `language` is the one it is really in. */
export type ShownText = { id: TextId; language: string; body: string; sha256: Buffer }

const textsByLanguage = readLanguages<typeof en>('consent')
const legalFiles = readLegalFiles()

/** The words that are read: marks of links are taken out, the brand's name is put in. */
export const readAsShown = (message: string, brand: string): string =>
  message.replaceAll(/<\/?\w+>/g, '').replaceAll('{brand}', brand)

export const hashConsentText = (text: string): Buffer => createHash('sha256').update(text).digest()

const nameDocument = ({ language, name, text }: LegalFile): string => {
  const { version, lastUpdated } = readFrontMatter(text).fields
  return `${name} (${language}), version ${version} of ${lastUpdated}, sha256 ${hashConsentText(text).toString('hex')}`
}

/**
 * The legal texts behind the links, one line each, so that it can be shown later which ones were agreed to: a file of the repository
 * has this hash. In English where the language has none, as on the screens.
 */
const linkedDocuments = (wanted: string): string[] => {
  const language = legalFiles.some((file) => file.language === wanted) ? wanted : defaultLanguage
  const files = legalFiles.filter((file) => file.language === language)
  return files.map(nameDocument).sort()
}

/**
 * What the page showed beside a checkbox, from the same file that the web app shows; English where a language has none. A text with links
 * is followed by the documents that they lead to.
 */
export const consentText = (id: TextId, wanted: string, brand: string): ShownText => {
  const found = textsByLanguage.get(wanted)
  const language = found ? wanted : defaultLanguage
  const message = (found ?? en)[id]
  const documents = message.includes('<terms>') ? linkedDocuments(wanted) : []
  const body = [readAsShown(message, brand), ...documents].join('\n')
  return { id, language, body, sha256: hashConsentText(body) }
}
