import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { flattenText, foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'
import { splitWords } from '../text/split-words.ts'
import type { GateHit, GateInput } from './gate-input.ts'
import { isAdvice } from './is-advice.ts'

const wordsInRun = 5
const charactersInRun = 10
const mostCopied = 0.6
const partlyCopied = 0.35
/** Without the task's instruction in it a copy may be facts that a brief prompt passes on; only nearly all of it is a copy. */
const copiedWithoutInstruction = 0.85

/** A copied part with "write a prompt" in it is the task talking; copied facts alone are what a good prompt passes on. */
const wordsForPrompt = /prompt|istem(?!iyor)|промпт|프롬프트|プロンプト/u

type CopiedRubric = GateInput['rubric']
export type CopiedShare = { share: number; newPart: string; hasInstruction: boolean }

const runsOfTasks = new WeakMap<ReadText, Map<LexiconLanguage, Set<string>>>()

/** Every run of words (letters) in a task; kept as long as the task's reading. */
function runsIn(task: ReadText, language: LexiconLanguage, run: number): Set<string> {
  const known = runsOfTasks.get(task) ?? new Map<LexiconLanguage, Set<string>>()
  runsOfTasks.set(task, known)
  const source = known.has(language) ? [] : partsOf(task.flat, language)
  const runs =
    known.get(language) ?? new Set(source.slice(run - 1).map((_, at) => source.slice(at, at + run).join(' ')))
  known.set(language, runs)
  return runs
}

function covered(parts: readonly string[], runs: ReadonlySet<string>, run: number): boolean[] {
  const marks = parts.map(() => false)
  for (let at = 0; at + run <= parts.length; at += 1)
    if (runs.has(parts.slice(at, at + run).join(' '))) marks.fill(true, at, at + run)
  return marks
}

/** Letters in Japanese, words elsewhere. */
function partsOf(flat: string, language: LexiconLanguage): string[] {
  return language === 'ja' ? Array.from(flat.replace(/[\s¶,]/g, '')) : splitWords(flat, language)
}

/** "Ask for a yes or no" is a hint and a fine sentence; a prompt of nothing else is not. */
const mostAdvice = 0.8
const wordsInHintRun = 4
const charactersInHintRun = 8

/** Where the parts are the checklist's own advice ("Say who will read it") handed back: runs of it, short hints as a whole. */
function hintMarks(parts: readonly string[], rubric: CopiedRubric, language: LexiconLanguage): boolean[] {
  const marks = parts.map(() => false)
  for (const { hint } of Object.values(rubric.words?.criteria ?? {})) {
    const wanted = partsOf(flattenText(foldText(hint)), language)
    const run = Math.min(wanted.length, language === 'ja' ? charactersInHintRun : wordsInHintRun)
    if (run < 2) continue
    const runs = new Set(wanted.slice(run - 1).map((_, at) => wanted.slice(at, at + run).join(' ')))
    covered(parts, runs, run).forEach((mark, at) => (marks[at] ||= mark))
  }
  return marks
}

/** Where the parts are facts that the author wants passed on; the last word may have an ending. */
function factMarks(parts: readonly string[], rubric: CopiedRubric, language: LexiconLanguage): boolean[] {
  const ids = Object.keys({ ...rubric.facts, ...rubric.words?.facts }).filter((id) => !rubric.hide?.includes(id))
  const forms = ids.flatMap((id) => rubric.words?.facts?.[id] ?? rubric.facts?.[id]?.forms ?? [])
  const marks = parts.map(() => false)
  for (const form of forms) {
    const wanted = partsOf(flattenText(foldText(form)), language)
    for (let at = 0; wanted.length > 0 && at + wanted.length <= parts.length; at += 1)
      if (wanted.every((part, index) => parts[at + index]?.startsWith(part))) marks.fill(true, at, at + wanted.length)
  }
  return marks
}

/**
 * The share of a prompt that stands word for word, in runs of five, in the task; in Japanese runs of ten characters. Facts of the
 * rubric are to be copied: they count neither way and stay in the new part.
 */
export function copiedShare(prompt: ReadText, task: ReadText, rubric: CopiedRubric): CopiedShare {
  const { language } = prompt
  const parts = partsOf(prompt.flat, language)
  const run = language === 'ja' ? charactersInRun : wordsInRun
  const marks = covered(parts, runsIn(task, language, run), run)
  const facts = marks.includes(true) ? factMarks(parts, rubric, language) : marks
  const own = (_: string, at: number) => !marks[at] || facts[at] === true
  const counted = parts.filter((_, at) => !facts[at]).length
  const taken = parts.filter((part, at) => !own(part, at))
  const glue = language === 'ja' ? '' : ' '
  return {
    share: counted === 0 ? 0 : taken.length / counted,
    newPart: parts.filter(own).join(glue),
    hasInstruction: wordsForPrompt.test(taken.join(glue)),
  }
}

/** The share of a prompt that is the checklist's advice; facts count neither way. */
function hintShare({ flat, language }: ReadText, rubric: CopiedRubric): number {
  const parts = partsOf(flat, language)
  const hints = hintMarks(parts, rubric, language)
  if (!hints.includes(true)) return 0
  const facts = factMarks(parts, rubric, language)
  const counted = parts.filter((_, at) => !facts[at]).length
  return counted === 0 ? 0 : parts.filter((_, at) => hints[at] && !facts[at]).length / counted
}

/**
 * The sentences of the task, or of the hints in a comment on it, handed back; where any topic is fine, those of another task too. Facts that are
 * copied are fine: they come in shorter runs or with new words around.
 */
export function gateCopy({ prompt, task, otherTasks, rubric }: GateInput): GateHit | null {
  for (const source of [task, ...(rubric.openTopic ? otherTasks : [])]) {
    const { share, hasInstruction } = copiedShare(prompt, source, rubric)
    if (share > (hasInstruction ? mostCopied : copiedWithoutInstruction))
      return { gate: 'copy', evidence: `${Math.round(share * 100)} % from ${source === task ? 'the' : 'another'} task` }
  }
  const advice = hintShare(prompt, rubric)
  if (advice > mostAdvice) return { gate: 'copy', evidence: `${Math.round(advice * 100)} % from the hints` }
  return isAdvice(prompt, task) ? { gate: 'copy', evidence: 'advice to a learner' } : null
}

/** A third or more is the task's own instruction: only the new part may count. */
export function isPartlyCopied({ share, hasInstruction }: CopiedShare): boolean {
  return share > partlyCopied && hasInstruction
}
