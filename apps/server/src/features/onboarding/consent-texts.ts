import { createHash } from 'node:crypto'
import { defaultLanguage } from '@kitewise/rules/language'
import en from '@kitewise/texts/consent/en' with { type: 'json' }
import { type LegalFile, readFrontMatter, readLanguages, readLegalFiles } from '@kitewise/texts/read-languages'

type TextId = keyof typeof en

/** A text as the visitor saw it; `language` is the one it is really in. */
export type ShownText = { id: TextId; language: string; body: string; sha256: Buffer }

const textsByLanguage = readLanguages<typeof en>('consent')
const legalFiles = readLegalFiles()

/** From the same file as in the web app; English where a language has none. Linked documents follow the text. */
export function consentText(id: TextId, wanted: string, brand: string): ShownText {
  const found = textsByLanguage.get(wanted)
  const language = found ? wanted : defaultLanguage
  const message = (found ?? en)[id]
  const documents = message.includes('<terms>') ? linkedDocuments(wanted) : []
  const body = [readAsShown(message, brand), ...documents].join('\n')
  return { id, language, body, sha256: hashConsentText(body) }
}

/** Proof of what was agreed to: a file in the repository has this hash. English where the language has none, as on the screens. */
const linkedDocuments = (wanted: string): string[] => {
  const language = legalFiles.some((file) => file.language === wanted) ? wanted : defaultLanguage
  const files = legalFiles.filter((file) => file.language === language)
  return files.map(nameDocument).sort()
}

const nameDocument = ({ language, name, text }: LegalFile): string => {
  const { version, lastUpdated } = readFrontMatter(text).fields
  return `${name} (${language}), version ${version} of ${lastUpdated}, sha256 ${hashConsentText(text).toString('hex')}`
}

/** The visible text: without link tags, with the brand's name. */
export function readAsShown(message: string, brand: string): string {
  return message.replaceAll(/<\/?\w+>/g, '').replaceAll('{brand}', brand)
}

export function hashConsentText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
