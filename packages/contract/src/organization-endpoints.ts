import { z } from 'zod'
import { organizationRoles } from './choices.ts'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import { id } from './entities.ts'
import * as team from './organization-entities.ts'
import * as seats from './seat-entities.ts'
import { typedLine, typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/**
 * Every endpoint of one organization has its ID in the path. 404 `not_found`: the signed-in person isn't a member. 403
 * `forbidden`: the person's role doesn't allow it. None needs access to lessons.
 */
const organizationId = z.object({ organizationId: z.uuid() })
const base = '/api/organizations/{organizationId}'
const usual = ['unauthorized', 'not_found', 'forbidden'] as const
const done = data(z.object({ done: z.literal(true) }))
const page = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .default('1')
  .transform(Number)
const person = organizationId.extend({ userId: z.uuid() })
/** Made by the screen for one wish, so that a repetition has no second effect. */
const attempt = z.uuid()
const quantity = z.int().min(1).max(10_000)

const accountEndpoints = {
  createOrganization: providerEndpoint({
    method: 'POST',
    path: '/api/organizations',
    body: team.organizationWish,
    answer: data(team.organization),
    errors: ['unauthorized', 'invalid_email', 'organization_name_invalid', 'too_many_organizations'],
    summary:
      'Creates an organization; the signed-in person becomes its owner. At most ten for each person and year, closed ones included.',
  }),
  listOwnOrganizations: providerEndpoint({
    method: 'GET',
    path: '/api/organizations',
    answer: data(z.array(team.ownOrganization)),
    errors: ['unauthorized'],
    summary: "The signed-in person's organizations, with role, permissions and seat. Also tells that one pays.",
  }),
  getOrganization: providerEndpoint({
    method: 'GET',
    path: base,
    params: organizationId,
    answer: data(team.organization),
    errors: usual,
    summary: 'An organization with its legal details and seats.',
  }),
  updateOrganization: providerEndpoint({
    method: 'PUT',
    path: base,
    fresh: true,
    params: organizationId,
    body: team.organizationWish.extend({ joinsByDomain: z.boolean() }),
    answer: data(team.organization),
    errors: [...usual, 'invalid_email', 'organization_name_invalid'],
    summary: 'Changes name, legal details and joining by domain. The next invoice has the new details.',
  }),
  closeOrganization: providerEndpoint({
    method: 'POST',
    path: `${base}/close`,
    fresh: true,
    params: organizationId,
    /** As it is shown, so that nobody closes another one by mistake. */
    body: z.object({ name: typedText(textLimits.teamName).trim() }),
    answer: done,
    errors: [...usual, 'name_mismatch'],
    summary:
      'Closes the organization for good: seats, memberships, invitations, keys and connections end at once, and the contract isn’t renewed. Nothing is refunded. Accounts, progress and certificates stay.',
  }),
  leaveOrganization: providerEndpoint({
    method: 'DELETE',
    path: `${base}/membership`,
    params: organizationId,
    answer: done,
    errors: ['unauthorized', 'not_found', 'last_owner'],
    summary: 'Leaves: frees the seat; account, progress and certificates stay.',
  }),
  updateMembership: providerEndpoint({
    method: 'PUT',
    path: `${base}/membership`,
    params: organizationId,
    body: z.object({ wantsDigest: z.boolean() }),
    answer: done,
    errors: ['unauthorized', 'not_found'],
    summary: 'Turns the weekly mail about overdue assignments on or off.',
  }),
  listAudit: providerEndpoint({
    method: 'GET',
    path: `${base}/audit`,
    params: organizationId,
    query: z.object({ page }),
    answer: data(z.object({ rows: z.array(team.auditEntry), total: z.int() })),
    errors: usual,
    summary: 'Who did what in the organization, newest first. For owners.',
  }),
}

/** Seats, the contract and its invoices. */
export const contractEndpoints = {
  getOrganizationPlan: providerEndpoint({
    method: 'GET',
    path: `${base}/plan`,
    params: organizationId,
    answer: data(seats.organizationPlan),
    errors: usual,
    summary: 'Prices, contract and seats.',
  }),
  listInvoices: providerEndpoint({
    method: 'GET',
    path: `${base}/invoices`,
    params: organizationId,
    answer: data(z.array(seats.invoice)),
    errors: usual,
    summary: "The contract's invoices as the payment provider has them, newest first.",
  }),
  buySeats: providerEndpoint({
    method: 'POST',
    path: `${base}/contract`,
    fresh: true,
    params: organizationId,
    body: z.object({
      attempt,
      way: z.enum(seats.paymentWays),
      interval: z.enum(seats.seatIntervals),
      seats: quantity,
      /** For an invoice: days until it's due. */
      terms: z.union([z.literal(14), z.literal(30)]).default(30),
    }),
    answer: data(
      z.object({
        /** Where to pay by card; null for an invoice, whose contract begins at once. */
        url: z.string().nullable(),
        contract: seats.contract.nullable(),
      }),
    ),
    errors: [...usual, 'contract_running', 'seats_not_for_sale', 'seats_taken', 'attempt_reused'],
    summary:
      'Begins a contract, or one after an ended one, which gives access back to those with a seat. A card is charged on the page at `url`; call `refreshContract` afterwards. The seats of an invoice can be used once it is paid; `beforePayment` of the plan says how many at once.',
  }),
  changeSeats: providerEndpoint({
    method: 'PUT',
    path: `${base}/contract/seats`,
    fresh: true,
    params: organizationId,
    body: z.object({ attempt, seats: quantity }),
    answer: data(seats.contract),
    errors: [...usual, 'no_contract', 'seats_taken', 'payment_declined'],
    summary:
      'More seats are charged for the rest of the period and there at once; those of an invoice as in `buySeats`. Fewer must be free, and cost less from the next period.',
  }),
  cancelContract: providerEndpoint({
    method: 'DELETE',
    path: `${base}/contract`,
    params: organizationId,
    answer: data(seats.contract),
    errors: [...usual, 'no_contract'],
    summary: 'Lets the contract end with its period.',
  }),
  resumeContract: providerEndpoint({
    method: 'POST',
    path: `${base}/contract/resume`,
    fresh: true,
    params: organizationId,
    answer: data(seats.contract),
    errors: [...usual, 'no_contract'],
    summary: 'Undoes `cancelContract`.',
  }),
  refreshContract: providerEndpoint({
    method: 'POST',
    path: `${base}/contract/refresh`,
    params: organizationId,
    answer: data(seats.organizationPlan),
    errors: usual,
    summary:
      'Reads the contract from the payment provider again, after a visit to its page. The address after paying by card is /team/plan?paid=1, after giving up /team/plan.',
  }),
  getEmbeddedInvoice: endpoint({
    method: 'GET',
    path: '/api/embedded-invoice/{invoiceId}',
    auth: 'public',
    params: z.object({ invoiceId: z.string().regex(/^in_[A-Za-z0-9]{8,64}$/) }),
    answer: data(seats.embeddedInvoice),
    errors: ['checkout_not_found'],
    summary: "The test provider's invoice, shown at /checkout/invoice/{invoiceId}.",
  }),
  payEmbeddedInvoice: endpoint({
    method: 'POST',
    path: '/api/embedded-invoice/{invoiceId}/pay',
    auth: 'public',
    params: z.object({ invoiceId: z.string().regex(/^in_[A-Za-z0-9]{8,64}$/) }),
    answer: data(seats.embeddedInvoice),
    errors: ['checkout_not_found'],
    summary: 'Pays an invoice at the test provider, as by bank transfer.',
  }),
}

const peopleEndpoints = {
  listPeople: providerEndpoint({
    method: 'GET',
    path: `${base}/people`,
    params: organizationId,
    query: z.object({
      sort: z.enum(team.peopleColumns).default('name'),
      direction: z.enum(['asc', 'desc']).default('asc'),
      page,
      groupId: z.uuid().optional(),
      /** Part of a name or an address. */
      search: z.string().trim().max(100).optional(),
      seat: z.enum(team.seatStates).optional(),
    }),
    answer: data(z.object({ rows: z.array(team.organizationPerson), total: z.int() })),
    errors: usual,
    summary: 'People and their progress. A manager sees the people of their own groups.',
  }),
  exportPeople: providerEndpoint({
    method: 'GET',
    path: `${base}/people/export`,
    fresh: true,
    params: organizationId,
    query: z.object({ groupId: z.uuid().optional() }),
    answer: data(z.object({ fileName: z.string(), csv: z.string() })),
    errors: usual,
    summary: 'All of them as CSV, safe to open in a spreadsheet.',
  }),
  changePersonsGroup: providerEndpoint({
    method: 'PUT',
    path: `${base}/people/{userId}/group`,
    params: person,
    body: z.object({ groupId: z.uuid().nullable() }),
    answer: done,
    errors: usual,
    summary: 'Moves a person to a group, or to none. A manager moves people between their own groups.',
  }),
  changeRole: providerEndpoint({
    method: 'PUT',
    path: `${base}/people/{userId}/role`,
    fresh: true,
    params: person,
    /** `manages`: the groups that a manager sees; ignored for other roles. */
    body: z.object({ role: z.enum(organizationRoles), manages: z.array(z.uuid()).max(100).default([]) }),
    answer: done,
    errors: [...usual, 'last_owner'],
    summary: 'Changes a role. For owners.',
  }),
  giveSeat: providerEndpoint({
    method: 'POST',
    path: `${base}/people/{userId}/seat`,
    params: person,
    answer: done,
    errors: [...usual, 'no_free_seat'],
    summary: 'Gives a free seat to a member. Does nothing for one who has a seat.',
  }),
  freeSeat: providerEndpoint({
    method: 'DELETE',
    path: `${base}/people/{userId}/seat`,
    params: person,
    answer: done,
    errors: usual,
    summary: 'Takes the seat back, or takes a waiting person off the list. The person stays a member.',
  }),
  removePerson: providerEndpoint({
    method: 'DELETE',
    path: `${base}/people/{userId}`,
    params: person,
    answer: done,
    errors: [...usual, 'last_owner'],
    summary: 'Removes a person and frees the seat. Account, progress and certificates stay theirs.',
  }),
}

const group = organizationId.extend({ groupId: z.uuid() })
const groupName = typedLine(textLimits.groupName)

const groupEndpoints = {
  listGroups: providerEndpoint({
    method: 'GET',
    path: `${base}/groups`,
    params: organizationId,
    answer: data(z.array(team.organizationGroup)),
    errors: usual,
    summary: 'The groups by name. A manager sees their own.',
  }),
  createGroup: providerEndpoint({
    method: 'POST',
    path: `${base}/groups`,
    params: organizationId,
    body: z.object({ name: groupName }),
    answer: data(team.organizationGroup),
    errors: [...usual, 'group_exists'],
    summary: 'Creates a group. For owners.',
  }),
  renameGroup: providerEndpoint({
    method: 'PUT',
    path: `${base}/groups/{groupId}`,
    params: group,
    body: z.object({ name: groupName }),
    answer: done,
    errors: [...usual, 'group_exists'],
    summary: 'Renames a group. For owners.',
  }),
  deleteGroup: providerEndpoint({
    method: 'DELETE',
    path: `${base}/groups/{groupId}`,
    params: group,
    answer: done,
    errors: usual,
    summary: 'Deletes a group with its assignments; its people stay, without a group. For owners.',
  }),
  listAssignments: providerEndpoint({
    method: 'GET',
    path: `${base}/assignments`,
    params: organizationId,
    answer: data(z.array(team.assignment)),
    errors: usual,
    summary: 'Courses that groups should finish, the earliest due date first.',
  }),
  createAssignment: providerEndpoint({
    method: 'POST',
    path: `${base}/assignments`,
    params: organizationId,
    body: z.object({ groupId: z.uuid(), courseId: id, dueOn: z.iso.date() }),
    answer: done,
    errors: [...usual, 'course_not_found', 'due_date_past'],
    summary: 'Assigns a course to a group until a day; again for another day moves it.',
  }),
  deleteAssignment: providerEndpoint({
    method: 'DELETE',
    path: `${base}/assignments/{assignmentId}`,
    params: organizationId.extend({ assignmentId: z.uuid() }),
    answer: done,
    errors: usual,
    summary: 'Takes an assignment back.',
  }),
  listOverdue: providerEndpoint({
    method: 'GET',
    path: `${base}/overdue`,
    params: organizationId,
    answer: data(z.array(team.overdueItem)),
    errors: usual,
    summary: 'Who has not finished an assigned course in time. At most 1,000, the longest overdue first.',
  }),
}

export const organizationEndpoints = {
  ...accountEndpoints,
  ...peopleEndpoints,
  ...groupEndpoints,
}
