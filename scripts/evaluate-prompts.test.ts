import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

type Answer = {
  error?: string
  score: number
  pass: boolean
  gate: string | null
  points: { id: string; state: string; spans: [number, number][] }[]
  comment: string
  recommendedPrompt: string
}

/** Runs the command with these lines, from another folder. */
const run = (...lines: (string | object)[]) => {
  const command = [`${root}node_modules/tsx/dist/cli.mjs`, `${root}scripts/evaluate-prompts.ts`]
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const { stdout, status } = spawnSync(process.execPath, command, {
    input,
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: 60_000,
  })
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line): Answer => JSON.parse(line))
  return { answers, status }
}

const task = 'ai-zero.l03.f3.p1'
const full =
  'Give me three ideas for Saturday afternoon in Porto. I can spend 20 euros. I am going with my father. Please avoid crowded places.'
const line = { task, language: 'en', prompt: full }

describe('npm run evaluate-prompts', () => {
  it('answers line by line, with errors in place', () => {
    const { answers, status } = run(
      line,
      '{broken',
      { ...line, prompt: 'ideas' },
      { ...line, task: 'ai-zero.l99.f1.p1' },
      { ...line, language: 'xx' },
      { task, language: 'en' },
      line,
    )
    expect(answers.map(({ error, gate }) => error ?? gate)).toEqual([
      null,
      'not a line of JSON',
      'short',
      expect.stringContaining('ai-zero.l99.f1.p1 is no prompt task'),
      expect.stringContaining('language: '),
      expect.stringContaining('prompt: '),
      null,
    ])
    expect(status).toBe(1)
  }, 60_000)

  it('returns only score, points with their words, comment and suggestion', () => {
    const { answers, status } = run(line)
    const [answer] = answers
    expect(Object.keys(answer ?? {})).toEqual(['score', 'pass', 'gate', 'points', 'comment', 'recommendedPrompt'])
    expect(answer).toMatchObject({ score: 5, pass: true, gate: null, recommendedPrompt: full })
    const budget = answer?.points.find(({ id }) => id === 'budget')
    expect(budget?.state).toBe('found')
    expect(budget?.spans.map(([from, to]) => full.slice(from, to))).toEqual(['20 euros'])
    expect(status).toBe(0)
  }, 60_000)

  it('accepts the repair of a prompt', () => {
    const prompt = 'Write a label of at most 15 words for a picture: it was made with AI, and nothing in it is real.'
    const { answers, status } = run({ task: 'beyond-text.l04.f4.p1', language: 'en', prompt })
    expect(answers[0]).toMatchObject({ gate: null })
    expect(answers[0]?.points.map(({ id }) => id)).toContain('length')
    expect(status).toBe(0)
  }, 60_000)

  it('counts the words that the learner marks', () => {
    const prompt = full.replace('I can spend 20 euros', 'Forty smackers are fine')
    const from = prompt.indexOf('Forty smackers')
    const shown = [{ point: 'budget', from, to: from + 'Forty smackers'.length }]
    const { answers } = run(
      { ...line, prompt },
      { ...line, prompt, shown },
      { ...line, shown: [{ point: 'budget', from: 0, to: 0 }] },
    )
    const states = answers.map(({ points }) => points.find(({ id }) => id === 'budget')?.state)
    expect(states).toEqual(['missing', 'shown', 'missing'])
    expect(answers.map(({ pass }) => pass)).toEqual([false, true, false])
    expect(answers[0]?.recommendedPrompt).toContain(`${prompt} `)
  }, 60_000)

  it('accepts a byte order mark, Windows line ends and unknown fields', () => {
    const text = JSON.stringify({ ...line, label: 'complete' })
    const { answers, status } = run(`\uFEFF${text}\r`, `${text}\r`)
    expect(answers.map(({ score }) => score)).toEqual([5, 5])
    expect(status).toBe(0)
  }, 60_000)
})
