import type { Plugin } from 'vite'

type Chunks = Record<string, { imports: readonly string[] }>

/** @returns the files of chunks that import each other, from the first one back to itself; undefined without any */
export function cycleOf(chunks: Chunks): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of chunks[file]?.imports ?? []) {
      const cycle = visit(next, [...trail, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of Object.keys(chunks)) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

/**
 * Fails a build whose chunks import each other: the browser runs one of them before what it imports is there, and no screen
 * appears. It happens when the core gets a library that other chunks hold.
 */
export function noCycles(): Plugin {
  return {
    name: 'no-cycles',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks: Chunks = {}
      for (const [file, part] of Object.entries(bundle)) if (part.type === 'chunk') chunks[file] = part
      const cycle = cycleOf(chunks)
      if (cycle) this.error(`Chunks import each other: ${cycle.join(' → ')}`)
    },
  }
}
