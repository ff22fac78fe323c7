import { cueKind } from './kind.ts'

/** That sources are named. */
export const sources = cueKind('sources', 2)
