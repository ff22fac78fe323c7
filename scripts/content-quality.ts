/** `npm run content:quality` writes content/quality.md. `--check` writes nothing and fails if the file is out of date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolder } from '@kitewise/content/read-content-folder'
import { describeQuality, measureQuality } from '@kitewise/content-tools/describe-quality'

const folder = join(import.meta.dirname, '../content')
const file = join(folder, 'quality.md')
const text = describeQuality(measureQuality(readContentFolder(folder).source))
const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (!isCurrent) {
  console.error('content/quality.md is out of date. Run npm run content:quality.')
  process.exitCode = 1
}
