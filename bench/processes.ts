import { readdirSync, readFileSync } from 'node:fs'
import type { Db } from '../apps/server/src/database/connect.ts'

/** What a process of this machine uses, read from /proc. Where that's missing (macOS), nothing is found and all figures are 0. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

const list = (path: string): string[] => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** Milliseconds of processor time that the threads of these processes have used so far. */
export function readCpuMs(pids: readonly number[]): number {
  let nanoseconds = 0
  for (const pid of pids)
    for (const thread of list(`/proc/${pid}/task`))
      nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
  return nanoseconds / 1e6
}

/** A process, what it started, and so on: of a server with the embedded database, also those of the database. */
export function listTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of list('/proc')) {
    // The name of the program is in parentheses and may contain spaces.
    const parent = /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/**
 * Megabytes (1,024 kB, as `top` shows them): what is resident, and the process's share of it, in which memory that several processes use is divided
 * among them. Only shares can be added up.
 */
export type Memory = { resident: number; share: number }

export function readMemory(pids: readonly number[]): Memory {
  const memory: Memory = { resident: 0, share: 0 }
  for (const pid of pids) {
    const rollup = read(`/proc/${pid}/smaps_rollup`)
    const kilobytes = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
    memory.resident += kilobytes('Rss') / 1024
    memory.share += kilobytes('Pss') / 1024
  }
  return memory
}

/**
 * What a piece of work costs: milliseconds on the clock, milliseconds of processor time of this process and of the database's
 * backends, and pages of tables and indexes that its statements touched, in memory or on disk. Other load on the machine lengthens
 * mostly the first.
 */
export type Cost = { ms: number; cpuMs: number; pages: number }

export type Meter = (database: string, work: () => Promise<unknown>) => Promise<Cost>

/** @param admin a connection to another database of the server, which must have loaded pg_stat_statements */
export async function createMeter(admin: Db): Promise<Meter> {
  await admin`create extension if not exists pg_stat_statements`
  const readBackends = async (database: string): Promise<Map<number, number>> => {
    const backends = await admin<
      { pid: number }[]
    >`select pid from pg_stat_activity where datname = ${database} and backend_type = 'client backend'`
    return new Map(backends.map(({ pid }) => [pid, readCpuMs([pid])]))
  }
  const countPages = async (database: string): Promise<number> => {
    const [row] = await admin<{ pages: number }[]>`
      select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages from pg_stat_statements
      where dbid = (select oid from pg_database where datname = ${database})`
    return row?.pages ?? 0
  }
  return async (database, work) => {
    const pagesBefore = await countPages(database)
    const backendsBefore = await readBackends(database)
    const ownBefore = process.cpuUsage()
    const begin = performance.now()
    await work()
    const ms = performance.now() - begin
    const own = process.cpuUsage(ownBefore)
    let cpuMs = (own.user + own.system) / 1e3
    for (const [pid, after] of await readBackends(database)) cpuMs += after - (backendsBefore.get(pid) ?? 0)
    return { ms, cpuMs, pages: (await countPages(database)) - pagesBefore }
  }
}
