import type { ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const wordsInRun = 5
const charactersInRun = 10
const mostCopied = 0.6
const partlyCopied = 0.35
/** Without the task's instruction in it a copy may be facts that a brief prompt passes on; only nearly all of it is a copy. */
const copiedWithoutInstruction = 0.85

/** A copied part with "write a prompt" in it is the task talking; copied facts alone are what a good prompt passes on. */
const wordsForPrompt = /prompt|istem(?!iyor)|промпт|프롬프트|プロンプト/u

export type CopiedShare = { share: number; newPart: string; hasInstruction: boolean }

function covered(parts: readonly string[], source: readonly string[], run: number): boolean[] {
  const runs = new Set(
    source.map((_, at) => source.slice(at, at + run).join(' ')).filter((_, at) => at + run <= source.length),
  )
  const marks = parts.map(() => false)
  for (let at = 0; at + run <= parts.length; at += 1)
    if (runs.has(parts.slice(at, at + run).join(' '))) marks.fill(true, at, at + run)
  return marks
}

/** The share of a prompt that stands word for word, in runs of five, in the task; in Japanese runs of ten characters. */
export function copiedShare(prompt: ReadText, task: ReadText): CopiedShare {
  const japanese = prompt.language === 'ja'
  const parts = japanese ? Array.from(prompt.flat.replace(/[\s¶,]/g, '')) : prompt.words
  const source = japanese ? Array.from(task.flat.replace(/[\s¶,]/g, '')) : task.words
  const marks = covered(parts, source, japanese ? charactersInRun : wordsInRun)
  const share = parts.length === 0 ? 0 : marks.filter(Boolean).length / parts.length
  const glue = japanese ? '' : ' '
  const copied = parts.filter((_, at) => marks[at]).join(glue)
  return {
    share,
    newPart: parts.filter((_, at) => !marks[at]).join(glue),
    hasInstruction: wordsForPrompt.test(copied),
  }
}

/** The task's own sentences handed back. Facts that are copied are fine: they come in shorter runs or with new words around. */
export function gateCopy({ prompt, task }: GateInput): GateHit | null {
  const { share, hasInstruction } = copiedShare(prompt, task)
  return share > (hasInstruction ? mostCopied : copiedWithoutInstruction)
    ? { gate: 'copy', evidence: `${Math.round(share * 100)} % from the task` }
    : null
}

/** A third or more is the task's own instruction: only the new part may count. */
export function isPartlyCopied({ share, hasInstruction }: CopiedShare): boolean {
  return share > partlyCopied && hasInstruction
}
