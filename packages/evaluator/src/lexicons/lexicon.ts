import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import ua from './ua.json' with { type: 'json' }

export const languages = ['en', 'es', 'fr', 'ja', 'ko', 'pt', 'tr', 'ua'] as const
export type Language = (typeof languages)[number]

/** Phrasings of one kind of point. A partial cue is worth a question to the learner, no more. */
export type CueList = { full: readonly string[]; partial?: readonly string[] }

/** What the checklist knows of one language. `README.md` beside this file describes the keys and the notation of cues. */
export type Lexicon = {
  /** Words without a topic of their own: articles, pronouns, prepositions, "please". Separated by spaces. */
  stopwords: string
  /** Words that deny. They matter in phrases although they are stopwords. */
  negations: string
  /** "And" and "or", between the things of a row. */
  joins: string
  /** Number words by value: {"3": "three"}; forms separated by spaces. */
  numbers: Record<string, string>
  /** Numbers that multiply a smaller one before them: 100 in "two hundred". */
  multipliers: readonly number[]
  /** The word before the last part of a number: "treinta y cinco". */
  numberJoin?: string
  /** Number words that count only beside others in one word: 이 in 이십오. */
  numberParts?: Record<string, string>
  /** What is written on a number without a space, as a word or `stem*`: 시 in 세시. */
  numberSuffixes?: readonly string[]
  /** What makes a number in digits an ordinal: 14th. */
  ordinalEndings: readonly string[]
  /** Half of what follows ("half an"), and words for one that are no numbers ("an"), as cues. */
  halves: readonly string[]
  articles?: readonly string[]
  /** Ordinals in words, for days of a month. */
  ordinals?: Record<string, string>
  /** Names of units, as cues; see `units` in quantities.ts. */
  units: Record<string, readonly string[]>
  currencies: Record<string, readonly string[]>
  /** Said before or after an amount that names no currency: budget, spend, at most. */
  moneyCues: readonly string[]
  /** Ways to say that nothing may be spent. */
  free: readonly string[]
  clock: {
    /** Words before a bare hour ("at"), and after one ("o'clock"). */
    before: readonly string[]
    after: readonly string[]
    /** Before or after an hour, after a unit of time: half an hour or half a unit more. */
    half: readonly string[]
    am: readonly string[]
    pm: readonly string[]
    noon: readonly string[]
  }
  ageCues: readonly string[]
  /** Monday first, the weekend last. */
  weekdays: readonly (readonly string[])[]
  /** January first. */
  months: readonly (readonly string[])[]
  /** Names of languages by their code. */
  languages: Record<string, readonly string[]>
  /** By kind, for `request` and `format` by kind and parameter: "request.write". */
  cues: Record<string, CueList>
  /** Addressed to whoever scores the text. */
  injection: readonly string[]
  harm: readonly string[]
  selfHarm: readonly string[]
  greetings: readonly string[]
}

const lexicons: Record<Language, Lexicon> = { en, es, fr, ja, ko, pt, tr, ua }

export const lexiconOf = (language: Language): Lexicon => lexicons[language]

/** The code of a text set as a lexicon's language; English for one that has no lexicon. */
export const asLanguage = (code: string): Language => languages.find((language) => language === code) ?? 'en'
