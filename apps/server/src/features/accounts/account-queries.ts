import type { Queryable } from '../../database/connect.ts'

/** Gives the id of the new row, or null when the address has an account. */
export const insertAccount = async (
  db: Queryable,
  account: { email: string; username: string; language: string; marketingConsent: boolean },
): Promise<string | null> => {
  const [row] = await db<{ id: string }[]>`
    insert into users (id, email, username, lang, marketing_consent)
    values (gen_random_uuid(), ${account.email}, ${account.username}, ${account.language}, ${account.marketingConsent})
    on conflict (email) do nothing
    returning id`
  return row?.id ?? null
}

export const findAccountByEmail = async (
  db: Queryable,
  email: string,
): Promise<{ id: string; isActive: boolean; hasPin: boolean; lang: string } | null> => {
  const [row] = await db<{ id: string; isActive: boolean; hasPin: boolean; lang: string }[]>`
    select id, deactivated_at is null as "isActive", pin_hash is not null as "hasPin", lang from users where email = ${email}`
  return row ?? null
}
