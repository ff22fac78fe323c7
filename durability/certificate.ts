import { addVictim, type Victim } from './browser.ts'
import { makeItPassed, makeItRead, readCourse, rushThrough } from './course.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

type Shortcut = {
  name: string
  tried: string
  courseId: string
  /** What the attacker does properly after all. */
  prepare: (world: World, learner: Victim) => Promise<void>
}

const shortcuts: Shortcut[] = [
  {
    name: 'certificate by script',
    tried: 'complete a course at once, skip every practice',
    courseId: 'ai-zero',
    prepare: async () => {},
  },
  {
    name: 'certificate by reading',
    tried: 'read everything, skip every practice',
    courseId: 'study-hired',
    prepare: makeItRead,
  },
  {
    name: 'certificate by answers',
    tried: 'pass every practice, read nothing',
    courseId: 'work-words',
    prepare: makeItPassed,
  },
]

/** Tries to get certificates without learning. */
export async function playCertificate(world: World, attempt: Try): Promise<void> {
  for (const { name, tried, courseId, prepare } of shortcuts) {
    await attempt({ name, tried, limit: '409, no certificate' }, async () => {
      const learner = await addVictim(world)
      await rushThrough(learner, await readCourse(learner.browser, courseId))
      await prepare(world, learner)
      const body = { courseId, name: 'Mallory' }
      const { status, error } = await learner.browser.send('issueCertificate', { body })
      const issued = await world.db`select 1 from certificates where user_id = ${learner.userId}`
      return {
        times: 1,
        result: `${status} ${error?.name ?? ''}`.trim(),
        isOk: status === 409 && issued.length === 0,
      }
    })
  }
}
