import { cueKind } from './kind.ts'

/** The role that the assistant plays. */
export const role = cueKind('role', 4)
