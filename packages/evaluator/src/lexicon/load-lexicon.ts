import { concepts, type Concept } from '../concepts.ts'
import { compilePattern, type Pattern } from '../text/compile-pattern.ts'
import { foldText } from '../text/fold-text.ts'
import type { LexiconLanguage } from './lexicon-languages.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import ua from './ua.json' with { type: 'json' }

/** A concept in one language: how prompts say it, how they half say it, and how a task asks for it. */
type ConceptWords = { cues: string[]; weak?: string[]; needs?: string[] }
type LexiconFile = {
  numbers: string
  functionWords: string
  /** Frequent words of prompts that tell this language from the others of its script. */
  telling?: string
  meta: string
  negations: string
  polite: string[]
  greetings: string[]
  signOffs: string[]
  signatures: string[]
  graderWords: string[]
  pushWords: string[]
  followUpTasks: string[]
  answerRemarks: string[]
  advice: string[]
  adviceAlso: string[]
  concepts: Record<string, ConceptWords>
}

export type ConceptPatterns = { cues: Pattern[]; weak: Pattern[]; needs: Pattern[] }
export type Lexicon = {
  language: LexiconLanguage
  numbers: string
  functionWords: ReadonlySet<string>
  /** Words with which tasks talk about prompts; they say nothing about the topic. */
  meta: ReadonlySet<string>
  negations: ReadonlySet<string>
  polite: Pattern[]
  greetings: Pattern[]
  signOffs: Pattern[]
  /** A letter's last words with a name, at the very end ("Yours, Ana"). */
  signatures: Pattern[]
  graderWords: Pattern[]
  pushWords: Pattern[]
  /** How a task asks for a second message about an answer ("follow-up"). */
  followUpTasks: Pattern[]
  /** What people say of an answer that they have ("too long", "make it better"). */
  answerRemarks: Pattern[]
  /** How advice to a learner begins or ends ("Say who will read it"), in any words; not what is said to an assistant ("Tell me …"). */
  advice: Pattern[]
  /** How advice goes on ("Give the dates"), and requests do too. */
  adviceAlso: Pattern[]
  concepts: Record<Concept, ConceptPatterns>
}

const files: Record<LexiconLanguage, LexiconFile> = { en, es, fr, ja, ko, pt, tr, ua }
/** The words of a language as they stand in its file. */
export const lexiconFile = (language: LexiconLanguage): LexiconFile => files[language]

const compiled = new Map<LexiconLanguage, Lexicon>()

function words(list: string): ReadonlySet<string> {
  return new Set(foldText(list).split(' '))
}

const little = new Map<LexiconLanguage, ReadonlySet<string>>()

/** The function words of a language, without compiling the rest of its lexicon. */
export function functionWordsOf(language: LexiconLanguage): ReadonlySet<string> {
  const known = little.get(language) ?? words(files[language].functionWords)
  little.set(language, known)
  return known
}

const telling = new Map<LexiconLanguage, ReadonlySet<string>>()

/** Frequent words of prompts by which a language is told from others, without compiling the rest of its lexicon. */
export function tellingWordsOf(language: LexiconLanguage): ReadonlySet<string> {
  const known = telling.get(language) ?? words(`${files[language].telling ?? ''} ${files[language].meta}`)
  telling.set(language, known)
  return known
}

function compile(language: LexiconLanguage): Lexicon {
  const file = files[language]
  const wholeWords = language !== 'ja' && language !== 'ko'
  const kanji = language === 'ja' ? '[一二三四五六七八九十百千]+' : foldText(file.numbers).split(' ').join('|')
  const numbers = `\\d+(?:[.,:]\\d+)*|${kanji}`
  const patterns = (entries: string[] | undefined) =>
    (entries ?? []).map((entry) => compilePattern(entry, numbers, wholeWords))
  const conceptEntries = concepts.map((concept) => {
    const own = file.concepts[concept]
    return [concept, { cues: patterns(own?.cues), weak: patterns(own?.weak), needs: patterns(own?.needs) }] as const
  })
  return {
    language,
    numbers,
    functionWords: functionWordsOf(language),
    meta: words(file.meta),
    negations: words(file.negations),
    polite: patterns(file.polite),
    greetings: patterns(file.greetings),
    signOffs: patterns(file.signOffs),
    signatures: patterns(file.signatures),
    graderWords: patterns(file.graderWords),
    pushWords: patterns(file.pushWords),
    followUpTasks: patterns(file.followUpTasks),
    answerRemarks: patterns(file.answerRemarks),
    advice: patterns(file.advice),
    adviceAlso: patterns(file.adviceAlso),
    concepts: Object.fromEntries(conceptEntries) as Record<Concept, ConceptPatterns>,
  }
}

/** The lexicon of a language, compiled on first use and kept. */
export function loadLexicon(language: LexiconLanguage): Lexicon {
  const known = compiled.get(language)
  if (known) return known
  const lexicon = compile(language)
  compiled.set(language, lexicon)
  return lexicon
}
