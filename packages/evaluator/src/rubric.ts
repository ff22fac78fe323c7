import type { Concept } from './concepts.ts'

/**
 * What a good prompt for one task must have. Structure and weights are the same in every language (`Rubric`); the words
 * are those of one language (`RubricWords`).
 */

export const criterionLevels = ['must', 'should'] as const
export type CriterionLevel = (typeof criterionLevels)[number]

/** What the learner is asked to write: an ordinary prompt, a picture prompt, instructions for an agent, a template. */
export const answerKinds = ['prompt', 'image', 'instructions', 'template'] as const
export type AnswerKind = (typeof answerKinds)[number]

/**
 * One thing to look for. `cues`, `re` and facts are alternatives: one of them is enough. Two things that are both needed are two criteria.
 */
export type Criterion = {
  id: string
  level: CriterionLevel
  /** Share in the score, 1 to 5. */
  weight: number
  /** Concepts of the shared lexicon; any one of them counts. */
  cues?: Concept[]
  /** Words, one of which must stand within eight words of the cue; a cue alone, or a word alone, counts half. */
  near?: string[]
  /** Regular expressions, case-insensitive, tried on the normalised text; any one of them counts. */
  re?: string[]
  /** Ids of `facts`; how many of them are needed is `needFacts`, all when absent. A part of them is not enough. */
  of?: string[]
  needFacts?: number
  /** Ids of `facts` that need not be said, but must not be said with another value: then the criterion is not met. */
  given?: string[]
  /** How many different places a cue or regular expression must match (two things to avoid); fewer counts half. */
  atLeast?: number
  /** Of derived rubrics: may be said in words that nobody looks for, so that a clause of its own counts half. */
  inOtherWords?: boolean
}

/** Something from the task that a good prompt passes on. `forms` are the ways to write it; any one counts. */
export type Fact = { forms?: string[]; weight?: number }

/** A text whose result the content linter checks. `missing` names criteria that must come out as 0. */
export type Probe = { text: string; expect: 'pass' | 'fail'; missing?: string[] }

export type Rubric = {
  /** Fewest units (words; see measure-units) of a usable prompt. Below a third of it the text is too short to be scored. */
  minUnits?: number
  answerKind?: AnswerKind
  facts?: Record<string, Fact>
  criteria: Criterion[]
  /** The learner brings the topic ("a real job from your week"): no prompt is off topic. */
  openTopic?: boolean
  /** Concepts that push the score to 1 (personal_data). */
  forbid?: Concept[]
  /** Ids of `facts` that the task wants hidden (a name, a school): one of them pushes the score to 1. */
  hide?: string[]
  /** Concepts that are fine in this task although a gate would stop them (ignore_instructions). */
  allow?: Concept[]
  probes?: Probe[]
}

/** The words of a rubric in one language. */
export type RubricWords = {
  criteria: Record<
    string,
    {
      /** What to do when it is missing: "Say who will read it." */
      hint: string
      /** A sentence that can be put at the end of the learner's prompt. */
      add?: string
      /** Words and expressions of this language, used instead of those in the rubric. */
      near?: string[]
      re?: string[]
      /** Ways to say it in the pattern language of the lexicons (see compile-pattern), beside `re`; `=budget` stands for a concept. Any one counts. */
      says?: string[]
    }
  >
  /** Forms of the facts in this language, used instead of those in the rubric; one with `*`, `(` or `_` is a lexicon pattern. */
  facts?: Record<string, string[]>
  /** The author's model answer. */
  model?: string
}

/**
 * A rubric with the words of the task's language. `elsewhere` has the words by which prompts in other languages say the same: whoever
 * reads a task in English may write to an assistant in Korean.
 */
export type RubricWithWords = Rubric & { words: RubricWords; elsewhere?: Partial<Record<string, RubricWords>> }
