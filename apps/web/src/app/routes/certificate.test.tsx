import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { Route, Switch } from 'wouter'
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
  <Switch>
    <Route path="/course/:courseId/certificate" component={TakeCertificatePage} />
    <Route path="/certificates/:certificateId" component={CertificatePage} />
  </Switch>
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

// Loading it for the first time takes longer than a test waits.
beforeAll(() => import('../open-work.tsx'))

/** The device has a share sheet, which also takes pictures. */
const givenShareSheet = <Share extends Mock>(share: Share): Share => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share, canShare: () => true }))
  return share
}
afterEach(() => void vi.unstubAllGlobals())

const issue = (sent: unknown[] = []): unknown[] => {
  api.use(
    http.post(at('/api/certificates'), async ({ request }) => {
      sent.push(await request.json())
      return answer(makeCertificate())
    }),
  )
  return sent
}

describe('a certificate that the page has brought along', () => {
  afterEach(() => document.getElementById('page-data')?.remove())

  it.each([
    ['shows at once, without asking', 'c1', ['Ana of the page'], 0],
    ['is not shown at the address of another one', 'c2', [], 1],
  ])('%s', async (_, id, names, calls) => {
    const { name: _name, ...certificate } = makeCertificate()
    const data = document.createElement('script')
    data.id = 'page-data'
    data.type = 'application/json'
    data.textContent = JSON.stringify({ language: 'en', certificate: { ...certificate, id, name: 'Ana of the page' } })
    document.body.append(data)
    const asked = vi.fn<() => void>()
    api.use(
      http.get(at('/api/certificates/{id}'), () => {
        asked()
        return refusal(503, 'unavailable')
      }),
    )
    renderPage(pages, '/certificates/c1')
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(calls))
    expect(screen.queryAllByText('Ana of the page').map(({ textContent }) => textContent)).toEqual(names)
  })
})

describe('getting a certificate', () => {
  beforeEach(() => session.setToken('a-token'))

  it('asks for the name once, previews it while typing, and leads to the certificate', async () => {
    givenCertificates()
    const sent = issue()
    const view = renderPage(pages, '/course/ai-zero/certificate')
    const field = await screen.findByRole('textbox', { name: 'Name on your certificate' })
    expect(field).toHaveProperty('value', 'Ana')
    await view.user.clear(field)
    expect(screen.getByText('Your name')).toBeTruthy()
    expect(screen.getByText(/Anyone who has the link to a certificate can see your name on it\.$/)).toBeTruthy()
    await view.user.type(field, 'Ana Silva')
    expect(screen.getByText('Ana Silva')).toBeTruthy()
    await view.user.click(button('Get my certificate'))
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(view.address()).toBe('/certificates/c1')
    expect(sent).toEqual([{ courseId: 'ai-zero', name: 'Ana Silva' }])
    // It draws itself now, and never again.
    expect(await screen.findByRole('heading', { name: 'Your certificate is ready' })).toBeTruthy()
    expect(screen.getByRole('figure').dataset.drawn).toBe('true')
    view.unmount()
    renderPage(pages, '/certificates/c1')
    expect((await screen.findByRole('figure')).dataset.drawn).toBe(undefined)
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
    expect(await screen.findByRole('heading', { name: 'Your certificate is waiting at the end' })).toBeTruthy()
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
    ['a'.repeat(81), 'A name on a certificate can have at most 80 characters.'],
    ['•', 'This name has characters that can’t be printed.'],
  ])('rejects %j as a name before sending', async (name, message) => {
    givenCertificates()
    const { user } = renderPage(pages, '/course/ai-zero/certificate')
    const field = await screen.findByRole('textbox')
    await user.clear(field)
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
    await user.type(await screen.findByRole('textbox'), ' ꙮ')
    await user.click(button('Get my certificate'))
    expect(
      await screen.findByText(
        'These characters can’t be printed: ꙮ. Please leave them out, or write your name in Latin letters.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ana ꙮ')
  })

  it.each([
    [409, 'course_incomplete', 'You get this certificate when you finish every lesson of the course.'],
    [500, 'internal_error', 'We couldn’t issue the certificate. Please try again.'],
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
    await first.user.type(await screen.findByRole('textbox'), ' Silva')
    first.unmount()
    renderPage(pages, '/course/ai-zero/certificate')
    expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Ana Silva')
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
    await user.click(await screen.findByRole('textbox'))
    await user.paste('Write a note.')
    await user.click(button('Submit'))
    await user.click(await screen.findByRole('button', { name: 'CONTINUE' }))
    const name = await screen.findByRole('textbox', { name: 'Name on your certificate' })
    expect(document.activeElement).toBe(name)
  }, 15_000)

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

  it('shares the address and the picture by the share sheet of the device', async () => {
    session.setToken('a-token')
    givenCertificates(makeCertificate())
    api.use(http.get(at('/api/certificates/{id}/preview'), () => new Response('picture')))
    const share = givenShareSheet(vi.fn(async () => undefined))
    const { user } = renderPage(pages, '/certificates/c1')
    const button = await screen.findByRole('button', { name: 'Share' })
    // The picture is on its way when the page shows: whoever shares before has only the address.
    await waitFor(async () => {
      await user.click(button)
      expect(share).toHaveBeenLastCalledWith({
        title: 'AI from Zero',
        text: 'I finished “AI from Zero” on Kitewise.',
        url: `${window.location.origin}/certificates/c1`,
        files: [expect.objectContaining({ name: 'certificate.png', type: 'image/png' })],
      })
    })
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('shares only the address if the picture fails to load, and says nothing when sharing is canceled', async () => {
    session.setToken('a-token')
    givenCertificates(makeCertificate())
    api.use(http.get(at('/api/certificates/{id}/preview'), () => refusal(429, 'too_many_requests')))
    const share = givenShareSheet(vi.fn(async () => Promise.reject(new DOMException('no', 'AbortError'))))
    const { user } = renderPage(pages, '/certificates/c1')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await waitFor(() => expect(share).toHaveBeenCalledWith(expect.not.objectContaining({ files: expect.anything() })))
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('offers the link, LinkedIn and the PDF where the device shares nothing', async () => {
    session.setToken('a-token')
    givenCertificates(makeCertificate())
    const { user } = renderPage(pages, '/certificates/c1')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Share your certificate' }))
    expect(sheet.getByRole('link', { name: 'Download as PDF' }).getAttribute('href')).toBe(
      '/api/certificates/c1/certificate.pdf',
    )
    const post = new URL(sheet.getByRole('link', { name: 'Post on LinkedIn' }).getAttribute('href') ?? '')
    expect(post.searchParams.get('url')).toBe(`${window.location.origin}/certificates/c1`)
    await user.click(sheet.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText('Link copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/certificates/c1`)
    expect(screen.queryByRole('dialog')).toBe(null)
    expect(screen.getByRole('link', { name: 'Back to my account' }).getAttribute('href')).toBe('/profile')
  })

  it('says when copying the link failed', async () => {
    session.setToken('a-token')
    givenCertificates(makeCertificate())
    const { user } = renderPage(pages, '/certificates/c1')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText(/^Sharing didn’t work/)).toBeTruthy()
  })

  it('fills in LinkedIn’s form for the owner, and offers it to nobody else', async () => {
    session.setToken('a-token')
    givenCertificates(makeCertificate())
    const { unmount } = renderPage(pages, '/certificates/c1')
    const add = await screen.findByRole('link', { name: 'Add to LinkedIn profile' })
    const { origin, pathname, searchParams } = new URL(add.getAttribute('href') ?? '')
    expect(`${origin}${pathname}`).toBe('https://www.linkedin.com/profile/add')
    expect(Object.fromEntries(searchParams)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'AI from Zero',
      organizationName: 'Kitewise',
      issueYear: '2040',
      issueMonth: '5',
      certUrl: `${window.location.origin}/certificates/c1`,
      certId: 'c1',
    })
    unmount()
    givenCertificates(makeCertificate({ id: 'c2' }))
    renderPage(pages, '/certificates/c1')
    expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Add to LinkedIn profile' })).toBe(null)
  })

  it('shows the same facts as the PDF', async () => {
    renderPage(pages, '/certificates/c1')
    const paper = within(await screen.findByRole('figure'))
    for (const words of ['Certificate of completion', 'Kitewise Learning Ltd', 'Certificate number', 'c1'])
      expect(paper.getByText(words)).toBeTruthy()
  })

  it('says that the certificate is unknown', async () => {
    renderPage(pages, '/certificates/other')
    expect(await screen.findByRole('heading', { name: 'We can’t find that certificate' })).toBeTruthy()
  })

  it('says that it failed to load, and retries', async () => {
    let isDown = true
    api.use(http.get(at('/api/certificates/{id}'), () => (isDown ? refusal(500, 'internal_error') : undefined)))
    const { user } = renderPage(pages, '/certificates/c1')
    expect(await screen.findByText('The certificate didn’t load.')).toBeTruthy()
    isDown = false
    await user.click(button('Try again'))
    expect(await screen.findByText('Ana Silva')).toBeTruthy()
  })
})
