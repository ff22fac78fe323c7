import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RuledFinding } from '@kitewise/content-tools/check-content'
import type { DraftName } from '@kitewise/content/load-draft'
import type { Context } from '../../context.ts'
import type { ContentJob, ContentReply, Draft } from './content-process.ts'

/** Bundled next to this code; the sources need the same loader as the server. */
const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(new URL(isSource ? './content-process.ts' : './content-process.js', import.meta.url))

const mostMs = 300_000

/** Reading the content takes seconds and memory, so a process of its own does it, without our secrets. */
const runContentJob = <Job extends ContentJob>(job: Job): Promise<ContentReply<Job>> =>
  new Promise((resolve, reject) => {
    const child = fork(program, [JSON.stringify(job)], {
      env: {},
      execArgv: isSource ? ['--import', 'tsx'] : [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      timeout: mostMs,
    })
    // The server may end in the meantime.
    child.unref()
    child.channel?.unref()
    child.once('message', (reply) => {
      // The program sends this to this job.
      resolve(reply as ContentReply<Job>)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the content process ended with ${code} and without an answer`)))
  })

/** Of names, sizes and times of all files, and of the day, because reviews age. */
const fingerprintOf = async (folder: string, now: Date): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const stamps = paths.sort().map(async (path) => {
    const found = await stat(path).catch(() => null)
    return `${path} ${found?.size} ${found?.mtimeMs}`
  })
  const hash = createHash('sha256').update(now.toISOString().slice(0, 10))
  return hash.update((await Promise.all(stamps)).join('\n')).digest('hex')
}

type Check = { at: Date; findings: RuledFinding[] }

type CheckState = {
  done: (Check & { fingerprint: string }) | null
  running: Promise<void> | null
  /** Thrown to whoever asks next, who may then try again. */
  failure: unknown
}

const checks = new Map<string, CheckState>()

/**
 * The last check of the folder, and the one that runs because a file has changed since: one at a time on this server.
 * @throws what a check failed with, once
 */
export async function followCheck({ config, clock }: Context): Promise<Pick<CheckState, 'done' | 'running'>> {
  const folder = config.contentFolder
  const now = clock()
  const fingerprint = await fingerprintOf(folder, now)
  const state = checks.get(folder) ?? { done: null, running: null, failure: null }
  checks.set(folder, state)
  if (state.failure !== null) {
    const { failure } = state
    state.failure = null
    throw failure
  }
  if (state.running === null && state.done?.fingerprint !== fingerprint)
    state.running = check(state, { folder, fingerprint, clock })
  return state
}

type Checking = { folder: string; fingerprint: string; clock: Context['clock'] }

const check = async (state: CheckState, { folder, fingerprint, clock }: Checking): Promise<void> => {
  try {
    const findings = await runContentJob({ folder, today: clock().getTime(), draft: null })
    state.done = { at: clock(), fingerprint, findings }
  } catch (error) {
    state.failure = error
  }
  state.running = null
}

/** Waits for a check that runs, so that a file has what is true now. */
export async function finishCheck(context: Context): Promise<RuledFinding[]> {
  await (
    await followCheck(context)
  ).running
  return (await followCheck(context)).done?.findings ?? []
}

/** The last drafts by name, so that the page and its frame read one of them once. */
const drafts = new Map<string, { fingerprint: string; draft: Promise<Draft> }>()
const mostDrafts = 20

/** Drafts are read one after the other. */
let lastDraft: Promise<unknown> = Promise.resolve()

export async function readDraft({ config, clock }: Context, name: DraftName): Promise<Draft & { version: string }> {
  const folder = config.contentFolder
  const now = clock()
  const key = [folder, name.course, name.lesson, name.language].join(' ')
  const fingerprint = await fingerprintOf(folder, now)
  const known = drafts.get(key)
  if (known?.fingerprint === fingerprint) return { ...(await known.draft), version: fingerprint }
  const read = () => runContentJob({ folder, today: now.getTime(), draft: name })
  const draft = lastDraft.then(read, read)
  lastDraft = draft
  drafts.delete(key)
  drafts.set(key, { fingerprint, draft })
  const [oldest] = drafts.keys()
  if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest)
  // A failure isn't kept, so that the next request tries again.
  draft.catch(() => drafts.delete(key))
  return { ...(await draft), version: fingerprint }
}
