import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'
import { isReady } from '../durability/server-process.ts'

/**
 * The image of the Dockerfile, built with umoci and run with runc, because Docker needs more of a machine than a container
 * has. The base is the Node at hand with its libraries instead of Debian.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
/** It takes 27 s on two quiet cores, and 75 s on busy ones. */
const limitMs = 180_000
const mostBytes = 130_000_000
const user = 1000
const folder = mkdtempSync(join(tmpdir(), 'kitewise-image-'))
const container = `kitewise-test-${process.pid}`
const runcRoot = join(folder, 'runc')
let postgres: EmbeddedPostgres | null = null
let running: ChildProcess | null = null

const isMissing = (command: string) => spawnSync(command, ['--version']).error !== undefined
const lacking = [
  ...['umoci', 'runc', 'ldd'].filter(isMissing),
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? [] : ['root on Linux']),
]
const reason = lacking.length === 0 ? '' : ` (skipped, needs ${lacking.join(', ')})`

const sh = (command: string, options: readonly string[]) =>
  execFileSync(command, options, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

afterAll(async () => {
  if (running !== null && running.exitCode === null) {
    const ended = once(running, 'exit')
    sh('runc', ['--root', runcRoot, 'kill', container, 'KILL'])
    await ended
  }
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}, 30_000)

type Instruction = { name: string; rest: string }

/** The instructions of the Dockerfile's last stage. */
const readLastStage = (): Instruction[] => {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ').split('\n')
  const all = lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return name === undefined || rest === undefined ? [] : [{ name, rest }]
  })
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM') + 1)
}

/** What each instruction is for `umoci config`. The health check isn't part of OCI images: the test runs it. */
const configOptions = ({ name, rest }: Instruction): string[] => {
  if (name === 'ENV') return ['--config.env', rest]
  if (name === 'USER') return ['--config.user', rest]
  if (name === 'WORKDIR') return ['--config.workingdir', rest]
  if (name === 'EXPOSE') return ['--config.exposedports', rest]
  if (name === 'STOPSIGNAL') return ['--config.stopsignal', rest]
  if (name === 'CMD') return (JSON.parse(rest) as string[]).flatMap((part) => ['--config.cmd', part])
  if (name === 'COPY' && rest === '--from=build /app /app') return []
  if (name === 'HEALTHCHECK') return []
  throw new Error(`The Dockerfile's last stage has ${name} ${rest}, which this test doesn't know.`)
}

/** Node, a user, what `npm run package` lays out, and the libraries of Node and of native packages. */
const fillRoot = (rootFolder: string): void => {
  for (const path of ['usr/local/bin', 'etc', 'tmp', 'app']) mkdirSync(join(rootFolder, path), { recursive: true })
  chmodSync(join(rootFolder, 'tmp'), 0o1777)
  const node = join(rootFolder, 'usr/local/bin/node')
  cpSync(realpathSync(process.execPath), node)
  writeFileSync(join(rootFolder, 'etc/passwd'), `root:x:0:0::/:\nnode:x:${user}:${user}::/tmp:\n`)
  writeFileSync(join(rootFolder, 'etc/group'), `root:x:0:\nnode:x:${user}:\n`)
  const app = join(rootFolder, 'app')
  sh('node', ['scripts/package.mjs', '--to', join(folder, 'archives'), '--app', app])
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  const native = files.filter((name) => name.endsWith('.node')).map((name) => join(app, name))
  for (const [, library = ''] of sh('ldd', [node, ...native]).matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(join(rootFolder, dirname(library)), { recursive: true })
    cpSync(realpathSync(library), join(rootFolder, library))
  }
}

/** @returns the layer's compressed bytes */
const buildImage = (image: string): number => {
  const layout = join(folder, 'image')
  const bundle = join(folder, 'build')
  sh('umoci', ['init', '--layout', layout])
  sh('umoci', ['new', '--image', image])
  sh('umoci', ['unpack', '--image', image, bundle])
  fillRoot(join(bundle, 'rootfs'))
  sh('umoci', ['repack', '--image', image, bundle])
  sh('umoci', ['config', '--image', image, ...readLastStage().flatMap(configOptions)])
  const blobs = join(layout, 'blobs/sha256')
  return Math.max(...readdirSync(blobs).map((name) => statSync(join(blobs, name)).size))
}

type Spec = {
  process: { terminal: boolean; env: string[]; user: { uid: number }; capabilities: Record<string, string[]> }
  root: { readonly: boolean }
  mounts: { destination: string; type?: string; source?: string; options?: string[] }[]
  linux: { namespaces: { type: string }[] }
}

/** As ops/compose.yaml runs it: a read-only root, /tmp in memory, no capabilities. It shares the machine's network. */
const writeSpec = (bundle: string, environment: Record<string, string>): Spec => {
  const file = join(bundle, 'config.json')
  const spec = JSON.parse(readFileSync(file, 'utf8')) as Spec
  spec.process.terminal = false
  spec.process.env.push(...Object.entries(environment).map(([name, value]) => `${name}=${value}`))
  for (const name of Object.keys(spec.process.capabilities)) spec.process.capabilities[name] = []
  spec.root.readonly = true
  spec.mounts = spec.mounts.filter(({ type }) => !['cgroup', 'sysfs'].includes(type ?? ''))
  spec.mounts.push({ destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] })
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network')
  writeFileSync(file, JSON.stringify(spec))
  return spec
}

/** Only root may use the test database's socket, so the container reaches it through a port. */
const openDatabase = async (): Promise<string> => {
  const data = join(folder, 'database')
  postgres = await startEmbeddedPostgres({ folder: data, runAs: null, report: () => {} })
  const { host, port, username, database } = postgres.address
  const gate = createServer((client) => {
    const socket = connect(join(host, `.s.PGSQL.${port}`))
    client.on('error', () => socket.destroy())
    socket.on('error', () => client.destroy())
    client.pipe(socket).pipe(client)
  })
  const open = await findFreePort()
  await once(gate.listen(open, '127.0.0.1'), 'listening')
  gate.unref()
  return `postgres://${username}@127.0.0.1:${open}/${database}`
}

/** Runs a command in the container. @returns what it printed */
const inside = (...command: string[]) => sh('runc', ['--root', runcRoot, 'exec', container, ...command])

const writeInside = (path: string) => inside('node', '-e', `require('node:fs').writeFileSync('${path}', 'x')`)

it.skipIf(lacking.length > 0)(
  `the image serves as an ordinary user with a read-only root, and has at most 130 MB${reason}`,
  async () => {
    chmodSync(folder, 0o711)
    const image = `${join(folder, 'image')}:test`
    const bytes = buildImage(image)
    process.stdout.write(`Image: ${(bytes / 1e6).toFixed(1)} MB compressed, with Node ${process.versions.node}.\n`)
    expect(bytes).toBeLessThanOrEqual(mostBytes)

    const bundle = join(folder, 'bundle')
    sh('umoci', ['unpack', '--image', image, bundle])
    const port = await findFreePort()
    const spec = writeSpec(bundle, {
      DATABASE_URL: await openDatabase(),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: 'https://learn.example',
      SESSION_SECRET: 'v8Qm2xT0bLr7ZfWcK5yN1sHdJ9uPgEaX4iRo6tBkVh8=',
      PIN_PEPPER: 'c3Yw9RkT5nZq1XvGm7LdH0sBfJ8uPaEoK2iW6tNrVy4=',
      ALLOW_OUTBOX_IN_PRODUCTION: 'yes',
      ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: 'yes',
      LOG_LEVEL: 'error',
    })
    expect(spec.process.user.uid).toBe(user)
    running = spawn('runc', ['--root', runcRoot, 'run', '--bundle', bundle, container], { stdio: 'inherit' })
    const url = `http://127.0.0.1:${port}`
    while (!(await isReady(url))) {
      expect(running.exitCode, 'the container ended while it started').toBeNull()
      await pause(100)
    }
    expect(await (await fetch(`${url}/login`)).text()).toContain('<div id="root">')
    expect(await (await fetch(`${url}/desk`)).text()).toContain('<div id="root">')

    const check = readLastStage().find(({ name }) => name === 'HEALTHCHECK')?.rest ?? ''
    inside(...(JSON.parse(check.slice(check.indexOf('['))) as string[]))
    expect(inside('node', '-p', 'process.getuid()').trim()).toBe(String(user))
    expect(() => writeInside('/app/x')).toThrow('EROFS')
    writeInside('/tmp/x')
    const ended = once(running, 'exit')
    sh('runc', ['--root', runcRoot, 'kill', container, 'TERM'])
    expect(await ended).toEqual([0, null])
  },
  limitMs,
)
