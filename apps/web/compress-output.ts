import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** The server compresses index.html and sw.js itself, after it has filled in the brand. */
const isWorthIt = /(?<!^sw)\.(js|css|svg)$/

const compress = (path: string): void => {
  const bytes = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

/** Writes .br and .gz beside every text file of the build, once, so that the server never compresses while people wait. */
export const compressedOutput = (): Plugin => {
  let folder = ''
  return {
    name: 'compressed-output',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (entry.isFile() && isWorthIt.test(entry.name)) compress(join(entry.parentPath, entry.name))
        }
      },
    },
  }
}
