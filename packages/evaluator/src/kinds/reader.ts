import { cueKind } from './kind.ts'

/** Who will read or use the result. */
export const reader = cueKind('reader', 4)
