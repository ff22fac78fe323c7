import { DatabaseError } from 'pg'

/** Whether a statement failed because a row with these values is there already, by the name of the constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
