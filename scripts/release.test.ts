import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('release.mjs', import.meta.url))
let folder: string

const git = (...options: string[]) => execFileSync('git', options, { cwd: folder, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const release = (...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}
const commitAll = () => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'work')
}

/** A repository whose check passes unless it has a file `broken`, and whose package is one file. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-release-'))
  git('init', '--quiet')
  git('config', 'user.name', 'Robin')
  git('config', 'user.email', 'robin@kitewise.example')
  const scripts = {
    check: 'test ! -e broken',
    package: 'test ! -e unbuildable && mkdir -p dist/release && echo it > dist/release/kitewise.tgz',
  }
  write('package.json', JSON.stringify({ name: 'kitewise', version: '0.9.0', private: true, scripts }))
  write('package-lock.json', JSON.stringify({ name: 'kitewise', version: '0.9.0', lockfileVersion: 3, packages: {} }))
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n')
  write('.gitignore', 'dist\n')
  commitAll()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run release', { timeout: 60_000 }, () => {
  it('dates the changelog, sets the version, commits, tags and writes checksums', () => {
    mkdirSync(join(folder, 'dist/release'), { recursive: true })
    write('dist/release/kitewise-0.9.0.tgz', 'from the release before')
    expect(release('0.10.0')).toMatchObject({ status: 0 })
    const day = new Date().toISOString().slice(0, 10)
    expect(read('CHANGELOG.md')).toContain(`## Unreleased\n\n## 0.10.0 - ${day}\n\n### Added\n\n- A thing.\n\n## 0.9.0`)
    for (const file of ['package.json', 'package-lock.json'])
      expect(JSON.parse(read(file))).toMatchObject({ version: '0.10.0' })
    expect(git('status', '--porcelain')).toBe('')
    expect(git('cat-file', '-t', 'v0.10.0')).toBe('tag')
    expect(git('rev-parse', 'v0.10.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
    expect(existsSync(join(folder, 'dist/release/kitewise-0.9.0.tgz'))).toBe(false)
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: join(folder, 'dist/release'),
      stdio: 'ignore',
    })
    // What was released is not released again.
    expect(release('0.10.0').said).toContain('There is a tag v0.10.0 already.')
    expect(release('0.11.0').said).toContain('nothing under "## Unreleased"')
  })

  it.each([
    ['1.0', () => {}, 'Usage: npm run release'],
    ['0.8.9', () => {}, 'This is 0.9.0 already'],
    ['1.0.0', () => write('new-file', ''), 'There are uncommitted changes.'],
    ['1.0.0', () => (write('broken', ''), commitAll()), 'npm run check failed'],
    ['1.0.0', () => (write('unbuildable', ''), commitAll()), 'The package could not be built'],
  ])('refuses %s and changes nothing (case %#)', (version, prepare, reason) => {
    prepare()
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain')]
    const { status, said } = release(version)
    expect(said).toContain(reason)
    expect(status).toBe(1)
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual(before)
    expect(git('tag')).toBe('')
  })

  it('changes nothing in a dry run', () => {
    const head = git('rev-parse', 'HEAD')
    expect(release('1.0.0', '--dry-run')).toMatchObject({ status: 0, said: expect.stringContaining('tag v1.0.0') })
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([head, '', ''])
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  })
})
