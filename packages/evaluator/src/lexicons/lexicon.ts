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

/** Phrasings of one kind of point. A partial cue only leads to a question to the learner. */
export type CueList = { full: readonly string[]; partial?: readonly string[] }

/** What the checklist knows about one language. `README.md` beside this file describes keys and cue notation. */
export type Lexicon = {
  /** Words without a topic: articles, pronouns, prepositions, "please". Separated by spaces. */
  stopwords: string
  /** Negations. They matter in phrases although they are stopwords. */
  negations: string
  /** "And" and "or", between listed things. */
  joins: string
  /** Number words by value: {"3": "three"}; forms separated by spaces. */
  numbers: Record<string, string>
  /** Numbers that multiply a smaller one before them: 100 in "two hundred". */
  multipliers: readonly number[]
  /** The word before the last part of a number: "treinta y cinco". */
  numberJoin?: string
  /** Number words that count only next to others in one word: 이 in 이십오. */
  numberParts?: Record<string, string>
  /** What is attached to a number without a space, as a word or `stem*`: 시 in 세시. */
  numberSuffixes?: readonly string[]
  /** What turns digits into an ordinal: 14th. */
  ordinalEndings: readonly string[]
  /** Half of what follows ("half an"), and words for one that aren't numbers ("an"), as cues. */
  halves: readonly string[]
  articles?: readonly string[]
  /** Ordinal words, for days of a month. */
  ordinals?: Record<string, string>
  /** Unit names, as cues; see `units` in quantities.ts. */
  units: Record<string, readonly string[]>
  currencies: Record<string, readonly string[]>
  /** Used before or after an amount without a currency: budget, spend, at most. */
  moneyCues: readonly string[]
  /** Ways to say that nothing can be spent. */
  free: readonly string[]
  clock: {
    /** Words before a bare hour ("at"), and after one ("o'clock"). */
    before: readonly string[]
    after: readonly string[]
    /** Before or after an hour, or after a unit of time: half an hour or half a unit more. */
    half: readonly string[]
    am: readonly string[]
    pm: readonly string[]
    noon: readonly string[]
  }
  ageCues: readonly string[]
  /** From Monday, with the weekend last. */
  weekdays: readonly (readonly string[])[]
  /** From January. */
  months: readonly (readonly string[])[]
  /** Language names by code. */
  languages: Record<string, readonly string[]>
  /** By kind; for `request` and `format`, by kind and parameter: "request.write". */
  cues: Record<string, CueList>
  /** Addressed to the scorer. */
  injection: readonly string[]
  harm: readonly string[]
  selfHarm: readonly string[]
  greetings: readonly string[]
}

const lexicons: Record<Language, Lexicon> = { en, es, fr, ja, ko, pt, tr, ua }

export function lexiconOf(language: Language): Lexicon {
  return lexicons[language]
}

/** The language code of a text set as a lexicon's language; English if it has no lexicon. */
export function asLanguage(code: string): Language {
  return languages.find((language) => language === code) ?? 'en'
}
