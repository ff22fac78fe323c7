/**
 * Every error of the API: a stable code for clients, the HTTP status, and the English sentence. 401 means "no valid
 * session" and nothing else (docs/product.md R27); only login and the public API also answer 401 for other reasons.
 */
export const errorTable = {
  invalid_request: { status: 400, message: 'The request isn’t valid.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },
  unauthorized: { status: 401, message: 'Please sign in again.' },
  reauthenticate: { status: 403, message: 'Please enter your PIN again.' },
  owner_proof_needed: {
    status: 403,
    message: 'You’re signed in through your organization. Please confirm with your own PIN or passkey.',
  },
  wrong_pin: { status: 403, message: 'That PIN isn’t right. Please try again.' },
  check_mailbox: {
    status: 403,
    message: 'To sign in on this device, open the link we’ve emailed you, then enter your PIN.',
  },
  account_blocked: { status: 403, message: 'This account is blocked. Please write to our support.' },
  wrong_email: { status: 403, message: 'This link belongs to another email address.' },
  subscription_required: { status: 403, message: 'An active subscription is required.' },
  lesson_locked: { status: 403, message: 'This lesson is still locked. Finish the one before it first.' },
  invalid_token: { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  invalid_email: { status: 422, message: 'Please enter a valid email address.' },
  address_bounces: {
    status: 422,
    message: 'Our emails to this address come back. Please check it, use another one, or write to our support.',
  },
  same_email: { status: 422, message: 'This is already your email address.' },
  email_taken: { status: 409, message: 'This address belongs to another account.' },
  pin_too_easy: { status: 422, message: 'This PIN is too easy to guess. Please choose another one.' },
  terms_required: { status: 422, message: 'Please agree to the terms and confirm that you are 16 or older.' },
  feedback_empty: { status: 422, message: 'Please provide a rating or feedback text' },
  rating_missing: { status: 422, message: 'Please select a rating' },
  certificate_name_missing: { status: 422, message: 'Please enter the name for your certificate.' },
  certificate_name_too_long: { status: 422, message: 'A name on a certificate can have at most 80 characters.' },
  certificate_name_unprintable: {
    status: 422,
    message: 'Some of these characters can’t be printed. Please use other letters for your name.',
  },
  payment_declined: { status: 402, message: 'The card was declined. Try another card.' },
  already_subscribed: { status: 409, message: 'You already have a plan.' },
  gift_code_unknown: { status: 404, message: 'We don’t know this code. Please check it.' },
  gift_code_used: { status: 409, message: 'This code has been used already.' },
  gift_code_expired: { status: 409, message: 'This code has expired.' },
  gift_code_void: { status: 409, message: 'This code is no longer valid.' },
  gift_plan_running: {
    status: 409,
    message: 'You have a plan that gives you access. Redeem the code when the plan has ended.',
  },
  coupon_unknown: { status: 404, message: 'We don’t know this code. Please check it.' },
  coupon_expired: { status: 409, message: 'This code has expired.' },
  coupon_used_up: { status: 409, message: 'This code has been used up.' },
  coupon_other_plan: { status: 409, message: 'This code isn’t for this plan. Please choose another one.' },
  coupon_no_trial: {
    status: 409,
    message: 'This code is for the first payment and can’t be combined with a free trial.',
  },
  coupon_code_taken: { status: 409, message: 'Another active coupon has this code.' },
  plan_not_changeable: { status: 409, message: 'This plan can’t be changed now.' },
  plan_change_refused: { status: 409, message: 'The payment provider doesn’t change this plan.' },
  plan_not_found: { status: 404, message: 'No product ID provided' },
  quiz_not_found: { status: 404, message: 'We can’t find that quiz.' },
  onboarding_not_found: { status: 404, message: 'Please start the quiz again.' },
  subscription_not_found: { status: 404, message: 'No subscription found.' },
  checkout_not_found: { status: 404, message: 'This checkout no longer exists.' },
  not_found: { status: 404, message: 'Not found.' },
  no_model: { status: 404, message: 'There’s no AI model to answer prompts.' },
  certificate_not_found: { status: 404, message: 'We can’t find that certificate.' },
  course_not_found: { status: 404, message: 'Course not found' },
  lesson_not_found: { status: 404, message: 'Lesson not found' },
  forbidden: { status: 403, message: 'Your role in this organization doesn’t allow this.' },
  organization_name_invalid: {
    status: 400,
    message: 'A name has at most 60 characters and no addresses of pages or mailboxes.',
  },
  too_many_organizations: { status: 409, message: 'You’ve created ten organizations. Please write to our support.' },
  organization_needs_owner: {
    status: 409,
    message: 'An organization has no other owner. Make someone else an owner first, or close it.',
  },
  name_mismatch: { status: 409, message: 'This isn’t the name of the organization.' },
  contract_running: { status: 409, message: 'This organization has a contract already. Change its seats instead.' },
  no_contract: { status: 409, message: 'This organization has no running contract.' },
  seats_not_for_sale: {
    status: 409,
    message: 'Seats can’t be bought here at the moment. Please write to our support.',
  },
  seats_taken: { status: 409, message: 'More seats than that are taken. Free some first.' },
  too_many_api_keys: { status: 409, message: 'There are 50 API keys already. Revoke one first.' },
  api_key_invalid: { status: 401, message: 'The API key is missing, unknown or has ended.' },
  scope_missing: { status: 403, message: 'The API key doesn’t have the scope that this needs.' },
  idempotency_key_missing: { status: 400, message: 'A write needs a header Idempotency-Key of 1 to 100 characters.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  group_not_found: { status: 404, message: 'There’s no such group in this organization.' },
  already_member: { status: 409, message: 'This person belongs to the organization already.' },
  already_invited: { status: 409, message: 'This address has an open invitation already.' },
  no_free_seat: { status: 409, message: 'No seat is free. Add seats, or free one.' },
  group_exists: { status: 409, message: 'There’s a group with this name already.' },
  due_date_past: { status: 422, message: 'The due date must be in the future.' },
  too_many_invitations: {
    status: 429,
    message: 'This organization has sent too many invitations today. Please try again tomorrow.',
  },
  method_not_allowed: { status: 405, message: 'This method isn’t allowed here.' },
  withdrawal_not_refunded: { status: 409, message: 'Refund the payments of this withdrawal first.' },
  withdrawal_amount_changed: { status: 409, message: 'The sum has changed. Check the new one, then refund it.' },
  access_would_shorten: { status: 409, message: 'Access already lasts longer, by a gift or an earlier grant.' },
  subscription_ended: { status: 409, message: 'This subscription has ended. Choose a plan to come back.' },
  card_not_changeable: { status: 409, message: 'The card for this subscription can’t be changed here.' },
  course_incomplete: { status: 409, message: 'Finish every lesson of the course first.' },
  capstone_not_passed: { status: 409, message: 'Pass the final task of the course first.' },
  lessons_skimmed: { status: 409, message: 'Some lessons went by too fast to count. Please look through them again.' },
  prompt_gated: { status: 409, message: 'This prompt can’t be answered here. Change it and try again.' },
  payment_not_refundable: {
    status: 409,
    message: 'This payment can’t be refunded: it isn’t paid, or its provider isn’t in use.',
  },
  refund_too_large: { status: 409, message: 'This is more than what is left of the payment.' },
  refund_over_limit: { status: 403, message: 'This is more than your role may refund.' },
  access_over_limit: { status: 403, message: 'These are more free days than your role may give.' },
  refund_refused: { status: 409, message: 'The payment provider refused this refund. Its dashboard says why.' },
  attempt_reused: {
    status: 409,
    message: 'This attempt was used for something else. Please close the dialog and try again.',
  },
  too_many_exports: { status: 429, message: 'You’ve exported ten people today. Ask another member of staff, or wait.' },
  support_code_refused: {
    status: 403,
    message: 'This code isn’t this person’s, or it has been used or has ended. Ask them for a new one.',
  },
  too_many_support_codes: { status: 429, message: 'You’ve entered 20 wrong codes today. Ask another member of staff.' },
  support_view_closed: {
    status: 403,
    message: 'This person isn’t letting you look, or has ended it. Ask them for a code and enter it on their page.',
  },
  step_up_required: { status: 403, message: 'Please confirm this with your passkey.' },
  content_unreadable: { status: 503, message: 'The content folder can’t be read on this server.' },
  not_permitted: { status: 403, message: 'Your role doesn’t allow this.' },
  cross_site: { status: 403, message: 'This request came from another site.' },
  passkey_refused: { status: 400, message: 'This passkey wasn’t accepted.' },
  too_many_passkeys: { status: 409, message: 'You have ten passkeys. Remove one before you add another.' },
  oidc_refused: { status: 400, message: 'The identity provider’s answer wasn’t accepted. Please start again.' },
  oidc_not_linked: {
    status: 403,
    message: 'This account isn’t linked to you. Sign in with your passkey, then link it on your account page.',
  },
  oidc_taken: { status: 409, message: 'This account is linked to someone else, or you’ve linked another one.' },
  oidc_unavailable: { status: 503, message: 'The identity provider doesn’t answer. Use your passkey meanwhile.' },
  organization_sign_in_required: { status: 403, message: 'Your organization asks you to sign in through it.' },
  organization_sign_in_refused: {
    status: 400,
    message: 'We couldn’t accept the answer of your organization’s provider. Please start again.',
  },
  organization_sign_in_unavailable: { status: 503, message: 'Your organization’s provider doesn’t answer.' },
  organization_access_ended: { status: 403, message: 'Your organization has ended your access. Use your PIN.' },
  organization_not_joined: {
    status: 403,
    message: 'This account isn’t in the organization. Ask the organization for an invitation.',
  },
  domain_invalid: { status: 422, message: 'Please enter a domain, such as example.com.' },
  domain_taken: { status: 409, message: 'Another organization has proven this domain.' },
  provider_invalid: { status: 422, message: 'The issuer must be a public https address.' },
  address_not_public: { status: 422, message: 'The address must be a public https address.' },
  too_many_event_endpoints: { status: 409, message: 'There are ten of them. Remove one first.' },
  provider_secret_missing: { status: 422, message: 'Please enter the client secret.' },
  provider_missing: { status: 409, message: 'Set up the identity provider first.' },
  domain_missing: { status: 409, message: 'Prove a domain first.' },
  recovery_code_refused: { status: 400, message: 'This email address and recovery code weren’t accepted.' },
  staff_exists: { status: 409, message: 'This address belongs to a member of staff already.' },
  last_owner: { status: 409, message: 'The last owner must stay an owner.' },
  last_passkey: { status: 409, message: 'Add another passkey before you remove this one.' },
  lesson_incomplete: { status: 409, message: 'Finish every part of the lesson first.' },
  reminders_too_early: { status: 409, message: 'You can turn on reminders once you’ve finished two lessons.' },
  push_service_unknown: { status: 422, message: 'We can’t send notifications to this browser.' },
  withdrawal_over: { status: 409, message: 'The 14-day withdrawal period is over.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Please send application/json.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait and try again.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service isn’t available right now. Please try again soon.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/**
 * `details.reason` of a 401: why the session ended. Absent if the token isn't ours or its session is no longer stored.
 * `expired`: unused for 14 days, or 30 days old. `organization`: it ended the access, or requires its own sign-in.
 */
export type SessionEnd =
  | 'signed_out'
  | 'pin_changed'
  | 'email_changed'
  | 'email_change_undone'
  | 'account_deleted'
  | 'account_blocked'
  | 'organization'
  | 'expired'

/** The body of every failure. `name` is the code; `details` may name the field or the fragments. */
export type ErrorAnswer = {
  data: null
  error: { status: number; name: ErrorCode; message: string; details?: unknown }
}
