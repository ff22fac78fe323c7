import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'kitewise-client-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Another project, with the packed client and nothing else of ours. */
beforeAll(() => {
  const options = ['pack', '-w', 'packages/api-client', '--silent', '--pack-destination', folder]
  const packed = execFileSync('npm', options, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  const home = join(folder, 'node_modules/@kitewise/api-client')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['--extract', '--strip-components=1', '--file', join(folder, packed), '--directory', home])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}, 60_000)

const program = (url: string, field: string) => `
import { createClient } from '@kitewise/api-client'

const kitewise = createClient({ baseUrl: '${url}', key: 'kw_live_secret' })
for await (const person of kitewise.each('listPeople', { limit: 1 })) console.log(person.${field})
export {}
`

/** The exit code of the compiler, and what it says. */
const check = (text: string) => {
  writeFileSync(join(folder, 'program.ts'), text)
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, [...options, 'program.ts'], { cwd: folder, encoding: 'utf8' })
  return `${status} ${stdout}`
}

it('runs in another project', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const isFirst = !url.includes('cursor')
    asked.push(`${url} ${headers.authorization}`)
    response.end(JSON.stringify({ data: [{ email: isFirst ? 'ada' : 'bob' }], next: isFirst ? 'on' : null }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const file = join(folder, 'program.mjs')
  writeFileSync(file, program(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'email'))
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  server.closeAllConnections()
  server.close()
  expect(stdout).toBe('ada\nbob\n')
  expect(asked).toEqual([
    '/api/v1/organization/people?limit=1 Bearer kw_live_secret',
    '/api/v1/organization/people?limit=1&cursor=on Bearer kw_live_secret',
  ])
})

it('brings its types, which find a field that there is not', () => {
  const at = 'https://learn.company.example'
  expect(check(program(at, 'email'))).toBe('0 ')
  expect(check(program(at, 'score'))).toContain("Property 'score' does not exist")
})

it.each(['docs/integrations.md', 'packages/api-client/README.md'])('is used as %s shows', (path) => {
  const [, example] =
    /```ts\n(import \{[^}]+\} from '@kitewise\/api-client'[^]*?)```/.exec(readFileSync(join(root, path), 'utf8')) ?? []
  expect(example).toContain('createClient(')
  expect(check(`declare const process: { env: Record<string, string | undefined> }\n${example}\nexport {}\n`)).toBe(
    '0 ',
  )
})
