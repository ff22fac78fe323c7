import type { Queryable } from '../../database/connect.ts'
import { findPayer, type Payer } from './customer-queries.ts'

/** Whom to write to about what an account has bought, and in which language. */
export const findPayerOf = (db: Queryable, userId: string): Promise<Payer | null> => findPayer(db, userId)
