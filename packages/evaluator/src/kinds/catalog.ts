import type { Language } from '../lexicons/lexicon.ts'
import type { Point } from '../task.ts'
import { textsOf, type KindTexts } from '../texts.ts'
import { age } from './age.ts'
import { askFirst } from './ask-first.ts'
import { avoid } from './avoid.ts'
import { checkPlan } from './check-plan.ts'
import { count } from './count.ts'
import { date } from './date.ts'
import { doubt } from './doubt.ts'
import { duration } from './duration.ts'
import { example } from './example.ts'
import { fact } from './fact.ts'
import { format } from './format.ts'
import { idea } from './idea.ts'
import { keep } from './keep.ts'
import type { Kind } from './kind.ts'
import { language } from './language.ts'
import { length } from './length.ts'
import { missingRule } from './missing-rule.ts'
import { money } from './money.ts'
import { noInvention } from './no-invention.ts'
import { ownWords } from './own-words.ts'
import { people } from './people.ts'
import { place } from './place.ts'
import { purpose } from './purpose.ts'
import { reader } from './reader.ts'
import { request } from './request.ts'
import { role } from './role.ts'
import { sources } from './sources.ts'
import { steps } from './steps.ts'
import { time } from './time.ts'
import { tone } from './tone.ts'
import { withhold } from './withhold.ts'

/** Every kind of point, by the name used in lessons. */
export const kinds = {
  age,
  ask_first: askFirst,
  avoid,
  check_plan: checkPlan,
  count,
  date,
  doubt,
  duration,
  example,
  fact,
  format,
  idea,
  keep,
  language,
  length,
  missing_rule: missingRule,
  money,
  no_invention: noInvention,
  own_words: ownWords,
  people,
  place,
  purpose,
  reader,
  request,
  role,
  sources,
  steps,
  time,
  tone,
  withhold,
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]]

export function kindOf(name: KindName): Kind {
  return kinds[name]
}

/** The texts of a point's kind; if the kind has a parameter, those of the parameter. */
export function kindTexts(language: Language, point: Point): KindTexts {
  const key = kindOf(point.kind).textKey?.(point) ?? point.kind
  return textsOf(language).kinds[key] ?? { what: '', example: '', add: '' }
}
