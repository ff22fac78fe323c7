import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { taskPhrases } from './task-phrases.ts'

/** A point of a list that the prompt should contain: its bold words or what stands before the colon, and the rest. */
export type ListedAsk = { name: string; rest: string; source: string }

/**
 * A task's description by what its parts do. `asked`: sentences that say what the prompt should contain; `listed`: points of a
 * list that do; `told`: the story before them; `shown`: quoted material. Extras and cases to borrow are left out.
 */
export type Description = { asked: string; listed: ListedAsk[]; told: string; shown: string }

const listMark = /^\s*(?:[-*•]|\d+[.)])\s+/
const quoteMark = /^\s*>\s?/
const splitters = new Map<LexiconLanguage, Intl.Segmenter>()

const plain = (text: string) => text.replaceAll('**', '').replaceAll('__', '').trim()

function readPoint(text: string): ListedAsk {
  const bold = [...text.matchAll(/\*\*(.+?)\*\*/g)].flatMap((match) => match[1] ?? [])
  const source = plain(text)
  if (bold.length > 0) return { name: bold.join(', '), rest: plain(text.replace(/\*\*.+?\*\*/g, '')), source }
  const [, head, rest] = source.match(/^([^:：]{2,40})[:：]\s*(.+)$/u) ?? []
  return head && rest ? { name: head, rest, source } : { name: source, rest: '', source }
}

function sentencesOf(text: string, language: LexiconLanguage): string[] {
  const splitter =
    splitters.get(language) ?? new Intl.Segmenter(language === 'ua' ? 'uk' : language, { granularity: 'sentence' })
  splitters.set(language, splitter)
  return [...splitter.segment(text)].map(({ segment }) => segment.trim())
}

type Place = 'asked' | 'told'

/** Splits a description into what it asks for and what it only tells, by its marks and by how the language's tasks are worded. */
export function readDescription(description: string, language: LexiconLanguage): Description {
  const { request, extra, borrowed } = taskPhrases[language]
  const found = { asked: [] as string[], told: [] as string[], shown: [] as string[], listed: [] as ListedAsk[] }
  const isTold = sentencesOf(plain(description), language).some((words) => request.test(words))
  let place: Place = isTold ? 'told' : 'asked'
  let isBorrowed = false
  for (const line of description.split('\n')) {
    if (line.trim() === '') {
      isBorrowed = false
    } else if (quoteMark.test(line)) {
      found.shown.push(line.replace(quoteMark, ''))
    } else if (listMark.test(line)) {
      const point = line.replace(listMark, '')
      if (extra.test(point) && !point.startsWith('**')) continue
      if (place === 'asked') found.listed.push(readPoint(point))
      else found.told.push(plain(point))
    } else {
      for (const words of sentencesOf(plain(line), language)) {
        isBorrowed ||= borrowed.test(words)
        if (request.test(words)) place = 'asked'
        if (!isBorrowed && !extra.test(words)) found[place].push(words)
      }
    }
  }
  return {
    asked: found.asked.join('\n'),
    listed: found.listed,
    told: found.told.join('\n'),
    shown: found.shown.join('\n'),
  }
}
