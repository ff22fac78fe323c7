import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'

type Wanted = {
  name?: string
  /** User IDs. */
  owners?: string[]
  members?: string[]
  seats?: number
  /** Proved. */
  domains?: string[]
}

/** An organization as its tables have it. @returns its ID */
export async function createOrganization(
  { db }: Context,
  { name = 'Example Ltd', owners = [], members = [], seats = 0, domains = [] }: Wanted = {},
): Promise<string> {
  const id = randomUUID()
  await db`insert into organizations (id, name) values (${id}, ${name})`
  for (const [role, userIds] of [
    ['owner', owners],
    ['member', members],
  ] as const)
    for (const userId of userIds)
      await db`insert into organization_members (user_id, organization_id, role) values (${userId}, ${id}, ${role})`
  await db`
    insert into organization_seats (id, organization_id) select gen_random_uuid(), ${id} from generate_series(1, ${seats}::int)`
  for (const domain of domains)
    await db`
      insert into organization_domains (id, organization_id, domain, token, proved_at, checked_at)
      values (gen_random_uuid(), ${id}, ${domain}, 'token', now(), now())`
  return id
}

/** Who belongs to it, by user ID, and who has a seat. */
export async function readOrganization({ db }: Context, id: string) {
  const members = await db<{ userId: string }[]>`
    select user_id as "userId" from organization_members where organization_id = ${id}`
  const seats = await db<{ userId: string | null }[]>`
    select user_id as "userId" from organization_seats where organization_id = ${id}`
  return {
    members: members.map(({ userId }) => userId),
    seated: seats.flatMap(({ userId }) => userId ?? []),
    freeSeats: seats.filter(({ userId }) => userId === null).length,
  }
}
