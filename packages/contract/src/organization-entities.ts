import { z } from 'zod'
import { organizationRoles } from './choices.ts'
import { country, id } from './endpoint.ts'
import { typedLine, typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'
import { withPlainDigits } from './typed/digits.ts'

/** Companies that buy seats for their people. Times are Unix seconds, days YYYY-MM-DD, amounts minor units. */

/** What a role may do; `permissions` of `ownOrganization` lists those of the signed-in person. */
export const organizationPermissions = ['people', 'groups', 'billing', 'settings'] as const

/** `waiting`: a member who gets the next free seat, in the order of joining. */
export const seatStates = ['taken', 'waiting', 'none'] as const

const line = typedLine(textLimits.addressLine)

/** For invoices. A VAT ID is optional; it never changes the tax by itself. */
export const legalDetails = z.object({
  legalName: line,
  street: line,
  /** A second line of the address; empty without one. */
  addressLine2: typedText(textLimits.addressLine).trim(),
  postalCode: typedText(20).trim(),
  city: line,
  country,
  billingEmail: z.string().trim().max(254),
  /** Empty without one. */
  vatId: z
    .string()
    .trim()
    .max(20)
    .overwrite(withPlainDigits)
    .regex(/^[A-Za-z0-9 .-]*$/),
  /** Printed on every invoice; empty without one. */
  purchaseOrder: typedText(30).trim(),
})

export const organizationWish = legalDetails.extend({ name: typedLine(textLimits.teamName) })

export const seatCounts = z.object({
  total: z.int(),
  taken: z.int(),
  /** Members who wait for a free seat. */
  waiting: z.int(),
})

/** A course that the person's group should finish. */
const ownAssignment = z.object({
  courseId: id,
  /** In the language of the request. */
  course: z.string(),
  dueOn: z.iso.date(),
  isFinished: z.boolean(),
})

/** An organization in the list of a signed-in person. */
export const ownOrganization = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(organizationRoles),
  permissions: z.array(z.enum(organizationPermissions)),
  seat: z.enum(seatStates),
  group: z.string().nullable(),
  /** End of the access that the organization pays for; null without a seat or a contract. */
  accessUntil: z.number().int().nullable(),
  /** Whether the weekly mail about overdue assignments comes; only for owners and managers. */
  wantsDigest: z.boolean(),
  assignments: z.array(ownAssignment),
})

export const organization = organizationWish.extend({
  id: z.uuid(),
  role: z.enum(organizationRoles),
  permissions: z.array(z.enum(organizationPermissions)),
  /** Whether people with an address at a proved domain can join by themselves. */
  joinsByDomain: z.boolean(),
  /** Only proved ones. */
  domains: z.array(z.string()),
  seats: seatCounts,
})

/** What managers see of a person, and nothing else: no prompts, answers or scores. */
export const organizationPerson = z.object({
  userId: z.uuid(),
  /** First name, if given. */
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(organizationRoles),
  groupId: z.uuid().nullable(),
  group: z.string().nullable(),
  /** Groups that a manager sees. */
  manages: z.array(z.uuid()),
  seat: z.enum(seatStates),
  joinedAt: z.number().int(),
  daysLearned: z.int(),
  /** Null before the first. */
  lastDay: z.iso.date().nullable(),
  lessons: z.int(),
  courses: z.int(),
  certificates: z.int(),
  /** Assigned courses past their due date that aren't finished. */
  overdue: z.int(),
})

export const peopleColumns = [
  'name',
  'group',
  'seat',
  'joined',
  'daysLearned',
  'lastDay',
  'lessons',
  'courses',
  'certificates',
  'overdue',
] as const

export const organizationGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  members: z.int(),
  assignments: z.int(),
})

export const assignment = z.object({
  id: z.uuid(),
  groupId: z.uuid(),
  group: z.string(),
  courseId: id,
  /** In the language of the request. */
  course: z.string(),
  dueOn: z.iso.date(),
  isOverdue: z.boolean(),
  members: z.int(),
  /** Members who have finished the course. */
  finished: z.int(),
})

export const overdueItem = z.object({
  userId: z.uuid(),
  name: z.string().nullable(),
  email: z.string(),
  group: z.string(),
  courseId: id,
  course: z.string(),
  dueOn: z.iso.date(),
  /** Finished lessons of the course, and all of them. */
  lessons: z.int(),
  lessonsOfCourse: z.int(),
})

/** `email` is as typed. `unknownColumn` concerns the first line, whose columns are email, name and group. */
export const lineProblems = [
  'unknownColumn',
  'badEmail',
  'badName',
  'badGroup',
  'foreignGroup',
  'duplicate',
  'member',
  'invited',
] as const

export const invitationLine = z.object({
  /** From 1, as in the pasted text. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  group: z.string(),
  problem: z.enum(lineProblems).nullable(),
})

export const invitationList = z.object({
  lines: z.array(invitationLine),
  /** Lines without a problem. */
  valid: z.int(),
  /** Groups that the list names and that don't exist yet: they are created with the invitations. */
  newGroups: z.array(z.string()),
  /** The lines with a problem, as a list that can be imported again once corrected; null without such lines. */
  failedCsv: z.string().nullable(),
})

export const invitationStates = ['pending', 'expired', 'accepted', 'revoked'] as const

export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  group: z.string().nullable(),
  state: z.enum(invitationStates),
  sentAt: z.number().int(),
  expiresAt: z.number().int(),
})

export const joinLink = z.object({
  id: z.uuid(),
  group: z.string().nullable(),
  createdAt: z.number().int(),
  expiresAt: z.number().int(),
  maxUses: z.int(),
  uses: z.int(),
  state: z.enum(['open', 'expired', 'usedUp', 'revoked']),
})

/**
 * What a person reads before joining. The screen also says what managers will see: the fields of
 * `organizationPerson`; and that records which the employer has sent to a store of its own can't be called back.
 */
export const joinOffer = z.object({
  organizationId: z.uuid(),
  organization: z.string(),
  /** The employer as on its invoices. */
  legalName: z.string(),
  group: z.string().nullable(),
  /** Of the address that was invited; null for other ways of joining. Prefills the registration. */
  invitedEmail: z.string().nullable(),
  /**
   * Why this person may join. `agreed`: they registered with a link or an invitation and have set a PIN since. `domain`: the
   * organization has proved the domain of their address.
   */
  reason: z.enum(['link', 'invitation', 'domain', 'agreed']),
  hasFreeSeat: z.boolean(),
})

export const joined = z.object({
  organizationId: z.uuid(),
  organization: z.string(),
  seat: z.enum(seatStates),
  accessUntil: z.number().int().nullable(),
  /** The renewal of the person's own plan was stopped; it runs until then. Null without a running plan. */
  ownPlanEnds: z.number().int().nullable(),
})

/** What happened, for the owner. Nobody is named in it: a person who has deleted the account is null. */
export const auditKinds = [
  'organization.created',
  'organization.changed',
  'organization.closed',
  'contract.begun',
  'contract.seats',
  'contract.canceled',
  'contract.resumed',
  'people.exported',
  'person.joined',
  'person.left',
  'person.removed',
  'person.group',
  'person.role',
  'seat.given',
  'seat.freed',
  'invitations.sent',
  'invitation.resent',
  'invitation.revoked',
  'link.created',
  'link.revoked',
  'group.created',
  'group.renamed',
  'group.deleted',
  'assignment.created',
  'assignment.deleted',
  'domain.added',
  'provider.saved',
  'directory.opened',
  'events.added',
  'events.removed',
  'events.secret',
  'key.created',
  'key.rotated',
  'key.revoked',
  // By one of the organization's keys.
  'key.invited',
  'key.freed',
] as const

const namedPerson = z.object({ userId: z.uuid(), name: z.string().nullable(), email: z.string() })

export const auditEntry = z.object({
  id: z.string(),
  at: z.number().int(),
  kind: z.enum(auditKinds),
  /** Who did it; null for a person without an account by now, and for what happens by itself. */
  actor: namedPerson.nullable(),
  /** Whom it concerns. */
  subject: namedPerson.nullable(),
  /** A count, a role, the name of a group or a key, or the title of a course in the language of the request. */
  detail: z.string().nullable(),
})

export type OrganizationRole = (typeof organizationRoles)[number]
export type OrganizationPermission = (typeof organizationPermissions)[number]
export type SeatState = (typeof seatStates)[number]
export type LegalDetails = z.infer<typeof legalDetails>
export type OrganizationWish = z.infer<typeof organizationWish>
export type SeatCounts = z.infer<typeof seatCounts>
export type OwnOrganization = z.infer<typeof ownOrganization>
export type Organization = z.infer<typeof organization>
export type OrganizationPerson = z.infer<typeof organizationPerson>
export type PeopleColumn = (typeof peopleColumns)[number]
export type OrganizationGroup = z.infer<typeof organizationGroup>
export type Assignment = z.infer<typeof assignment>
export type OverdueItem = z.infer<typeof overdueItem>
export type LineProblem = (typeof lineProblems)[number]
export type InvitationLine = z.infer<typeof invitationLine>
export type InvitationList = z.infer<typeof invitationList>
export type Invitation = z.infer<typeof invitation>
export type JoinLink = z.infer<typeof joinLink>
export type JoinOffer = z.infer<typeof joinOffer>
export type Joined = z.infer<typeof joined>
export type AuditKind = (typeof auditKinds)[number]
export type AuditEntry = z.infer<typeof auditEntry>
