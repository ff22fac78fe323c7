import { addVictim } from './browser.ts'
import { makeItEarnest, readCourse, rushThrough } from './course.ts'
import type { Try } from './table.ts'
import type { Cluster } from './world.ts'

const courses = ['ai-zero', 'study-hired', 'work-words']

/** Getting certificates without learning. */
export const playCertificate = async (cluster: Cluster, attempt: Try): Promise<void> => {
  const world = await cluster.openMainWorld()
  const issue = async (courseId: string, isEarnest: 'all' | 'practices' | 'time' | 'nothing') => {
    const learner = await addVictim(world)
    const course = await readCourse(learner.browser, courseId)
    await rushThrough(learner, course)
    if (isEarnest !== 'nothing') await makeItEarnest(world, learner)
    if (isEarnest === 'time') await world.db`
      update practice_results set is_correct = false, is_skipped = true, answer = 'SKIPPED' where user_id = ${learner.userId}`
    if (isEarnest === 'practices') await world.db`
      update fragment_progress set opened_at = completed_at, time_spent_seconds = 0 where user_id = ${learner.userId}`
    return learner.browser.send('issueCertificate', { body: { courseId, name: 'Mallory' } })
  }
  const limit = '0 certificates'
  const tryIt = (name: string, tried: string, chosen: string[], isEarnest: Parameters<typeof issue>[1]) =>
    attempt({ name, tried, limit }, async () => {
      const replies = []
      for (const courseId of chosen) replies.push(await issue(courseId, isEarnest))
      const issued = replies.filter(({ status }) => status === 200).length
      const refusals = replies.map(({ status, error }) => `${status} ${error?.name ?? ''}`.trim()).join(', ')
      return { times: replies.length, result: `${issued} certificates (${refusals})`, isOk: issued === 0 }
    })
  await tryIt('certificate by script', 'complete the course at once, skip everything', courses.slice(0, 1), 'nothing')
  await tryIt('certificate by patience', 'an hour for each fragment, every practice skipped', courses.slice(1, 2), 'time')
  await tryIt('certificate by answers', 'every practice passed, no time spent', courses.slice(2), 'practices')
}
