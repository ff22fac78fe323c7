/** Each legal text is a file `legal/<language>/<name>.md` and a screen. */
export const legalNames = ['terms', 'privacy', 'subscription-terms'] as const
export type LegalName = (typeof legalNames)[number]

/** Markdown as built: text, or an element with its children. Links have their address third. */
export type LegalNode = string | [tag: LegalTag, children: LegalNode[], href?: string]

export type LegalTag = 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'blockquote' | 'a'

export type LegalDocument = {
  title: string
  version: string
  /** YYYY-MM-DD */
  lastUpdated: string
  /** Everything before the first heading. */
  intro: LegalNode[]
  sections: { id: string; title: string; blocks: LegalNode[] }[]
}
