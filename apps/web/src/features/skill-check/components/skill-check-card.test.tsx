import type { SkillCheck } from '@kitewise/contract/skill-check'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { SkillCheckCard } from './skill-check-card.tsx'

const call = at('/api/product-user/skill-check/{courseId}')
const question = (id: string) => ({
  id,
  question: `Question ${id}?`,
  options: [
    { id: 'a', text: `First of ${id}` },
    { id: 'b', text: `Second of ${id}` },
  ],
})
const open: SkillCheck = {
  form: 'a',
  questions: [question('s1'), question('s2')],
  language: 'en',
  before: null,
  after: null,
}

const show = (skillCheck: SkillCheck) => {
  api.use(http.get(call, () => answer(skillCheck)))
  return renderPage(<SkillCheckCard courseId="tea" />)
}

it('all questions are answered before they are sent, and the score appears', async () => {
  const sent: unknown[] = []
  const { user } = show(open)
  api.use(
    http.post(call, async ({ request }) => {
      sent.push(await request.json())
      return answer({ ...open, form: null, questions: [], before: { correct: 1, total: 2 } })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Check what I know' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Skill check' }))
  const send = dialog.getByRole('button', { name: 'Send my answers' })
  await user.click(dialog.getByLabelText('Second of s1'))
  expect(send).toHaveProperty('disabled', true)
  await user.click(dialog.getByLabelText('First of s2'))
  await user.click(send)
  expect(await screen.findByText('1 of 2')).toBeTruthy()
  expect(sent).toEqual([{ form: 'a', answers: { s1: 'b', s2: 'a' } }])
  expect(screen.queryByRole('dialog')).toBe(null)
})

it('answers that could not be sent stay, with the reason', async () => {
  const { user } = show({ ...open, questions: [question('s1')] })
  api.use(http.post(call, () => refusal(503, 'unavailable')))
  await user.click(await screen.findByRole('button', { name: 'Check what I know' }))
  await user.click(screen.getByLabelText('First of s1'))
  await user.click(screen.getByRole('button', { name: 'Send my answers' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText('First of s1')).toHaveProperty('checked', true)
})

it.each([
  [4, '2 more than before.'],
  [2, /The same as before/],
  [1, /Fewer than before/],
])('with 2 right before and %i right after, the difference is said honestly', async (correct, words) => {
  show({ ...open, form: null, questions: [], before: { correct: 2, total: 5 }, after: { correct, total: 5 } })
  expect(await screen.findByText(words)).toBeTruthy()
})

it('without a form and a score there is nothing to see', async () => {
  show({ ...open, form: null, questions: [] })
  await expect(screen.findByRole('heading', { name: 'Skill check' })).rejects.toThrow('Unable to find role="heading"')
})
