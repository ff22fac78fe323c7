// Modules that the build makes; see build/texts.ts and build/legal.ts.

declare module 'virtual:texts' {
  import type { TextLanguage } from '@kitewise/rules/language'
  import type { TextGroups } from '@kitewise/texts/web/messages'

  type Loaders = { [Group in keyof TextGroups]: () => Promise<{ messages: TextGroups[Group] }> }

  /** What the build found: every complete language, always including English. */
  export const texts: { en: Loaders } & Partial<Record<TextLanguage, Loaders>>
}

declare module 'virtual:legal' {
  import type { TextLanguage } from '@kitewise/rules/language'
  import type { LegalDocument, LegalName } from '@kitewise/texts/web/legal-document'

  type Loaders = Record<LegalName, () => Promise<{ document: LegalDocument }>>

  /** What the build found: every language with all documents, always including English. */
  export const legal: { en: Loaders } & Partial<Record<TextLanguage, Loaders>>
}
