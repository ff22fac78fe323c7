import { describe, expect, it } from 'vitest'
import type { CallName } from './api-client.ts'

/**
 * Every call that writes, and the file (`#hook` where it has several) whose `useAction` guards it against a second tap; or `notAnAction`, the reason
 * why it can't be tapped twice. A new call of the contract doesn't compile until it has a line here.
 */
type Guard = string | { notAnAction: string }
type Write = Exclude<CallName, `GET ${string}`>
/** An organization's calls need their line once a screen makes them; API clients make them too. */
type TeamWrite = Extract<
  Write,
  `${string} /api/${'organizations' | 'organization-sign-in/' | 'joining/' | 'embedded-invoice/'}${string}`
>
const guards: Record<Exclude<Write, TeamWrite>, Guard> & Partial<Record<TeamWrite, Guard>> = {
  'DELETE /api/product-user/delete-account': 'features/account/use-deletion.ts',
  'DELETE /api/product-user/calendar': 'features/reminders/components/calendar-settings.tsx#useCalendarFeed',
  'DELETE /api/product-user/organization-links/{organizationId}': 'features/account/components/organization-links.tsx',
  'DELETE /api/product-user/support-view': 'features/account/components/support-view-card.tsx#useSupportView',
  'DELETE /api/subscriptions/{id}': 'features/billing/use-manage-subscription.ts#useManageSubscription',
  'POST /api/certificates': 'features/certificates/components/take-certificate.tsx',
  'POST /api/checkout': 'features/billing/use-checkout.ts',
  'POST /api/coupons/check': 'features/billing/use-coupon.ts',
  'POST /api/checkout/{sessionId}/claim': 'features/billing/use-claim.ts',
  'POST /api/checkout/{sessionId}/mail': 'app/routes/subscription-result.tsx',
  'POST /api/embedded-card-page/{pageId}/change': 'features/billing/components/card-form.tsx',
  'POST /api/embedded-checkout/{sessionId}/pay': 'features/billing/components/card-form.tsx',
  'POST /api/gift-codes/begin': 'app/routes/gift-begin.tsx#GiftBeginPage',
  'POST /api/gift-codes/redeem': 'app/routes/gift.tsx#GiftForm',
  'POST /api/gift-codes/register': 'features/onboarding/use-registration.ts',
  'POST /api/onboarding/{onboardingId}/evaluate-prompt': 'features/practice/use-prompt-attempt.ts',
  'POST /api/onboarding/{onboardingId}/plan': 'features/onboarding/components/processing-scene.tsx',
  'POST /api/openai/evaluate-prompt': 'features/practice/use-prompt-attempt.ts',
  'POST /api/organization-sign-in/find': { notAnAction: 'reads; the address stays out of the URL' },
  'POST /api/organization-sign-in/{organizationId}/begin': 'app/routes/sso.tsx#SsoPage',
  'POST /api/organization-sign-in/{organizationId}/confirm': 'features/sign-in/components/organization-steps.tsx',
  'POST /api/organization-sign-in/{organizationId}/confirm-with-passkey':
    'features/sign-in/components/organization-steps.tsx',
  'POST /api/organization-sign-in/{organizationId}/confirm-by-link': 'app/routes/sso.tsx#SsoConfirmPage',
  'POST /api/organization-sign-in/{organizationId}/confirm-by-mail':
    'features/sign-in/components/organization-steps.tsx',
  'POST /api/organization-sign-in/{organizationId}/return': 'app/routes/sso.tsx#SsoReturnPage',
  'POST /api/product-user/calendar': 'features/reminders/components/calendar-settings.tsx#useCalendarFeed',
  'POST /api/product-user/check-pin-token': 'features/sign-in/components/restore-step.tsx#usePinLink',
  'POST /api/product-user/confirm-device': 'features/sign-in/components/login-steps.tsx#DeviceLink',
  'POST /api/product-user/confirm-email-change': 'features/account/mailed-link.ts#useMailedLink',
  'POST /api/product-user/generate-change-email-token': 'features/account/email-change.ts#useEmailChange',
  'POST /api/product-user/login': 'features/sign-in/use-sign-in.ts',
  'POST /api/product-user/logout': { notAnAction: 'the first tap ends the session, and without one nothing is sent' },
  'POST /api/product-user/month-plan/{number}': 'features/month-plan/components/month-plan-view.tsx#StartNext',
  'POST /api/product-user/month-plan/{number}/mission/{missionId}': 'features/month-plan/components/mission-form.tsx',
  'DELETE /api/product-user/passkeys/{passkeyId}': 'features/account/components/passkeys.tsx#ConfirmRemoval',
  'POST /api/product-user/passkey-login': 'features/sign-in/use-sign-in.ts',
  'POST /api/product-user/passkey-login/options': 'features/sign-in/use-sign-in.ts',
  'POST /api/product-user/passkeys': 'features/account/components/passkeys.tsx#NameSheet',
  'POST /api/product-user/passkeys/options': 'features/account/components/passkeys.tsx#NameSheet',
  'POST /api/product-user/push-subscription/remove': 'features/reminders/browser-push.ts',
  'POST /api/product-user/reauthenticate': 'components/pin-again-form.tsx',
  'POST /api/product-user/reauthenticate-with-passkey': 'components/pin-again-form.tsx',
  'POST /api/product-user/register': 'features/onboarding/use-registration.ts',
  'POST /api/product-user/restore-pin': 'features/sign-in/components/restore-step.tsx#RestoreStep',
  'POST /api/product-user/review/answer': 'features/practice/use-review-answer.ts',
  'POST /api/product-user/review/exercise': 'features/practice/use-review-answer.ts',
  'POST /api/product-user/review/prompt': 'features/practice/use-prompt-attempt.ts',
  'POST /api/product-user/send-feedback': 'features/contact/use-feedback.ts',
  'POST /api/product-user/set-pin': 'features/sign-in/use-set-pin.ts',
  'POST /api/product-user/skill-check/{courseId}': 'features/skill-check/components/skill-check-card.tsx',
  'POST /api/product-user/support-view': 'features/account/components/support-view-card.tsx#useSupportView',
  'POST /api/product-user/undo-email-change': 'features/account/mailed-link.ts#useMailedLink',
  'POST /api/product-user/update-course-progress': 'features/learning/components/lesson-intro.tsx',
  'POST /api/support-requests': 'features/contact/use-support-request.ts',
  'POST /api/subscriptions/{id}/payment-method': 'features/billing/use-manage-subscription.ts#useCardChange',
  'POST /api/subscriptions/{id}/plan': 'features/billing/use-manage-subscription.ts#useChangePlan',
  'POST /api/subscriptions/{id}/refresh': { notAnAction: 'reads the card once on the way back from its page' },
  'POST /api/subscriptions/{id}/resume': 'features/billing/use-manage-subscription.ts#useManageSubscription',
  'POST /api/unsubscribe': 'features/account/use-unsubscribe.ts',
  'POST /api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}':
    'features/learning/components/lesson-player.tsx',
  'POST /api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}':
    'features/learning/components/lesson-player.tsx',
  'POST /api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}':
    'features/learning/components/lesson-intro.tsx',
  'POST /api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}':
    'features/practice/components/choice-question.tsx',
  'POST /api/user-subscription/withdraw': 'features/billing/components/withdrawal-form.tsx',
  'PUT /api/onboarding/{onboardingId}': { notAnAction: 'sends all answers when a step shows' },
  'PUT /api/product-user/daily-goal': { notAnAction: 'radio buttons: of several choices the last one counts' },
  'PUT /api/product-user/first-name': { notAnAction: 'a field: of several names the last one counts' },
  'PUT /api/product-user/line-of-work': 'features/courses/use-line-of-work.ts',
  'PUT /api/product-user/marketing-consent': 'features/account/components/marketing-consent-switch.tsx',
  'PUT /api/product-user/passkeys/{passkeyId}': 'features/account/components/passkeys.tsx#NameSheet',
  'PUT /api/product-user/push-subscription': 'features/reminders/browser-push.ts',
  'PUT /api/product-user/reminders': 'features/reminders/api.ts',
  'PUT /api/product-user/update-language': { notAnAction: 'radio buttons: of several choices the last one counts' },
  'DELETE /api/organizations/{organizationId}/assignments/{assignmentId}':
    'features/team/components/groups.tsx#Assignments',
  'DELETE /api/organizations/{organizationId}/contract': 'features/team/components/seat-plan.tsx#RunningContract',
  'DELETE /api/organizations/{organizationId}/groups/{groupId}': 'features/team/components/groups.tsx#GroupSheet',
  'DELETE /api/organizations/{organizationId}/invitations/{invitationId}':
    'features/team/components/invite.tsx#InvitationActions',
  'DELETE /api/organizations/{organizationId}/join-links/{linkId}': 'features/team/components/invite.tsx#RevokeLink',
  'DELETE /api/organizations/{organizationId}/membership': 'features/team/components/own-membership.tsx#Leave',
  'DELETE /api/organizations/{organizationId}/people/{userId}': 'features/team/components/person-sheet.tsx#Removal',
  'DELETE /api/organizations/{organizationId}/people/{userId}/seat': 'features/team/components/person-sheet.tsx#Seat',
  'POST /api/embedded-invoice/{invoiceId}/pay': 'app/routes/checkout-invoice.tsx#Pay',
  'POST /api/joining/join': 'features/team/components/join.tsx#JoinButton',
  'POST /api/joining/mail': 'features/team/components/join.tsx#ProveDomain',
  'POST /api/joining/offer': 'features/team/components/join.tsx#JoinByToken',
  'POST /api/joining/register': 'features/onboarding/use-registration.ts',
  'POST /api/organizations': 'features/team/components/organization-form.tsx#OrganizationForm',
  'POST /api/organizations/{organizationId}/close': 'features/team/components/close-team.tsx',
  'POST /api/organizations/{organizationId}/assignments': 'features/team/components/groups.tsx#NewAssignment',
  'POST /api/organizations/{organizationId}/contract': 'features/team/components/seat-plan.tsx#useBuying',
  'POST /api/organizations/{organizationId}/contract/refresh': 'app/routes/team.tsx#PaidPlan',
  'POST /api/organizations/{organizationId}/contract/resume': 'features/team/components/seat-plan.tsx#RunningContract',
  'POST /api/organizations/{organizationId}/groups': 'features/team/components/groups.tsx#NewGroup',
  'POST /api/organizations/{organizationId}/invitations': 'features/team/components/invite.tsx#useInvitations',
  'POST /api/organizations/{organizationId}/invitations/preview': 'features/team/components/invite.tsx#useInvitations',
  'POST /api/organizations/{organizationId}/invitations/{invitationId}/resend':
    'features/team/components/invite.tsx#InvitationActions',
  'POST /api/organizations/{organizationId}/join-links': 'features/team/components/invite.tsx#NewLink',
  'POST /api/organizations/{organizationId}/people/{userId}/seat': 'features/team/components/person-sheet.tsx#Seat',
  'PUT /api/organizations/{organizationId}': 'features/team/components/organization-form.tsx#OrganizationForm',
  'PUT /api/organizations/{organizationId}/contract/seats': 'features/team/components/seat-plan.tsx#ChangeSeats',
  'PUT /api/organizations/{organizationId}/groups/{groupId}': 'features/team/components/groups.tsx#GroupSheet',
  'PUT /api/organizations/{organizationId}/membership': 'features/team/components/own-membership.tsx#DigestSwitch',
  'PUT /api/organizations/{organizationId}/people/{userId}/group':
    'features/team/components/person-sheet.tsx#GroupChoice',
  'POST /api/organizations/{organizationId}/domains': 'features/team/components/domains.tsx#NewDomain',
  'POST /api/organizations/{organizationId}/domains/{domainId}/check':
    'features/team/components/domains.tsx#CheckDomain',
  'DELETE /api/organizations/{organizationId}/domains/{domainId}': 'features/team/components/domains.tsx#RemoveDomain',
  'PUT /api/organizations/{organizationId}/provider': 'features/team/components/provider.tsx#useProviderForm',
  'POST /api/organizations/{organizationId}/provider/test': 'features/team/components/provider.tsx#TestProvider',
  'PUT /api/organizations/{organizationId}/provider/required': 'features/team/components/provider.tsx#RequireProvider',
  'DELETE /api/organizations/{organizationId}/provider': 'features/team/components/provider.tsx#RemoveProvider',
  'POST /api/organizations/{organizationId}/scim-tokens': 'features/team/components/directory.tsx#NewToken',
  'DELETE /api/organizations/{organizationId}/scim-tokens': 'features/team/components/directory.tsx#NewToken',
  'POST /api/organizations/{organizationId}/event-endpoints':
    'features/team/components/new-receiver.tsx#useNewReceiver',
  'PUT /api/organizations/{organizationId}/event-endpoints/{endpointId}':
    'features/team/components/receiver-settings.tsx#Changes',
  'DELETE /api/organizations/{organizationId}/event-endpoints/{endpointId}':
    'features/team/components/receiver-settings.tsx#Removal',
  'POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/secret':
    'features/team/components/receiver-settings.tsx#Rotation',
  'POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/test':
    'features/team/components/receivers.tsx#TestReceiver',
  'POST /api/organizations/{organizationId}/event-endpoints/{endpointId}/replay':
    'features/team/components/deliveries.tsx#useReplay',
  'POST /api/organizations/{organizationId}/api-keys': 'features/team/components/new-key.tsx#useNewKey',
  'POST /api/organizations/{organizationId}/api-keys/{keyId}/rotate': 'features/team/components/keys.tsx#useKeyActions',
  'DELETE /api/organizations/{organizationId}/api-keys/{keyId}': 'features/team/components/keys.tsx#useKeyActions',
  'PUT /api/organizations/{organizationId}/people/{userId}/role':
    'features/team/components/person-sheet.tsx#RoleChoice',
}

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../test-support/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** The source of a file, or of one of its hooks. */
const sourceOf = (place: string): string => {
  const [file = '', hook] = place.split('#')
  const source = sources[`../${file}`] ?? ''
  if (hook === undefined) return source
  const [, fromHook = ''] = source.split(new RegExp(`(?:function |const )${hook}\\b`))
  return fromHook.split('\n}\n')[0] ?? ''
}

describe('a call that writes', () => {
  const guarded = Object.entries(guards).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  it.each(guarded)('%s runs through the guard of %s', (_, file) => {
    expect(sourceOf(file)).toMatch(/use(Team)?Action(OnShow)?\(/)
  })

  it('is never started outside the guard: a mutation is awaited inside `useAction`', () => {
    const startedAround = Object.entries(sources).filter(([, source]) => /\bmutate\b/.test(source))
    expect(startedAround.map(([file]) => file)).toEqual([
      '../features/reminders/components/reminder-hour.tsx',
      '../features/reminders/components/reminder-settings.tsx',
    ])
    // The one hook with two writes has a guard for each.
    const hook = sourceOf('features/billing/use-manage-subscription.ts#useManageSubscription')
    expect(hook.match(/\.mutateAsync\(/g)).toHaveLength(2)
    expect(hook.match(/useAction\(\(\) => \w+\.mutateAsync\(/g)).toHaveLength(2)
  })
})
