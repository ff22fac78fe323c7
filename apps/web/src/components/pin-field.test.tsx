import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { enterDigits, eraseDigit, PinField } from './pin-field.tsx'

const Form = ({ onComplete }: { onComplete: (pin: string) => void }) => {
  const [pin, setPin] = useState('')
  return (
    <PinField
      label="4-digit PIN"
      hint="The fourth digit submits."
      error={null}
      value={pin}
      onChange={setPin}
      onComplete={onComplete}
      autoComplete="current-password"
    />
  )
}
const show = () => {
  const onComplete = vi.fn<(pin: string) => void>()
  return { onComplete, ...renderPage(<Form onComplete={onComplete} />) }
}
const values = (): string[] => screen.getAllByLabelText<HTMLInputElement>(/^Digit/).map((box) => box.value)

describe('the PIN field', () => {
  it('has a name, says that the fourth digit submits, and starts in the first box', () => {
    show()
    const group = screen.getByRole('group', { name: '4-digit PIN' })
    const hint = document.getElementById(group.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('The fourth digit submits.')
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 4'))
    expect(document.activeElement?.getAttribute('autocomplete')).toBe('current-password')
  })

  it('accepts one digit per box and nothing else, and completes once', async () => {
    const { user, onComplete } = show()
    await user.keyboard('2a7')
    expect(values()).toEqual(['2', '7', '', ''])
    await user.keyboard('49')
    expect(onComplete.mock.calls).toEqual([['2749']])
  })

  it('accepts a pasted PIN with a gap', async () => {
    const { user, onComplete } = show()
    await user.paste('12 34')
    expect(onComplete.mock.calls).toEqual([['1234']])
  })

  it('moves back a box with Backspace', async () => {
    const { user } = show()
    await user.keyboard('27{Backspace}')
    expect(values()).toEqual(['2', '', '', ''])
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 2 of 4'))
  })

  it('moves a click on a later box to the first empty one', async () => {
    const { user } = show()
    await user.click(screen.getByLabelText('Digit 4 of 4'))
    expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 4'))
  })
})

describe('entering digits', () => {
  it.each([
    ['', 0, '2', '2'],
    ['2', 1, '7', '27'],
    ['27', 0, '5', '57'],
    ['27', 0, '25', '57'],
    ['27', 0, '52', '57'],
    ['', 0, '2749', '2749'],
    ['', 0, '12 34', '1234'],
    ['', 0, '123456', '1234'],
    ['27', 2, 'x', '27'],
    ['2749', 1, '', '249'],
    ['', 0, '１', '1'],
  ])('%j with box %i receiving %j becomes %j', (pin, position, text, expected) => {
    expect(enterDigits(pin, position, text)).toBe(expected)
  })
})

describe('erasing', () => {
  it.each([
    ['27', 1, '2'],
    ['27', 2, '2'],
    ['2749', 0, '749'],
    ['', 0, ''],
  ])('%j with Backspace in box %i becomes %j', (pin, position, expected) => {
    expect(eraseDigit(pin, position)).toBe(expected)
  })
})

it.each(['٢٧٤٩', '۲۷۴۹', '२७४९', '２７４９', '২৭৪৯'])('%s is 2749, typed or pasted', async (digits) => {
  const { user, onComplete, unmount } = show()
  await user.paste(digits)
  unmount()
  const typed = show()
  for (const digit of digits) await typed.user.keyboard(digit)
  expect([...onComplete.mock.calls, ...typed.onComplete.mock.calls]).toEqual([['2749'], ['2749']])
})
