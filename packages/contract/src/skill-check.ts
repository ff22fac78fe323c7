import { z } from 'zod'
import { data, providerEndpoint } from './endpoint.ts'
import { id } from './entities.ts'

/**
 * Five questions before a course and five parallel ones after it, so a learner sees what the course has changed
 * (docs/product.md R124). Optional: nothing depends on it.
 */
const skillScore = z.object({
  correct: z.number().int(),
  total: z.number().int(),
})

const skillCheck = z.object({
  /** What can be answered now: a before the first finished lesson, b after the last; null otherwise. */
  form: z.enum(['a', 'b']).nullable(),
  /** Of this form; empty without one. The score comes with the answer, the right options never do. */
  questions: z.array(z.object({ id, question: z.string(), options: z.array(z.object({ id, text: z.string() })) })),
  /** The language of the texts, which may be the fallback. */
  language: z.string(),
  before: skillScore.nullable(),
  after: skillScore.nullable(),
})

export type SkillCheck = z.infer<typeof skillCheck>
export type SkillScore = z.infer<typeof skillScore>

const params = z.object({ courseId: id })

export const skillCheckEndpoints = {
  skillCheck: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/skill-check/{courseId}',
    params,
    answer: data(skillCheck),
    errors: ['unauthorized', 'course_not_found'],
    summary: 'The skill check of a course: the questions to answer now, and the scores so far.',
  }),
  answerSkillCheck: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/skill-check/{courseId}',
    params,
    subscription: true,
    body: z.object({ form: z.enum(['a', 'b']), answers: z.record(id, id) }),
    answer: data(skillCheck),
    errors: ['unauthorized', 'subscription_required', 'course_not_found'],
    summary: 'Answers all questions of a form. The first answers to a form count; sent again, they change nothing.',
  }),
}
