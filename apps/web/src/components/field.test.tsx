import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { Field, Textarea } from './field.tsx'

const family = '👨‍👩‍👧‍👦'

const Words = ({ onText }: { onText: (text: string) => void }) => {
  const [text, setText] = useState('')
  return (
    <Textarea
      label="Words"
      limit={20}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onText(event.target.value)
      }}
    />
  )
}

const show = () => {
  const onText = vi.fn<(text: string) => void>()
  const page = renderPage(<Words onText={onText} />)
  return { onText, ...page, box: screen.getByLabelText<HTMLTextAreaElement>('Words') }
}

/** What keeps the limit comes with the first letters. */
const showWithKeeper = async () => {
  const shown = show()
  fireEvent.input(shown.box, { target: { value: 'a'.repeat(21) } })
  await waitFor(() => expect(shown.box.value).toHaveLength(20))
  fireEvent.input(shown.box, { target: { value: '' } })
  return shown
}

describe('a field with a limit', () => {
  it('takes as many families as the limit says, and cuts none apart', async () => {
    const { user, box, onText } = show()
    await user.click(box)
    await user.paste(family.repeat(25))
    await waitFor(() => expect(box.value).toBe(family.repeat(20)))
    expect(onText).toHaveBeenLastCalledWith(family.repeat(20))
  })

  it('leaves a text that was too long before as it is', async () => {
    renderPage(<Textarea label="Words" limit={20} defaultValue={'a'.repeat(30)} />)
    const box = screen.getByLabelText<HTMLTextAreaElement>('Words')
    fireEvent.focus(box)
    fireEvent.input(box, { target: { value: `b${'a'.repeat(30)}` } })
    await waitFor(() => expect(box.value).toBe('a'.repeat(30)))
  })

  it('keeps what was there when something is put into a full field', async () => {
    const { box } = await showWithKeeper()
    const change = (text: string): void => void fireEvent.input(box, { target: { value: text } })
    change('abcdefghij'.repeat(2))
    change(`abc${family}defghijabcdefghij`)
    expect([box.value, box.selectionStart]).toEqual(['abcdefghij'.repeat(2), 3])
    change(`${family}xyzcdefghijabcdefghij`)
    expect([box.value, box.selectionStart]).toEqual([`${family}xcdefghijabcdefghij`, family.length + 1])
  })

  it('waits for the end of a composition', async () => {
    const { user, box, onText } = await showWithKeeper()
    await user.click(box)
    await user.paste('か'.repeat(19))
    fireEvent.compositionStart(box)
    fireEvent(box, new InputEvent('input', { bubbles: true, isComposing: true }))
    fireEvent.input(box, { target: { value: `${'か'.repeat(19)}ｎいほ` }, isComposing: true })
    fireEvent.compositionEnd(box)
    expect(box.value).toBe(`${'か'.repeat(19)}ｎ`)
    expect(onText).toHaveBeenLastCalledWith(`${'か'.repeat(19)}ｎ`)
  })

  it('waits for the end of one that began before', async () => {
    const { box } = show()
    const composed = `${'か'.repeat(19)}ｎいほ`
    fireEvent.focus(box)
    box.value = composed
    fireEvent(box, new InputEvent('input', { bubbles: true, isComposing: true }))
    // Another field's keeper has come by the time this one's has.
    await showOtherWithKeeper()
    expect(box.value).toBe(composed)
    fireEvent.compositionEnd(box)
    expect(box.value).toBe(`${'か'.repeat(19)}ｎ`)
  })
})

const showOtherWithKeeper = async (): Promise<void> => {
  renderPage(<Textarea label="Others" limit={1} />)
  const box = screen.getByLabelText<HTMLTextAreaElement>('Others')
  fireEvent.input(box, { target: { value: 'ab' } })
  await waitFor(() => expect(box.value).toBe('a'))
}

it('text runs in its own direction', () => {
  renderPage(
    <>
      <Field label="Name" defaultValue="أحمد" />
      <Textarea label="Words" defaultValue="שלום" />
    </>,
  )
  expect(screen.getByLabelText('Name').getAttribute('dir')).toBe('auto')
  expect(screen.getByLabelText('Words').getAttribute('dir')).toBe('auto')
})

const Seats = () => {
  const [count, setCount] = useState('')
  return <Field label="Seats" inputMode="numeric" value={count} onChange={(event) => setCount(event.target.value)} />
}

it('digits of every script are 0 to 9 in a field for a number', async () => {
  const { user } = renderPage(<Seats />)
  const box = screen.getByLabelText<HTMLInputElement>('Seats')
  await user.click(box)
  await user.paste('١٢')
  await user.keyboard('३')
  await waitFor(() => expect(box.value).toBe('123'))
  await user.keyboard('٤')
  expect(box.value).toBe('1234')
})
