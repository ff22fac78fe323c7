import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

function run(lines: readonly object[], ...flags: string[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'labelled-')), 'some-prompts.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const command = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/evaluate-prompts-report.ts')]
  return spawnSync(process.execPath, [...command, file, ...flags], { encoding: 'utf8', timeout: 30_000 })
}

const good = {
  task_title: 'Bees',
  task_full_description: 'Write a prompt for a summary about bees in 50 words at most.',
  prompt: 'Summarise this article about bees in 50 words.',
  language: 'en',
  label_score: 5,
  kind: 'good',
}
const vague = { ...good, prompt: 'bees', label_score: 1, kind: 'bad' }

// Each test starts a process that compiles and loads the evaluator, for which a busy machine needs several seconds.
describe('the report', { timeout: 40_000 }, () => {
  it('ends well when every target is reached, and counts languages and kinds', () => {
    const { stdout, status } = run([good, vague])
    expect(status).toBe(0)
    expect(stdout).toContain('0 of 6 targets missed')
    expect(stdout).toMatch(/^some-prompts, derived +2 +1\.00 +1\.00/m)
    expect(stdout).toMatch(/^ {2}kind bad +1 +1\.00 +–/m)
    expect(stdout).toMatch(/^ {2}language en +2 /m)
    expect(stdout).not.toContain('Misses')
  })

  it('ends with 1 and names the target when one is missed', () => {
    const { stdout, status } = run([good, { ...good, label_score: 1, kind: 'injection' }])
    expect(status).toBe(1)
    expect(stdout).toContain('MISSED   some-prompts, derived: adversarial passes 1, wanted ≤ 0')
    expect(stdout).toContain('reached  some-prompts, derived: recall of good 1, wanted ≥ 0.75')
  })

  it.each(['test', 'fresh'])(
    'lists the lines it got wrong, but those of a %s part only when asked for all',
    (split) => {
      const wrong = { ...good, label_score: 1, split: 'dev' }
      const hidden = { ...good, label_score: 1, split, task_title: 'Hidden' }
      const { stdout } = run([wrong, vague, hidden], '--misses')
      expect(stdout.match(/ → \d {2}/g)).toEqual([' → 5  '])
      expect(stdout).not.toContain('Hidden')
      expect(run([wrong, hidden], '--misses=all').stdout).toContain('Hidden  en good  1 → 5')
    },
    20_000,
  )

  it('measures fresh lines as a part of their own', () => {
    const { stdout } = run([
      { ...good, split: 'fresh' },
      { ...vague, split: 'test' },
    ])
    expect(stdout).toMatch(/^some-prompts fresh, derived +1 /m)
    expect(stdout).toMatch(/^some-prompts test, derived +1 /m)
  })
})
