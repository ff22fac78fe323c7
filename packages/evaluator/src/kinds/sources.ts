import { cueKind } from './kind.ts'

/** The assistant should name its sources. */
export const sources = cueKind('sources', 2)
