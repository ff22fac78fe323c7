/** Writes docs/openapi.json from the endpoint table. `--check` writes nothing and fails if the file is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { makeDocument } from './openapi/make-document.ts'

const file = new URL('../docs/openapi.json', import.meta.url)

const wanted = `${JSON.stringify(makeDocument(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted)
} else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('docs/openapi.json is not what the contract says. Run: npx tsx scripts/openapi.ts')
  process.exit(1)
}
