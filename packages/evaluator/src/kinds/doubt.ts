import { cueKind } from './kind.ts'

/** Uncertain statements should be marked. */
export const doubt = cueKind('doubt', 3)
