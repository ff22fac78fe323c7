import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Range } from '../text/find-cues.ts'
import { isContentWord, type Reading } from '../text/read-text.ts'
import { matchCues, type Kind } from './kind.ts'

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
export const avoid: Kind = {
  isClosed: false,
  find: (reading) =>
    matchCues(reading, 'avoid').flatMap((match) =>
      thingsAfter(reading, match).map((thing) => ({ ...match, ...thing })),
    ),
  needed: ({ least = 1 }) => least,
}
