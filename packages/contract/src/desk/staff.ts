import { z } from 'zod'
import { data } from '../endpoint.ts'
import { auditKinds, deskEndpoint, done, file, reason } from './desk-endpoint.ts'
import { roles } from './roles.ts'
import { searchText, tablePage, tableQuery } from './table.ts'
import { typedLine } from '../typed/typed-text.ts'
import * as textLimits from '../typed/text-limits.ts'

const role = z.enum(roles)
const params = z.object({ staffId: z.uuid() })
const enrolment = data(z.object({ link: z.string(), expiresAt: z.number() }))

const staffRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role,
  createdAt: z.number(),
  /** Null until the invitation was used. */
  enrolledAt: z.number().nullable(),
  lastSignInAt: z.number().nullable(),
  passkeys: z.int(),
  isLocked: z.boolean(),
})

const auditFilters = {
  staffId: z.uuid().optional(),
  action: searchText,
  /** A learner's ID; the log stores its keyed hash. */
  userId: z.uuid().optional(),
}

const auditRow = z.object({
  id: z.int(),
  at: z.number(),
  staffName: z.string().nullable(),
  action: z.string(),
  /**
   * `succeeded`, `waiting` for the payment provider, `failed` by an error, or the refusal's code. `begun`: nobody knows, because the
   * server stopped in between, or the row is older than results are.
   */
  outcome: z.string(),
  /** What it was about; null for rows of older versions. */
  objectKind: z.enum(auditKinds).nullable(),
  /** An ID, and for staff the name; null where the kind says it all. A person is only in `person`. */
  object: z.string().nullable(),
  was: z.string().nullable(),
  becomes: z.string().nullable(),
  /** Minor units; the currency is null if only the wish is known. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  /** Unix milliseconds. */
  endsAt: z.number().nullable(),
  /** The first letters of the person's keyed hash, to recognize repeated rows. */
  person: z.string().nullable(),
  reason: z.string().nullable(),
})

export const staffEndpoints = {
  listStaff: deskEndpoint({
    method: 'GET',
    path: '/api/desk/staff',
    permission: 'staff.manage',
    audited: false,
    query: tableQuery(['name', 'role', 'createdAt', 'lastSignInAt']),
    answer: tablePage(staffRow),
    summary: 'The staff.',
  }),
  inviteStaff: deskEndpoint({
    method: 'POST',
    path: '/api/desk/staff',
    permission: 'staff.manage',
    stepUp: true,
    body: z.object({
      name: typedLine(textLimits.staffName),
      email: z.email().trim().toLowerCase().max(254),
      role,
      reason,
    }),
    answer: enrolment,
    errors: ['staff_exists'],
    object: { kind: 'staff' },
    asks: { becomes: 'role' },
    tells: ['id'],
    summary: 'Adds a member of staff and makes the link for the first passkey.',
  }),
  changeStaffRole: deskEndpoint({
    method: 'POST',
    path: '/api/desk/staff/{staffId}/role',
    permission: 'staff.manage',
    stepUp: true,
    params,
    body: z.object({ role, reason }),
    answer: done,
    errors: ['not_found', 'last_owner'],
    object: { kind: 'staff', param: 'staffId' },
    asks: { becomes: 'role' },
    tells: ['was'],
    summary: 'Changes a role. Ends the sessions of this member of staff.',
  }),
  removeStaff: deskEndpoint({
    method: 'POST',
    path: '/api/desk/staff/{staffId}/remove',
    permission: 'staff.manage',
    stepUp: true,
    params,
    body: z.object({ reason }),
    answer: done,
    errors: ['not_found', 'last_owner'],
    object: { kind: 'staff', param: 'staffId' },
    tells: ['was'],
    summary: 'Removes a member of staff, with passkeys, codes and sessions. Never the last owner.',
  }),
  renewEnrolment: deskEndpoint({
    method: 'POST',
    path: '/api/desk/staff/{staffId}/enrolment',
    permission: 'staff.manage',
    stepUp: true,
    params,
    body: z.object({ reason }),
    answer: enrolment,
    errors: ['not_found'],
    object: { kind: 'staff', param: 'staffId' },
    tells: ['endsAt'],
    summary: 'Makes a new link for a passkey and unlocks sign-in with recovery codes.',
  }),
  listAudit: deskEndpoint({
    method: 'GET',
    path: '/api/desk/audit',
    permission: 'audit.read',
    query: tableQuery(['at']).extend(auditFilters),
    answer: tablePage(auditRow),
    object: { kind: 'list' },
    summary: 'The audit log.',
  }),
  verifyAudit: deskEndpoint({
    method: 'POST',
    path: '/api/desk/audit/verify',
    permission: 'audit.read',
    answer: data(z.object({ rows: z.int(), firstBrokenId: z.int().nullable() })),
    object: { kind: 'list' },
    summary: 'Checks that no row of the log was changed or left out.',
  }),
  exportAudit: deskEndpoint({
    method: 'GET',
    path: '/api/desk/audit/export',
    permission: 'audit.read',
    stepUp: true,
    query: z.object({ format: z.enum(['csv', 'ndjson']).default('csv'), ...auditFilters }),
    answer: file,
    object: { kind: 'list' },
    summary: 'The audit log as a file.',
  }),
}
