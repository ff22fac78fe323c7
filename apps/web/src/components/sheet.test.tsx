import { render } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { messages } from '../test-support/english.ts'
import { Sheet } from './sheet.tsx'

const sheets = (first: boolean, second: boolean) => (
  <IntlProvider locale="en" messages={messages}>
    <Sheet isOpen={first} title="First" onClose={() => undefined}>
      One
    </Sheet>
    <Sheet isOpen={second} title="Second" onClose={() => undefined}>
      Two
    </Sheet>
  </IntlProvider>
)

const isPageHeld = (): boolean => document.documentElement.hasAttribute('data-modal')

it('the page behind stands still until the last dialog has closed', () => {
  const { rerender, unmount } = render(sheets(false, false))
  expect(isPageHeld()).toBe(false)
  rerender(sheets(true, false))
  expect(isPageHeld()).toBe(true)
  rerender(sheets(true, true))
  rerender(sheets(false, true))
  expect(isPageHeld()).toBe(true)
  unmount()
  expect(isPageHeld()).toBe(false)
})
