import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenCertificates, makeCertificate, makeRequirements } from '../../test-support/make-certificate.ts'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { makeEvaluation } from '../../test-support/make-evaluation.ts'
import { makeFullLesson, makeFragment, makeLessonProgress, makePrompt } from '../../test-support/make-lesson.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { CertificatePage } from './certificate.tsx'
import { TakeCertificatePage } from './take-certificate.tsx'

const pages = (
  <Routes>
    <Route path="/course/:courseId/certificate" element={<TakeCertificatePage />} />
    <Route path="/certificates/:certificateId" element={<CertificatePage />} />
  </Routes>
)
const requirementsCall = at('/api/certificates/requirements/{courseId}')
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  const { name, courseName, issueDate, pdfUrl, badgeUrl } = makeCertificate()
  api.use(
    http.get(at('/api/courses/{id}'), ({ params }) =>
      answer(makeCourse({ id: String(params.id), title: 'AI from Zero' })),
    ),
    http.get(requirementsCall, () => answer(makeRequirements())),
    http.get(at('/api/certificates/{id}'), ({ params }) =>
      params.id === 'c1'
        ? answer({ name, courseName, issueDate, pdfUrl, badgeUrl, valid: true })
        : refusal(404, 'certificate_not_found'),
    ),
  )
})

const issue = (sent: unknown[] = []): unknown[] => {
  api.use(
    http.post(at('/api/certificates'), async ({ request }) => {
      sent.push(await request.json())
      return answer(makeCertificate())
    }),
  )
  return sent
}

describe('getting a certificate', () => {
  beforeEach(() => session.setToken('a-token'))

  it('asks for the name once, previews it while typing, and leads to the certificate', async () => {
    givenCertificates()
    const sent = issue()
    const view = renderPage(pages, '/course/ai-zero/certificate')
    const field = await screen.findByRole('textbox', { name: 'Name on your certificate' })
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(screen.getByText(/Anybody who has the link of a certificate can see your name on it\.$/)).toBeTruthy()
    await view.user.type(field, 'Ana Silva')
    expect(screen.getByText('Ana Silva')).toBeTruthy()
    await view.user.click(button('Get my certificate'))
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(view.address()).toBe('/certificates/c1')
    expect(sent).toEqual([{ courseId: 'ai-zero', name: 'Ana Silva' }])
  })

  it('reuses the name of an earlier certificate without asking', async () => {
    givenCertificates(makeCertificate({ id: 'c0', courseId: 'another' }))
    const sent = issue()
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByText('Ana Silva')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBe(null)
    await user.click(button('Get my certificate'))
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(sent).toEqual([{ courseId: 'ai-zero' }])
  })

  it('leads straight to a certificate issued before', async () => {
    givenCertificates(makeCertificate())
    const view = renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(view.address()).toBe('/certificates/c1')
  })

  it('leads back to an unfinished course without asking for a name', async () => {
    givenCertificates()
    api.use(http.get(requirementsCall, () => answer(makeRequirements({ isCompleted: false }))))
    renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByRole('heading', { name: 'Your certificate waits at the end' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBe(null)
    expect(screen.getByRole('link', { name: 'Back to the course' }).getAttribute('href')).toBe('/course/ai-zero')
  })

  it('asks for the name when the missing work is unknown: the server decides', async () => {
    givenCertificates()
    api.use(http.get(requirementsCall, () => refusal(500, 'internal_error')))
    renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByRole('textbox', { name: 'Name on your certificate' })).toBeTruthy()
  })

  it.each([
    [' ', 'Please enter your name.'],
    ['a'.repeat(81), 'A name on a certificate has at most 80 characters.'],
    ['•', 'This name has characters that cannot be printed.'],
  ])('rejects %j as a name before sending', async (name, message) => {
    givenCertificates()
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    const field = await screen.findByRole('textbox')
    await user.click(field)
    await user.paste(name)
    await user.click(button('Get my certificate'))
    expect(await screen.findByText(message)).toBeTruthy()
    await user.type(field, 'A')
    expect(screen.queryByText(message)).toBe(null)
  })

  it('names the characters that the server cannot print, and keeps the name', async () => {
    givenCertificates()
    api.use(
      http.post(at('/api/certificates'), () =>
        Response.json(
          {
            data: null,
            error: {
              status: 422,
              name: 'certificate_name_unprintable',
              message: 'no',
              details: { characters: ['ꙮ'] },
            },
          },
          { status: 422 },
        ),
      ),
    )
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    await user.type(await screen.findByRole('textbox'), 'Ana ꙮ')
    await user.click(button('Get my certificate'))
    expect(
      await screen.findByText(
        'These characters cannot be printed: ꙮ. Please leave them out, or write your name in Latin letters.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ana ꙮ')
  })

  it.each([
    [409, 'course_incomplete', 'This certificate is ready when every lesson of the course is finished.'],
    [500, 'internal_error', 'The certificate could not be issued. Please try again.'],
  ])('shows what went wrong: %s %s', async (status, code, message) => {
    givenCertificates()
    api.use(http.post(at('/api/certificates'), () => refusal(status, code)))
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    await user.type(await screen.findByRole('textbox'), 'Ana')
    await user.click(button('Get my certificate'))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('keeps an unsent name over a reload', async () => {
    givenCertificates()
    const first = renderPage(pages, '/course/ai-zero/certificate')
    await first.user.type(await screen.findByRole('textbox'), 'Ana')
    first.unmount()
    renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Ana')
  })
})

describe('a finished course that does not qualify for its certificate yet', () => {
  const lesson = makeFullLesson({ id: 'l4', fragments: [makeFragment(1, [makePrompt()])] })
  const skip = { practiceId: 'prompt', answer: 'SKIPPED', isCorrect: false }
  let requirements = makeRequirements()
  beforeEach(() => {
    session.setToken('a-token')
    givenCertificates()
    requirements = makeRequirements({
      capstone: { lessonId: 'l4', fragmentIndex: 0, practiceId: 'prompt', isPassed: false },
    })
    api.use(
      http.get(requirementsCall, () => answer(requirements)),
      http.get(at('/api/lessons/{id}'), () => answer({ ...lesson, course: { id: 'ai-zero', title: 'AI from Zero' } })),
      http.get(at('/api/user-course-progress/lesson/{userId}/{lessonId}'), () =>
        answer(makeLessonProgress(lesson, 1, { finished: true, results: [skip] })),
      ),
      http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), () =>
        answer(makeProgress(['l1', 'l2', 'l3', 'l4'])),
      ),
      http.post(at('/api/user-course-progress/submit-practice/{userId}/{lessonId}/{index}'), () =>
        answer({ practiceId: 'prompt', answer: 'Write a note.', isCorrect: true }),
      ),
    )
  })

  it('offers the final task in place, and then asks for the name', async () => {
    api.use(
      http.post(at('/api/openai/evaluate-prompt'), () => {
        requirements = makeRequirements()
        return answer({ evaluation: makeEvaluation('5') })
      }),
    )
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByRole('heading', { name: 'One last thing' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBe(null)
    await user.click(await screen.findByRole('button', { name: 'Start Practice' }))
    await user.type(await screen.findByRole('textbox'), 'Write a note.')
    await user.click(button('Submit'))
    await user.click(await screen.findByRole('button', { name: 'CONTINUE' }))
    const name = await screen.findByRole('textbox', { name: 'Name on your certificate' })
    expect(document.activeElement).toBe(name)
  })

  it('links to each lesson that was read too fast', async () => {
    requirements = makeRequirements({ skimmedLessons: ['l2', 'l4'] })
    renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByText(/^These 2 lessons went by too fast to count\./)).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Lesson l2', '/course/ai-zero/lesson/l2/learn'],
      ['Lesson l4', '/course/ai-zero/lesson/l4/learn'],
    ])
    expect(screen.queryByRole('button', { name: 'Start Practice' })).toBe(null)
  })

  it('shows what is missing even when only the server knows it', async () => {
    requirements = makeRequirements()
    api.use(
      http.post(at('/api/certificates'), () => {
        requirements = makeRequirements({ skimmedLessons: ['l1'] })
        return refusal(409, 'lessons_skimmed')
      }),
    )
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    await user.type(await screen.findByRole('textbox'), 'Ana')
    await user.click(button('Get my certificate'))
    expect(await screen.findByRole('link', { name: 'Lesson l1' })).toBeTruthy()
  })
})

describe('the certificate page', () => {
  it('shows everyone its content and that it is genuine, and opts out of search engines', async () => {
    renderPage(pages, '/certificates/c1')
    expect(await screen.findByText('Ana Silva')).toBeTruthy()
    expect(screen.getByText('AI from Zero')).toBeTruthy()
    expect(screen.getByText('May 12, 2040')).toBeTruthy()
    expect(screen.getByText('Verified')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download as PDF' }).getAttribute('href')).toBe(
      '/api/certificates/c1/certificate.pdf',
    )
    expect(screen.getByRole('link', { name: 'Download as Open Badge' }).getAttribute('href')).toBe(
      '/api/certificates/c1/badge',
    )
    expect(screen.getByRole('link', { name: 'Learn with Kitewise' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Share' })).toBe(null)
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  it('can be shared by a signed-in learner', async () => {
    session.setToken('a-token')
    const { user } = renderPage(pages, '/certificates/c1')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(await screen.findByText('Link copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/certificates/c1`)
    expect(screen.getByRole('link', { name: 'Back to my account' }).getAttribute('href')).toBe('/profile')
  })

  it('says when copying the link failed', async () => {
    session.setToken('a-token')
    const { user } = renderPage(pages, '/certificates/c1')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    expect(await screen.findByText(/^Sharing did not work/)).toBeTruthy()
  })

  it('says that the certificate is unknown', async () => {
    renderPage(pages, '/certificates/other')
    expect(await screen.findByRole('heading', { name: 'We know no such certificate' })).toBeTruthy()
  })

  it('says that it failed to load, and retries', async () => {
    api.use(http.get(at('/api/certificates/{id}'), () => refusal(500, 'internal_error'), { once: true }))
    const { user } = renderPage(pages, '/certificates/c1')
    expect(await screen.findByText('The certificate did not load.')).toBeTruthy()
    await user.click(button('Try again'))
    expect(await screen.findByText('Ana Silva')).toBeTruthy()
  })
})
