import { cueKind } from './kind.ts'

/** What the result is for. */
export const purpose = cueKind('purpose', 6)
