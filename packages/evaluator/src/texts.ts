import en from '@kitewise/texts/evaluator/en' with { type: 'json' }
import es from '@kitewise/texts/evaluator/es' with { type: 'json' }
import fr from '@kitewise/texts/evaluator/fr' with { type: 'json' }
import ja from '@kitewise/texts/evaluator/ja' with { type: 'json' }
import ko from '@kitewise/texts/evaluator/ko' with { type: 'json' }
import pt from '@kitewise/texts/evaluator/pt' with { type: 'json' }
import tr from '@kitewise/texts/evaluator/tr' with { type: 'json' }
import ua from '@kitewise/texts/evaluator/ua' with { type: 'json' }
import type { Language } from './lexicons/lexicon.ts'

export type KindTexts = { what: string; example: string; add: string }

/** The sentences of evaluations in one language. `{…}` are placeholders. */
export type EvaluatorTexts = {
  comment: Record<string, string[]>
  notes: Record<string, string>
  kinds: Record<string, KindTexts>
  /** Amounts by unit: "{is} word | {is} words"; languages with more plural forms have one, few and many. */
  units: Record<string, string>
}

const texts: Record<Language, EvaluatorTexts> = { en, es, fr, ja, ko, pt, tr, ua }

export function textsOf(language: Language): EvaluatorTexts {
  return texts[language]
}

export function fill(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

export function localeOf(language: Language): string {
  return language === 'ua' ? 'uk' : language === 'en' ? 'en-GB' : language
}

const pluralForms: Record<Intl.LDMLPluralRule, number> = { zero: 1, one: 0, two: 1, few: 1, many: 2, other: 1 }

/** An amount in words of a language: "25 minutes", "60 palabras". */
export function showAmount(language: Language, value: string | number, unit = ''): string {
  const locale = localeOf(language)
  const forms = texts[language].units[unit]?.split(' | ')
  const form = forms?.[pluralForms[new Intl.PluralRules(locale).select(Number(value))]] ?? forms?.at(-1)
  if (form !== undefined) return fill(form, { is: String(value) })
  const name = unit.replace(/s$/, '')
  if (!Intl.supportedValuesOf('unit').includes(name)) return String(value)
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(Number(value))
}

const seed = 2_166_136_261
const prime = 16_777_619

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const hash = (text: string): number => {
  let value = seed
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), prime) >>> 0
  return value
}

/** One of several equivalent sentences, always the same one for the same text. */
export function pickVariant(variants: readonly string[] | undefined, text: string): string {
  return variants?.[hash(text) % variants.length] ?? ''
}
