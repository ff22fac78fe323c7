import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const clipboard = (writeText: () => Promise<void>): void => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
}

beforeEach(() => {
  document.body.innerHTML = '<code>secret-link</code><input value="secret-link" readonly>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})

const givenCommand = (result: boolean): { selected: string[] } => {
  const seen = { selected: [] as string[] }
  Object.assign(document, {
    execCommand: () => {
      seen.selected.push(document.querySelector('textarea')?.value ?? '')
      return result
    },
  })
  return seen
}

describe('copying a text', () => {
  it('takes the clipboard where there is one', async () => {
    const writeText = vi.fn<() => Promise<void>>(async () => undefined)
    clipboard(writeText)
    expect(await copyText('secret-link')).toBe(true)
    expect(writeText).toHaveBeenCalledExactlyOnceWith('secret-link')
  })

  it('takes the old command on plain http, where there is no clipboard, and leaves nothing behind', async () => {
    vi.stubGlobal('navigator', {})
    const { selected } = givenCommand(true)
    document.querySelector('input')?.focus()
    expect(await copyText('secret-link')).toBe(true)
    expect(selected).toEqual(['secret-link'])
    expect(document.querySelector('textarea')).toBe(null)
    expect(document.activeElement).toBe(document.querySelector('input'))
  })

  it('selects the text for the person when neither works', async () => {
    clipboard(async () => Promise.reject(new Error('denied')))
    givenCommand(false)
    expect(await copyText('secret-link', document.querySelector('code'))).toBe(false)
    expect(getSelection()?.toString()).toBe('secret-link')
    const input = document.querySelector('input')
    expect(await copyText('secret-link', input)).toBe(false)
    expect([input?.selectionStart, input?.selectionEnd]).toEqual([0, 'secret-link'.length])
  })
})
