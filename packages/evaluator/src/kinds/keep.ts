import { cueKind } from './kind.ts'

/** What must stay as it is. */
export const keep = cueKind('keep', 4)
