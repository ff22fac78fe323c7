import { cueKind } from './kind.ts'

/** Whom the assistant plays. */
export const role = cueKind('role', 4)
