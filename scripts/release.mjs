// `npm run release -- X.Y.Z`: checks, moves the changelog's "Unreleased" to the version, builds the package with its list of
// components and checksums in dist/release, commits and tags. It never pushes. `--dry-run` only checks and says what it would do.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** npm runs scripts in the repository's folder. */
const root = process.cwd()
const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json']
const output = join(root, 'dist/release')

const git = (...options) => execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim()
const runScript = (...options) => spawnSync('npm', ['run', ...options], { cwd: root, stdio: 'inherit' }).status === 0
const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true })

/** @param {string} message what to do, without a stack */
const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const readVersion = (text = '') => {
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text)) fail('Usage: npm run release -- X.Y.Z [--dry-run]')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (compare(text, version) < 0) fail(`This is ${version} already, which is newer than ${text}.`)
  return text
}

/** @returns {string} the changelog with a heading for the version above what is unreleased */
const dateChangelog = (version) => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, entries] = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(text) ?? []
  if (!entries?.trim()) fail('CHANGELOG.md has nothing under "## Unreleased".')
  const day = new Date().toISOString().slice(0, 10)
  return text.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} - ${day}\n`)
}

/** As `sha256sum --check` reads it. */
const writeChecksums = () => {
  const lines = readdirSync(output)
    .toSorted(compare)
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(output, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
const version = readVersion(positionals[0])
const tag = `v${version}`
if (git('status', '--porcelain') !== '') fail('There are uncommitted changes. Commit or stash them.')
if (git('tag', '--list', tag) !== '') fail(`There is a tag ${tag} already.`)
const changelog = dateChangelog(version)
if (!runScript('check')) fail('npm run check failed: see above.')
if (values['dry-run']) {
  console.log(
    `Ready: would set version ${version} and the changelog's date, build dist/release, commit and tag ${tag}.`,
  )
  process.exit(0)
}

writeFileSync(join(root, 'CHANGELOG.md'), changelog)
const set = ['version', version, '--no-git-tag-version', '--allow-same-version', '--no-workspaces-update']
execFileSync('npm', set, { cwd: root, stdio: 'ignore' })
rmSync(output, { recursive: true, force: true })
if (!runScript('package')) {
  git('checkout', '--', ...changed)
  fail('The package could not be built: see above. Nothing was changed.')
}
writeChecksums()
git('commit', '--quiet', '--message', `release: ${version}`, '--', ...changed)
git('tag', '--annotate', tag, '--message', `Kitewise ${version}`)
console.log(`${tag} is committed and tagged, and dist/release is ready. Look at both, then: git push --follow-tags`)
