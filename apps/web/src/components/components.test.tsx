import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { initialsOf } from './initials-avatar.tsx'
import { OwnText } from './own-text.tsx'
import { ProgressRing } from './progress-ring.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Sheet } from './sheet.tsx'

const PageWithSheet = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title="Write a prompt">
        Words
      </Sheet>
    </>
  )
}

describe('a busy button', () => {
  it('keeps its name and focus, and ignores presses', async () => {
    const press = vi.fn<() => void>()
    const { user } = renderPage(
      <Button isBusy onClick={press}>
        Save
      </Button>,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect(press).not.toHaveBeenCalled()
  })
})

describe('a field', () => {
  it('links its error to the control', () => {
    renderPage(<Field label="Email" error="Please enter a valid email address." />)
    const control = screen.getByLabelText('Email')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    const description = document.getElementById(control.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Please enter a valid email address.')
  })
})

describe('what a person has written', () => {
  it('runs in its own direction and is never translated, unless it is for reading', () => {
    renderPage(
      <>
        <OwnText>My prompt</OwnText>
        <OwnText translate="yes">An answer</OwnText>
      </>,
    )
    const [prompt, reply] = ['My prompt', 'An answer'].map((text) => screen.getByText(text))
    expect(prompt?.dir).toBe('auto')
    expect([prompt, reply].map((text) => text?.getAttribute('translate'))).toEqual(['no', 'yes'])
  })
})

describe('the progress ring', () => {
  it.each([
    [0, undefined],
    [50, '135'],
    [100, '270'],
  ])('draws %i %% as %s degrees', (percent, degrees) => {
    const { container } = renderPage(<ProgressRing percent={percent} label="Progress" />)
    expect(container.querySelector<SVGElement>('[data-degrees]')?.dataset.degrees).toBe(degrees)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percent))
  })
})

describe('options', () => {
  const options = [
    { id: 'a', label: 'First' },
    { id: 'b', label: 'Second', mark: 'good' as const, markLabel: 'Right' },
  ]
  it('can be chosen until they are answered', async () => {
    const choose = vi.fn<(id: string) => void>()
    const { user, rerender } = renderPage(
      <RadioGroup legend="Which?" options={options} value={null} onChange={choose} />,
    )
    await user.click(screen.getByLabelText('First'))
    expect(choose.mock.calls).toEqual([['a']])
    expect(screen.getByRole('group', { name: 'Which?' })).toBeTruthy()
    expect(screen.getByLabelText('Second Right')).toBeTruthy()
    rerender(<RadioGroup legend="Which?" options={options} value="a" onChange={choose} isReadOnly />)
    expect(screen.getByLabelText('First')).toHaveProperty('checked', true)
  })
})

describe('a sheet', () => {
  it('opens as a named modal dialog, and closes by its button', async () => {
    const { user } = renderPage(<PageWithSheet />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('dialog', { name: 'Write a prompt' })).toHaveProperty('open', true)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})

it.each([
  ['ana.silva@example.com', 'AS'],
  ['Ana Maria Silva', 'AM'],
  ['ana', 'A'],
  ['Їжак Ґудзик', 'ЇҐ'],
])('the initials of %s are %s', (name, expected) => {
  expect(initialsOf(name)).toBe(expected)
})
