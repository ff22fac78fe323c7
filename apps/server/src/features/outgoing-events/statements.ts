import { createHash, createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { OrganizationEvent } from './deliveries.sql.ts'

type Verb = { id: string; display: { en: string } }

const verb = (id: string, en: string): Verb => ({ id, display: { en } })

const verbs: Record<string, Verb> = {
  'learner.joined': verb('http://adlnet.gov/expapi/verbs/registered', 'registered'),
  'lesson.finished': verb('http://adlnet.gov/expapi/verbs/completed', 'completed'),
  'course.completed': verb('http://adlnet.gov/expapi/verbs/completed', 'completed'),
  'certificate.issued': verb('http://adlnet.gov/expapi/verbs/passed', 'passed'),
  test: verb('http://adlnet.gov/expapi/verbs/experienced', 'experienced'),
}

/** Whether a record store takes such events: statements are about learners. */
export function hasStatement({ kind, userId }: OrganizationEvent): boolean {
  return kind in verbs && (userId !== null || kind === 'test')
}

/**
 * An xAPI 1.0.3 statement. The ID comes from the event, so that a repeated delivery is the same statement. The actor is a
 * pseudonym that only this organization sees, never an address.
 */
export function statementOf(config: Config, event: OrganizationEvent) {
  const { courseId, lessonId, certificateId } = event.subject as Record<string, string | undefined>
  const home = config.publicUrl
  const path = lessonId ? `courses/${courseId}/lessons/${lessonId}` : courseId ? `courses/${courseId}` : 'team'
  return {
    id: event.id,
    actor: {
      objectType: 'Agent',
      account: { homePage: home, name: pseudonym(config.sessionSecret, event.organizationId, event.userId ?? 'test') },
    },
    verb: verbs[event.kind],
    object: {
      objectType: 'Activity',
      id: certificateId ? `${home}/certificates/${certificateId}` : `${home}/xapi/${path}`,
      definition: { type: `http://adlnet.gov/expapi/activities/${lessonId ? 'lesson' : 'course'}` },
    },
    timestamp: event.at.toISOString(),
  }
}

/** The same person has another name in each organization. */
const pseudonym = (secret: string, organizationId: string, userId: string): string =>
  createHmac('sha256', createHash('sha256').update(`xapi:${secret}`).digest())
    .update(`${organizationId}:${userId}`)
    .digest('hex')
    .slice(0, 32)
