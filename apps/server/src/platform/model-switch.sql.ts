import type { Queryable } from '../database/connect.ts'

export type ModelSwitch = { isOff: boolean; changedAt: Date }

/** Read before each use of the model, so that no instance uses it after the change is stored. */
export async function findModelSwitch(db: Queryable): Promise<ModelSwitch> {
  const [row] = await db<ModelSwitch[]>`
    select is_off as "isOff", changed_at as "changedAt" from model_switch where only_row`
  if (!row) throw new Error('the row of model_switch is missing')
  return row
}

/** Does nothing when it is so already. */
export async function saveModelSwitch(db: Queryable, isOff: boolean): Promise<void> {
  await db`update model_switch set is_off = ${isOff}, changed_at = now() where only_row and is_off <> ${isOff}`
}
