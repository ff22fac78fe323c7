import { cueKind } from './kind.ts'

/** What must not change. */
export const keep = cueKind('keep', 4)
