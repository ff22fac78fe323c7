import { matchCues, type Kind } from './kind.ts'

/** What should stay out. `least`: how many things to avoid; each has a cue of its own or follows an "and", "or" or comma. */
export const avoid: Kind = {
  isClosed: false,
  find: (reading) => {
    const { words, text } = reading
    return matchCues(reading, 'avoid', 4).flatMap((match) => {
      if (match.state !== 'found') return [match]
      // Things in a row after one cue: "no sweets, no books", "nothing with sugar or alcohol".
      const after = words.filter(({ from }) => from >= match.to).slice(0, 8)
      const row: (typeof match)[] = [match]
      let end = match.to
      for (const [index, word] of after.entries()) {
        const between = text.slice(end, word.from)
        if (/[.!?;\n。！？]/u.test(between)) break
        const isJoined = /[,、]/u.test(between) || joins.has(word.folded)
        const target = joins.has(word.folded) ? after[index + 1] : word
        if (isJoined && target) row.push({ ...match, from: target.from, to: target.to })
        end = word.to
      }
      const joinedInside = words.filter(
        (word) => word.from > match.from && word.to < match.to && joins.has(word.folded),
      )
      const inside = joinedInside.flatMap((word) => {
        const next = words.find(({ from }) => from > word.from)
        return next ? [{ ...match, from: next.from, to: next.to }] : []
      })
      return [...row, ...inside]
    })
  },
  needed: ({ least = 1 }) => least,
}

/** "Or" and "and" in the languages of the lexicons. */
const joins = new Set('or nor and o ni y ou et e nem ve veya ya або чи та і й 또는 혹은 그리고 や と'.split(' '))
