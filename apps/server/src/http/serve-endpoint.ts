import { type Endpoint, type EndpointName, endpoints } from '@kitewise/contract/endpoints'
import { hideOwnersFields } from '@kitewise/contract/owners-fields'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { chooseLanguage } from '../platform/choose-language.ts'
import { PrebuiltAnswer, type Session } from '../platform/handler.ts'
import { refuse, type Result } from '../platform/result.ts'
import { allHandlers } from './all-handlers.ts'
import { makeInputCheck } from './check-request.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { RequestRefused, sendPrebuilt, sendRefusal } from './respond.ts'
import { authenticate, FastifyClient } from './visitor.ts'

type AnyHandler = (context: Context, request: object) => Promise<Result<unknown>>

/** Frequent writes that end no session and change no subscription. After any other write, all instances forget what they kept. */
const keepsAccess: ReadonlySet<EndpointName> = new Set([
  'allowSupportView',
  'endSupportView',
  'startLesson',
  'finishLesson',
  'reportFragment',
  'submitPractice',
  'updateCourseProgress',
  'evaluatePrompt',
  'answerReview',
  'answerExerciseReview',
  'answerPromptReview',
  'answerSkillCheck',
  'startMonthPlan',
  'finishMission',
  'createCalendarFeed',
  'revokeCalendarFeed',
  'createApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'saveOnboarding',
  'makePlan',
  'evaluateMiniTask',
  'sendFeedback',
  'sendSupportRequest',
] satisfies EndpointName[])

/** Without a session there is nothing of a learner to protect. */
const isOwnerOf = (session: Session | null): boolean => session?.isOwnerProven ?? true

/** Checks limit, session (401), the owner's proof (403), shape (400), subscription and fresh sign-in (403). An answer off the contract is a bug: 500. */
export function serveEndpoint(
  app: FastifyInstance,
  context: Context,
  { limits, kept }: { limits: Limits; kept: KeptAnswers },
  name: EndpointName,
): void {
  const endpoint: Endpoint = endpoints[name]
  // Input and handler belong to the same name, which the compiler cannot follow through a union of names.
  const handler = allHandlers[name] as unknown as AnyHandler
  const checkInput = makeInputCheck(endpoint)
  const mayChangeAccess = endpoint.method !== 'GET' && !keepsAccess.has(name)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    onRequest: async (request) => {
      if (endpoint.limit === 'login') await limits.login(networkOf(request.ip))
      if (endpoint.limit === 'register') await limits.register(networkOf(request.ip))
      if (endpoint.limit === 'support') await limits.support(networkOf(request.ip))
      request.visitor = await authenticate(request.context, endpoint.auth, request)
      const { session } = request.visitor
      if (endpoint.proof === 'owner' && !isOwnerOf(session)) throw new RequestRefused(refuse('owner_proof_needed'))
      if (endpoint.limit === 'judge') {
        if (session) await limits.judge(session.userId)
        else await limits.visitorJudge(networkOf(request.ip))
      }
    },
    handler: async (request, reply) => {
      const { visitor } = request
      if (!visitor) throw new Error('a request reached its handler without authentication')
      const { params, query, body } = checkInput(request)
      const { session } = visitor
      if (endpoint.subscription && session && !session.hasAccess) {
        return sendRefusal(reply, refuse('subscription_required'))
      }
      if (endpoint.fresh && !session?.isFresh) return sendRefusal(reply, refuse('reauthenticate'))
      const outcome = await handler(request.context, {
        params,
        query,
        body,
        session,
        bearer: visitor.bearer,
        language: chooseLanguage(request.headers['accept-language'], visitor.profileLanguage),
        client: new FastifyClient(request, reply, context.config.publicUrl),
      })
      if (!outcome.ok) return sendRefusal(reply, outcome)
      if (mayChangeAccess) await context.sessionCache.settle()
      const isPersonal = session !== null || endpoint.auth !== 'optional'
      if (outcome.value instanceof PrebuiltAnswer) {
        const sent = sendPrebuilt(request, reply, outcome.value, isPersonal)
        if (!isPersonal) kept.keep(request, reply, outcome.value)
        return sent
      }
      if (isPersonal) reply.header('cache-control', 'no-store')
      const answer = endpoint.answer.parse(outcome.value)
      return reply.send(isOwnerOf(session) ? answer : hideOwnersFields(endpoint.answer, answer))
    },
  })
}
