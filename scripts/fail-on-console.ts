import { afterEach, expect } from 'vitest'

/** Unexpected console output fails a test. */
const printed: string[] = []
for (const method of ['log', 'info', 'warn', 'error'] as const) {
  console[method] = (...parts: unknown[]) => {
    printed.push(`console.${method}: ${parts.map(String).join(' ')}`)
  }
}

afterEach(() => {
  const lines = printed.splice(0)
  // oxlint-disable-next-line vitest/no-standalone-expect -- setup code that runs after each test
  expect(lines, 'unexpected console output').toEqual([])
})
