import type { Language } from '../lexicons/lexicon.ts'
import type { Point } from '../task.ts'
import { textsOf, type KindTexts } from '../texts.ts'
import { amountKinds } from './amounts.ts'
import { contentKinds } from './content.ts'
import { formKinds } from './form.ts'
import { idea } from './idea.ts'
import type { Kind } from './kind.ts'
import { conductKinds, situationKinds } from './situation.ts'
import { timeKinds } from './times.ts'

/** Every kind of point, by the name used in lessons. */
export const kinds = {
  ...amountKinds,
  ...conductKinds,
  ...contentKinds,
  ...formKinds,
  ...situationKinds,
  ...timeKinds,
  idea,
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds).sort() as [KindName, ...KindName[]]

export function kindOf(name: KindName): Kind {
  return kinds[name]
}

/** The texts of a point's kind; if the kind has a parameter, those of the parameter. */
export function kindTexts(language: Language, point: Point): KindTexts {
  const key = kindOf(point.kind).textKey?.(point) ?? point.kind
  return textsOf(language).kinds[key] ?? { what: '', example: '', add: '' }
}
