declare module 'virtual:legal' {
  import type { TextLanguage } from '@kitewise/rules/language'
  import type { LegalDocument, LegalName } from '@kitewise/texts/web/legal-document'

  type Loaders = Record<LegalName, () => Promise<{ document: LegalDocument }>>

  /** What the build found: every language with all documents, English always among them. */
  export const legal: { en: Loaders } & Partial<Record<TextLanguage, Loaders>>
}
