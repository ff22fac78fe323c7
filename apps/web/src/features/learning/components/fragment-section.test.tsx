import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeFragment, makePrompt, makeChoiceQuestion } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { FragmentSection } from './fragment-section.tsx'

it('shows its title, and its Markdown with practices in their places', () => {
  const fragment = {
    ...makeFragment(1, [makeChoiceQuestion(), makePrompt()]),
    title: 'One idea',
    content: 'First **bold** words.\n\n[PRACTICE_2]\n\n- a list\n\n[PRACTICE_1]',
  }
  renderPage(<FragmentSection fragment={fragment} index={0} renderPractice={(number) => <p>practice {number}</p>} />)
  const section = screen.getByRole('region', { name: 'One idea' })
  expect(screen.getByRole('heading', { level: 2, name: 'One idea' })).toBeTruthy()
  expect(screen.getByText('bold').tagName).toBe('STRONG')
  expect(screen.getByText('a list').tagName).toBe('LI')
  expect(section.textContent?.replaceAll(/\s+/g, ' ')).toMatch(/First bold words\. ?practice 2 ?a list ?practice 1$/)
})

it('shows who says what, its pictures, and its facts with the day they were checked', () => {
  const fragment = {
    ...makeFragment(1),
    content: '> **Ana:** Hello.\n\n> **Assistant:** Hello, Ana.\n\n[PICTURE_1]\n\n[FACT_1]',
    pictures: [
      { id: 'i1', kind: 'pipeline' as const, alternativeText: 'Two steps', labels: ['You ask', 'It guesses'] },
    ],
    facts: [{ id: 'memory', title: 'It remembers', content: 'Most do.', reviewedOn: '2026-11-22' }],
  }
  renderPage(<FragmentSection fragment={fragment} index={0} assistant="Assistant" renderPractice={() => null} />)
  expect(screen.getByText('Hello, Ana.').closest('figure')?.textContent).toContain('Assistant')
  expect(screen.getByRole('figure', { name: 'Two steps' }).textContent).toContain('It guesses')
  expect(screen.getByText('It remembers').closest('aside')?.textContent).toContain('Checked on 11/22/2026')
})
