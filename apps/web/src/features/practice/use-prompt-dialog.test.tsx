import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { makePrompt } from '../../test-support/make-lesson.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { PracticeBlock } from './components/practice-block.tsx'

const network = vi.hoisted(() => ({ isDown: true }))

vi.mock('./components/prompt-dialog.tsx', async (load) => {
  const module = await load<Record<string, unknown>>()
  return {
    ...module,
    // A script that isn't ours lacks the export.
    get PromptDialog() {
      return network.isDown ? undefined : module.PromptDialog
    },
  }
})

it("says that the prompt dialog's script failed to load, and opens it at the next attempt", async () => {
  const block = (
    <PracticeBlock
      lessonId="l1"
      fragmentIndex={1}
      language="en"
      practice={makePrompt()}
      result={null}
      onDone={() => {}}
    />
  )
  const { user } = renderPage(block)
  await user.click(screen.getByRole('button', { name: 'Start Practice' }))
  expect(await screen.findByText(/Loading chunk prompt-dialog failed\. \(missing\)/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBe(null)
  network.isDown = false
  await user.click(screen.getByRole('button', { name: 'Start Practice' }))
  expect(await screen.findByRole('dialog', { name: 'Welcome, neighbors' })).toBeTruthy()
})
