import type { Concept } from '../concepts.ts'
import { metShare } from '../met-share.ts'
import type { Finding } from '../meet-criterion.ts'
import type { Criterion, RubricWithWords } from '../rubric.ts'
import type { TaskWords } from '../task-words.ts'
import { loadLexicon } from '../lexicon/load-lexicon.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { CommentTexts } from './comment-texts.ts'
import { readText } from '../text/read-text.ts'
import { capitalise, findLimit } from './find-limit.ts'
import { joinSentences } from './join-sentences.ts'

export type RecommendationInput = {
  texts: CommentTexts
  rubric: RubricWithWords
  task: TaskWords
  findings: readonly Finding[]
  original: string
  language: LexiconLanguage
  /** False when a gate stopped the text: then nothing of it is reused. */
  usable: boolean
}

/** A limit is the one that the task or its author's answer sets; the shared sentence names one that fits no task in particular. */
function limitOfTask(cue: Concept, { task, rubric, language }: RecommendationInput): string | null {
  if (cue !== 'length' && cue !== 'budget') return null
  const sources = [task.fullDescription, task.tip ?? '', rubric.words.model ?? '']
  return sources.reduce<string | null>((known, text) => known ?? findLimit(text, readText(text, language), cue), null)
}

/** The task's own name for what is missing, with a blank to fill, when nobody wrote a better sentence. */
function addition(criterion: Criterion, input: RecommendationInput): string {
  const { rubric, texts, language } = input
  const words = rubric.words.criteria[criterion.id]
  if (words?.add) return words.add
  const adds: Partial<Record<Concept, string>> = texts.adds
  const shared = criterion.cues?.flatMap((cue) => limitOfTask(cue, input) ?? adds[cue] ?? [])[0]
  if (shared) return shared
  const fact = criterion.of?.map((id) => rubric.words.facts?.[id]?.[0] ?? '').filter(Boolean)
  if (fact?.length) return `${fact.join(', ')}.`
  const hint = words?.hint.replace(/[.。]$/u, '') ?? ''
  return hint ? `${capitalise(hint, language)}: ${texts.blank}.` : ''
}

function withoutPrivateData(text: string, language: LexiconLanguage, blank: string): string {
  const plain = loadLexicon(language).concepts.personal_data.cues.filter((pattern) => pattern.onFolded)
  return plain.reduce((result, { expression }) => result.replace(new RegExp(expression.source, 'giu'), blank), text)
}

const closed = /[.!?。！？…:}\]]["'”’»」』)]*$/u
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]$/u
const close = (part: string): string => `${part}${japanese.test(part) ? '。' : '.'}`

function joined(parts: string[]): string {
  const sentences = parts.map((part) => part.trim()).filter((part) => part !== '')
  return joinSentences(sentences.map((part) => (closed.test(part) ? part : close(part))))
}

/** The learner's text plus a sentence for everything that is missing. */
function completed(input: RecommendationInput): string {
  const { rubric, findings, original, texts, language } = input
  const missing = rubric.criteria.filter((_, index) => (findings[index]?.met ?? 0) < 1)
  const own = rubric.forbid?.includes('personal_data') ? withoutPrivateData(original, language, texts.blank) : original
  return joined([own, ...missing.map((criterion) => addition(criterion, input))])
}

/** A frame to fill for a task without a model answer: its title and a sentence or blank for each point. */
function frame(input: RecommendationInput): string {
  return joined([input.task.title, ...input.rubric.criteria.map((criterion) => addition(criterion, input))])
}

/**
 * A prompt that shows how it is done: the learner's own, completed, when at least half of the weight is met; else the author's
 * model answer, or a frame to fill when there is none. `isFull` says whether a text scores full marks; a completed prompt that does
 * not is not offered when there is a model answer.
 */
export function recommendPrompt(input: RecommendationInput, isFull: (prompt: string) => boolean): string {
  const { rubric, findings } = input
  const model = rubric.words.model?.trim()
  if (input.usable && metShare(rubric.criteria, findings) >= 0.5) {
    const own = completed(input)
    if (!model || isFull(own)) return own
  }
  return model || frame(input)
}
