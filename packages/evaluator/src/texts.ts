import en from '@kitewise/texts/evaluator/en' with { type: 'json' }
import es from '@kitewise/texts/evaluator/es' with { type: 'json' }
import fr from '@kitewise/texts/evaluator/fr' with { type: 'json' }
import ja from '@kitewise/texts/evaluator/ja' with { type: 'json' }
import ko from '@kitewise/texts/evaluator/ko' with { type: 'json' }
import pt from '@kitewise/texts/evaluator/pt' with { type: 'json' }
import tr from '@kitewise/texts/evaluator/tr' with { type: 'json' }
import ua from '@kitewise/texts/evaluator/ua' with { type: 'json' }
import { kindOf } from './kinds/catalog.ts'
import type { Language } from './lexicons/lexicon.ts'
import type { Point } from './task.ts'

type KindTexts = { what: string; example: string; add: string }

/** The sentences of evaluations in one language. `{…}` are places to fill. */
export type EvaluatorTexts = {
  comment: Record<string, string[]>
  notes: Record<string, string>
  kinds: Record<string, KindTexts>
}

const texts: Record<Language, EvaluatorTexts> = { en, es, fr, ja, ko, pt, tr, ua }

export const textsOf = (language: Language): EvaluatorTexts => texts[language]

/** The texts of a point's kind; of a kind with a parameter those of the parameter. */
export const kindTexts = (language: Language, point: Point): KindTexts => {
  const key = kindOf(point.kind).textKey?.(point) ?? point.kind
  return texts[language].kinds[key] ?? { what: '', example: '', add: '' }
}

export const fill = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

const seed = 2_166_136_261
const prime = 16_777_619

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const hash = (text: string): number => {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), prime) >>> 0
  return value
}

/** One of some sentences that mean the same, always the same one for the same text. */
export const pickVariant = (variants: readonly string[] | undefined, text: string): string =>
  variants?.[hash(text) % variants.length] ?? ''
