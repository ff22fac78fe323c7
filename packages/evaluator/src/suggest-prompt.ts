import type { MarkedVerdict } from './apply-marks.ts'
import { kindOf, kindTexts } from './kinds/catalog.ts'
import { textsIn } from './kinds/kind.ts'
import type { Language } from './lexicons/lexicon.ts'
import type { Point, Task } from './task.ts'
import { fill } from './texts.ts'

const longestSuggestion = 4_000

const endsSentence = /[.!?…:。！？"”»」)\]]\s*$/u

/** The sentence that completes a prompt: the author's, or the kind's in a language without a lesson text. */
export function additionFor(point: Point, task: Task, language: Language): string {
  const own = textsIn(task, language)?.points[point.id]?.add
  if (own !== undefined) return own
  const value = point.is === undefined ? '[…]' : kindOf(point.kind).show?.(point, language)
  return fill(kindTexts(language, point).add, { is: value ?? '[…]' })
}

const replaceWrong = (prompt: string, verdicts: readonly MarkedVerdict[]): string => {
  const replacements = verdicts.flatMap(({ state, replace = [] }) => (state === 'wrong' ? replace : []))
  let text = prompt
  let end = prompt.length
  for (const { from, to, text: right } of replacements.sort(
    (one, other) => other.to - one.to || one.from - other.from,
  )) {
    if (to > end) continue
    text = text.slice(0, from) + right + text.slice(to)
    end = from
  }
  return text
}

/**
 * The learner's own prompt with wrong values replaced and a sentence for every missing point. If no text is worth
 * keeping (a gate), only these sentences, with blanks to fill in.
 * @param language of the prompt
 */
export function suggestPrompt(
  prompt: string,
  task: Task,
  verdicts: readonly MarkedVerdict[],
  { language, isGated }: { language: Language; isGated: boolean },
): string {
  const missing = verdicts.filter(({ state }) => isGated || state === 'missing')
  const additions = missing
    .map(({ point }) => additionFor(point, task, isGated ? task.language : language))
    .filter((text) => text !== '')
  const glue = language === 'ja' ? '' : ' '
  if (isGated) return additions.join(' ')
  const kept = replaceWrong(prompt, verdicts).trim()
  const closed = additions.length > 0 && !endsSentence.test(kept) ? `${kept}${language === 'ja' ? '。' : '.'}` : kept
  return [closed, ...additions].join(glue).slice(0, longestSuggestion)
}
