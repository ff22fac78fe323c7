import { cueKind } from './kind.ts'

/** The person who will read or use the result. */
export const reader = cueKind('reader', 4)
