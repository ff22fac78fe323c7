/** Writes what follows from the contract: both documents of the API, and the types of its client. `--check` writes nothing and fails if a file is out of date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { makeDocument } from './openapi/make-document.ts'
import { makePublicDocument } from './openapi/make-public-document.ts'
import { writeClient } from './openapi/write-client.ts'

const files: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(makeDocument(), null, 2)}\n`,
  'docs/public-api.json': `${JSON.stringify(makePublicDocument(), null, 2)}\n`,
  'packages/api-client/src/operations.ts': writeClient(),
}

for (const [path, wanted] of Object.entries(files)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted)
  } else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`${path} is not what the contract says. Run: npx tsx scripts/openapi.ts`)
    process.exitCode = 1
  }
}
