declare module 'virtual:texts' {
  import type { TextLanguage } from '@kitewise/rules/language'
  import type { TextGroups } from '@kitewise/texts/web/messages'

  type Loaders = { [Group in keyof TextGroups]: () => Promise<{ messages: TextGroups[Group] }> }

  /** What the build found: every complete language, English always among them. */
  export const texts: { en: Loaders } & Partial<Record<TextLanguage, Loaders>>
}
