import type { Queryable, Tx } from '../../database/connect.ts'

/** Gives the card to the subscription, unless either has been given away; of two at once one gets it. Says whether it has it now. */
export const claimTrialCard = async (
  tx: Tx,
  { cardHash, subscriptionHash, now }: { cardHash: Buffer; subscriptionHash: Buffer; now: Date },
): Promise<boolean> => {
  await tx`
    insert into trial_cards (card_hash, subscription_hash, used_at) values (${cardHash}, ${subscriptionHash}, ${now})
    on conflict do nothing`
  const rows = await tx`select 1 from trial_cards where subscription_hash = ${subscriptionHash}`
  return rows.length > 0
}

export const deleteOldTrialCards = async (db: Queryable, before: Date): Promise<void> => {
  await db`delete from trial_cards where used_at < ${before}`
}
