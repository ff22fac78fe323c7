import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Range } from '../text/find-cues.ts'
import { findForms } from '../text/find-forms.ts'
import { isContentWord, type Reading } from '../text/read-text.ts'
import { isOfTask, taskWords } from '../text/task-words.ts'
import { matchCues, textsIn, type Kind } from './kind.ts'

// What the prompt says about its subject: values and samples, and what it leaves out.

/**
 * Values given by the task: names, numbers, days. Use `idea` for anything with synonyms. Each language's text lists
 * their forms; `least`: how many are needed, default all.
 */
const fact: Kind = {
  isClosed: true,
  find: (reading, { id }, task) => {
    const values = textsIn(task, reading.language)?.points[id]?.value ?? task.texts.points[id]?.value ?? []
    return values.flatMap((forms) => {
      const [first] = findForms(reading, forms)
      return first ? [{ ...first, state: 'found' as const }] : []
    })
  },
  needed: ({ id, least }, task) => least ?? task.texts.points[id]?.value?.length ?? 1,
  // In a language without a lesson text, the forms are unknown.
  mayMean: (marked, { id }, task) => textsIn(task, marked.language)?.points[id]?.value === undefined,
  check: ({ id, least = 1 }, texts) => {
    const values = texts.points[id]?.value ?? []
    if (values.length === 0) return `fact needs point.${id}.value`
    return values.length < least ? `point.${id}.value has fewer values than least` : null
  },
}

/** What an assistant should not be given. Found if none of the values occurs. */
const withhold: Kind = {
  isClosed: true,
  find: (reading, { id }, task) => {
    const texts = textsIn(task, reading.language)?.points[id] ?? task.texts.points[id]
    const told = (texts?.value ?? []).flatMap((forms) => findForms(reading, forms))
    const text = texts?.instead ?? '[…]'
    if (told.length === 0) return [{ from: 0, to: 0, state: 'found' }]
    return told.map((range) => ({ ...range, state: 'wrong', replace: { ...range, text } }))
  },
  mayMean: () => false,
  check: ({ id }, texts) =>
    texts.points[id]?.value && texts.points[id].instead !== undefined
      ? null
      : `withhold needs point.${id}.value and point.${id}.instead`,
}

const quoted = /["“„«「『]([^"”“»」』]{2,400})["”“»」』]|(^|\s)['‘]([^'’]{8,400})['’](?=\s|[.,;!?]|$)/gu

/** The learner's own samples, in quotation marks or after "for example". `least`: how many. */
const example: Kind = {
  isClosed: false,
  find: (reading, _, task) => [
    ...[...reading.text.matchAll(quoted)]
      .filter(([, one, , other]) => !isOfTask({ text: one ?? other ?? '' }, task))
      .map((match) => ({
        from: match.index + (match[2]?.length ?? 0) + 1,
        to: match.index + match[0].length - 1,
        state: 'found' as const,
      })),
    ...matchCues(reading, 'example', 8),
  ],
  needed: ({ least = 1 }) => least,
}

const usualWords = 12

/** The learner's own text beyond the task's words: a draft, notes, a page. `least`: how many such words. */
const ownWords: Kind = {
  isClosed: false,
  find: (reading, { least = usualWords }, task) => {
    const known = taskWords(task)
    const own = reading.words.filter(({ folded }) => isContentWord(folded, reading.language) && !known.has(folded))
    const [first] = own
    const last = own.at(-1)
    if (!first || !last || own.length * 2 < least) return []
    return [{ from: first.from, to: last.to, state: own.length >= least ? 'found' : 'partial' }]
  },
}

const wordsAfterCue = 4
const furthest = 12

/** What to avoid after a cue, one range per listed thing: "no sweets, books or mugs". */
const thingsAfter = ({ words, text, language }: Reading, cue: Range): Range[] => {
  const joins = lexiconOf(language).joins.split(' ')
  const things = [{ ...cue }]
  let end = cue.to
  let taken = 0
  let isNew = false
  for (const word of words.filter(({ from }) => from >= cue.to).slice(0, furthest)) {
    const between = text.slice(end, word.from)
    if (/[.!?;\n。！？]/u.test(between)) break
    const isJoin = joins.includes(word.folded)
    isNew ||= isJoin || /[,、]/u.test(between)
    end = word.to
    if (isJoin || (isNew && !isContentWord(word.folded, language))) continue
    const last = things.at(-1)
    if (isNew) things.push({ from: word.from, to: word.to })
    else if (last && taken < wordsAfterCue) last.to = word.to
    taken = isNew ? 1 : taken + 1
    isNew = false
  }
  return things
}

/** What to leave out. `least`: how many things to avoid; each has its own cue or follows an "and", "or" or comma. */
const avoid: Kind = {
  isClosed: false,
  find: (reading) =>
    matchCues(reading, 'avoid').flatMap((match) =>
      thingsAfter(reading, match).map((thing) => ({ ...match, ...thing })),
    ),
  needed: ({ least = 1 }) => least,
}

export const contentKinds = { avoid, example, fact, own_words: ownWords, withhold }
