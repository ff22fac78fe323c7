import { createHash } from 'node:crypto'
import en from '@kitewise/texts/consent/en' with { type: 'json' }

type TextId = keyof typeof en

/** A text as a person saw it; `language` is the one it is really in. */
export type ShownText = { id: TextId; language: string; body: string; sha256: Buffer }

const textsByLanguage: Record<string, typeof en> = { en }

/** The words that are read: marks of links are taken out, the brand's name is put in. */
export const readAsShown = (message: string, brand: string): string =>
  message.replaceAll(/<\/?\w+>/g, '').replaceAll('{brand}', brand)

export const hashConsentText = (body: string): Buffer => createHash('sha256').update(body).digest()

/** What the page showed beside a checkbox, from the same file that the web app shows; English where a language has none. */
export const consentText = (id: TextId, wanted: string, brand: string): ShownText => {
  const language = Object.hasOwn(textsByLanguage, wanted) ? wanted : 'en'
  const body = readAsShown((textsByLanguage[language] ?? en)[id], brand)
  return { id, language, body, sha256: hashConsentText(body) }
}
