import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { checkContent, type RuledFinding } from '@kitewise/content-tools/check-content'
import { describeTask, lessonAnswer } from '@kitewise/content/answers'
import { isPromptTask } from '@kitewise/content/catalog'
import { type DraftName, loadDraft } from '@kitewise/content/load-draft'
import type { Lesson } from '@kitewise/contract/entities'
import type { Task } from '@kitewise/evaluator/task'

/** `today` is in ms since 1970. */
export type ContentJob = { folder: string; today: number; draft: DraftName | null }

export type Draft = {
  files: { name: string; text: string }[]
  findings: RuledFinding[]
  /** Null until nothing in the files keeps it from being shown. */
  lesson: Lesson | null
  /** The prompt tasks by practice, for the built-in evaluator. */
  tasks: Record<string, Task>
}

/** What the process sends: findings of the whole folder, or a draft. */
export type ContentReply<Job extends ContentJob> = Job['draft'] extends null ? RuledFinding[] : Draft

const readDraft = (folder: string, today: number, draft: DraftName): Draft => {
  const own = join('courses', draft.course, 'lessons', draft.lesson)
  const names = [`${draft.language}.md`, 'lesson.yml'].map((name) => join(own, name))
  const files = names.flatMap((name) => {
    const path = join(folder, name)
    return existsSync(path) ? [{ name, text: readFileSync(path, 'utf8') }] : []
  })
  const { found, problems } = loadDraft(folder, draft)
  const checked = new Set([...names, join(own, 'en.md')].map((name) => join(basename(folder), name)))
  const findings = checkContent(folder, today, { isSelected: (file) => checked.has(file) })
  const elsewhere = problems
    .filter(({ file }) => !checked.has(file))
    .map((problem) => ({ level: 'error' as const, rule: 'format', ...problem }))
  const prompts = found?.lesson.fragments.flatMap(({ practices }) => practices).filter(isPromptTask) ?? []
  return {
    files,
    findings: [...elsewhere, ...findings],
    lesson: found && lessonAnswer(found, draft.language),
    tasks: Object.fromEntries(
      prompts.map((practice) => [
        practice.id,
        describeTask(found?.course ?? { capstone: '' }, practice, draft.language),
      ]),
    ),
  }
}

/* oxlint-disable no-restricted-globals -- a program of its own: `runContentJob` passes the job and waits for the reply */
// Learners come first.
setPriority(constants.priority.PRIORITY_LOW)
const { folder, today, draft } = JSON.parse(process.argv[2] ?? '') as ContentJob
process.send?.(draft ? readDraft(folder, today, draft) : checkContent(folder, today), () => process.disconnect())
