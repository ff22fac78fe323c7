import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { measureAgreement } from './measure-agreement.ts'
import { scoreLabelledPrompts } from './score-labelled-prompts.ts'

const dataFile = (name: string) => new URL(`../packages/evaluator/data/${name}`, import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))

function run(input: string) {
  const command = fileURLToPath(new URL('evaluate-prompts.ts', import.meta.url))
  return spawnSync(process.execPath, [`${root}node_modules/tsx/dist/cli.mjs`, command], {
    input,
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: 30_000,
  })
}

// Each test starts a process or two that compile and load the evaluator, for which a busy machine needs several seconds.
describe('the command line', { timeout: 40_000 }, () => {
  const line = {
    task_title: 'Bees',
    task_full_description: 'Write a prompt for a summary about bees in 50 words at most.',
    tip: 'Topic, length.',
    prompt: 'Summarise this article about bees in 50 words.',
    language: 'en',
  }

  it('answers line by line in order, from any folder, and marks bad lines in their place', () => {
    const input = [
      JSON.stringify(line),
      '{broken',
      JSON.stringify({ ...line, prompt: 'bees' }),
      JSON.stringify({ prompt: 'x' }),
    ].join('\n')
    const { stdout, status } = run(`${input}\n`)
    const answers = stdout
      .trim()
      .split('\n')
      .map((answer) => JSON.parse(answer))
    expect(answers.map((answer) => answer.error ?? answer.gate)).toEqual([
      null,
      'not a line of JSON',
      'short',
      expect.stringContaining('task_title'),
    ])
    expect(Object.keys(answers[0])).toEqual(['score', 'pass', 'gate', 'criteria'])
    expect(answers[0].pass).toBe(true)
    expect(status).toBe(1)
  })

  it('reads a file that begins with a byte order mark and has Windows line ends', () => {
    const { stdout, status } = run(`\uFEFF${JSON.stringify(line)}\r\n${JSON.stringify(line)}\r\n`)
    expect([stdout.trim().split('\n').length, status]).toEqual([2, 0])
  })

  it('does not stand still at a task that says one word over and over', () => {
    const { stdout, status } = run(JSON.stringify({ ...line, task_full_description: 'a '.repeat(2_000) }))
    expect([stdout.trim().split('\n').length, status]).toEqual([1, 0])
  })

  it('does not look at labels, and ends well when all lines are good', () => {
    const plain = run(JSON.stringify(line))
    const labelled = run(JSON.stringify({ ...line, label_score: 0, label_pass: false, kind: 'gibberish' }))
    expect(labelled.stdout).toBe(plain.stdout)
    expect(plain.status).toBe(0)
  })
})

/** Labels were given before scoring, by the guide of the data's readme. Targets are those for rubrics derived from the task. */
describe.each([
  ['dev-prompts.jsonl', null],
  ['own-prompts.jsonl', 'tune'],
  ['own-prompts.jsonl', 'hold'],
  ['own-prompts.jsonl', 'check'],
  ['story-prompts.jsonl', 'all'],
])('derived rubrics on %s (%s)', (file, part) => {
  const measured = measureAgreement(
    scoreLabelledPrompts(dataFile(file)).filter((line) => part === 'all' || line.part === part),
  )

  it('agree with the labels on passing and on the score', () => {
    expect(measured.accuracy).toBeGreaterThanOrEqual(0.82)
    expect(measured.weightedKappa).toBeGreaterThanOrEqual(0.8)
  })

  it('pass no text written to deceive, and few near misses', () => {
    expect(measured.adversarialPasses).toBe(0)
    expect(measured.nearMissPasses / measured.nearMisses).toBeLessThanOrEqual(0.3)
  })
})
