import { pageSize } from '@kitewise/contract/desk'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse } from '../../platform/result.ts'
import { makeEnrolmentLink } from './enrolment-routes.ts'
import { acted, type DeskHandlers } from './handler.ts'
import { endSessions } from './staff-sessions.ts'
import { findStaff, insertStaff, listStaff, lockOwners, removeStaffMember, updateRole } from './staff.sql.ts'

type StaffEndpoint = 'listStaff' | 'inviteStaff' | 'changeStaffRole' | 'removeStaff' | 'renewEnrolment'

const millis = (time: Date | null): number | null => time?.getTime() ?? null

export const staffRoutes: DeskHandlers<StaffEndpoint> = {
  listStaff: async ({ db }, { query }) => {
    const staff = (await listStaff(db)).map(({ createdAt, enrolledAt, lastSignInAt, ...member }) => ({
      ...member,
      createdAt: createdAt.getTime(),
      enrolledAt: millis(enrolledAt),
      lastSignInAt: millis(lastSignInAt),
    }))
    const sign = query.direction === 'asc' ? 1 : -1
    const keyOf = (member: (typeof staff)[number]): string => {
      const value = member[query.sort]
      return typeof value === 'string' ? value.toLowerCase() : String(value ?? 0).padStart(15, '0')
    }
    staff.sort((a, b) => sign * keyOf(a).localeCompare(keyOf(b)) || a.name.localeCompare(b.name))
    const begin = (query.page - 1) * pageSize
    return ok({ data: { rows: staff.slice(begin, begin + pageSize), total: staff.length } })
  },

  inviteStaff: (context, { body }) =>
    inTransaction(context.db, async (tx) => {
      const { name, email, role } = body
      const id = context.newId()
      if (!(await insertStaff(tx, { id, name, email, role }))) return refuse('staff_exists')
      return acted({ data: await makeEnrolmentLink(context, tx, id) }, { id })
    }),

  changeStaffRole: (context, { params, body }) =>
    inTransaction(context.db, async (tx) => {
      const owners = await lockOwners(tx)
      const member = await findStaff(tx, params.staffId)
      if (!member) return refuse('not_found')
      if (body.role !== 'owner' && owners.length === 1 && owners[0] === member.id) return refuse('last_owner')
      await updateRole(tx, member.id, body.role)
      await endSessions(context, tx, { staffId: member.id, why: 'role' })
      return acted({ data: { done: true as const } }, { was: member.role })
    }),

  removeStaff: (context, { params }) =>
    inTransaction(context.db, async (tx) => {
      const owners = await lockOwners(tx)
      const member = await findStaff(tx, params.staffId)
      if (!member) return refuse('not_found')
      if (owners.length === 1 && owners[0] === member.id) return refuse('last_owner')
      await removeStaffMember(tx, member.id)
      await endSessions(context, tx, { staffId: member.id, why: 'removed' })
      return acted({ data: { done: true as const } }, { was: member.role })
    }),

  renewEnrolment: (context, { params }) =>
    inTransaction(context.db, async (tx) => {
      const member = await findStaff(tx, params.staffId)
      if (!member) return refuse('not_found')
      const link = await makeEnrolmentLink(context, tx, member.id)
      return acted({ data: link }, { endsAt: link.expiresAt })
    }),
}
