import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import en from '@kitewise/texts/evaluator/en' with { type: 'json' }
import es from '@kitewise/texts/evaluator/es' with { type: 'json' }
import fr from '@kitewise/texts/evaluator/fr' with { type: 'json' }
import ja from '@kitewise/texts/evaluator/ja' with { type: 'json' }
import ko from '@kitewise/texts/evaluator/ko' with { type: 'json' }
import pt from '@kitewise/texts/evaluator/pt' with { type: 'json' }
import tr from '@kitewise/texts/evaluator/tr' with { type: 'json' }
import ua from '@kitewise/texts/evaluator/ua' with { type: 'json' }

export type CommentTexts = typeof en

/** The sentences of comments and of additions to prompts, by language. `{…}` are places to fill. */
export const commentTexts: Record<LexiconLanguage, CommentTexts> = { en, es, fr, ja, ko, pt, tr, ua }

export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
