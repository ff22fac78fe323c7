import { createHmac } from 'node:crypto'
import type { Queryable } from '../database/connect.ts'

/** Says nothing about the pepper itself, which is a long random secret. */
const printOf = (pepper: string): Buffer => createHmac('sha256', pepper).update('print of the PIN pepper').digest()

/** `other`: the PINs in the database were made with another pepper, so none of them works. `unknown`: no server has noted one. */
export type PepperStanding = 'same' | 'other' | 'unknown'

export const otherPepper =
  'The PINs in this database were made with another PIN_PEPPER: nobody can sign in with their PIN. See docs/troubleshooting.md.'

/** Compares the setting with what the database knows; also with a database of an older release. */
export async function readPepperStanding(db: Queryable, pepper: string): Promise<PepperStanding> {
  const [table] = await db<[{ exists: boolean }]>`select to_regclass('public.pin_pepper_print') is not null as exists`
  const [row] = table.exists ? await db<{ print: Buffer }[]>`select print from pin_pepper_print` : []
  if (!row) return 'unknown'
  return printOf(pepper).equals(row.print) ? 'same' : 'other'
}

/** At a start of the server: notes the pepper if none is known yet. */
export async function notePepper(db: Queryable, pepper: string): Promise<PepperStanding> {
  await db`insert into pin_pepper_print (print) values (${printOf(pepper)}) on conflict do nothing`
  return readPepperStanding(db, pepper)
}
