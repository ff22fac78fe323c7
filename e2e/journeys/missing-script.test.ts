import { course, heading, learnOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const scriptOf = (screen: string): string => `**/static/js/${screen}.*.chunk.js`

test.describe('app scripts', () => {
  test('every script but the first comes from static/js/{name}.{hash}.chunk.js', async ({ page, world, signIn }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await signIn(await world.makeLearner())
    await page.goto(course)
    await page.getByText('Meet the machine').waitFor()
    const chunks = [...new Set(scripts)].filter((path) => !/^\/static\/js\/index\.[\w-]+\.js$/.test(path))
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.filter((path) => !/^\/static\/js\/[\w.-]+\.[\w-]+\.chunk\.js$/.test(path))).toEqual([])
  })

  test('a screen whose script fails to load names it and the reason, and appears after a reload', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner())
    await page.route(scriptOf('learn'), (route) => route.abort())
    await page.goto('/courses')
    await expect(page.getByText('Loading chunk learn failed. (error)')).toBeVisible()
    await expect(page.getByRole('navigation')).toBeVisible()
    await page.unroute(scriptOf('learn'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Recommended courses' })).toBeVisible()
  })

  test('what all screens of learners share fails to load: the screen says so, and appears after a reload', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner())
    await page.route(scriptOf('data'), (route) => route.abort())
    await page.goto('/courses')
    await expect(page.getByText('Loading chunk signed-in failed. (error)')).toBeVisible()
    await page.unroute(scriptOf('data'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Recommended courses' })).toBeVisible()
  })

  test('a page served in place of a script is reported as missing', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner())
    await page.route(scriptOf('learn'), (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }))
    await page.goto('/courses')
    await expect(page.getByText('Loading chunk learn failed. (missing)')).toBeVisible()
  })

  test('a prompt task opens after the connection is lost', async ({ page, world, signIn, context }) => {
    await signIn(await world.makeLearner({ finishedLessons: 3 }))
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await expect(heading(page, 'Your turn: a free Saturday')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    await expect(page.getByRole('dialog').getByPlaceholder('Enter your prompt...')).toBeEditable()
  })
})
