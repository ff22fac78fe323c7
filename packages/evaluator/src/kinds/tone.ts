import { cueKind } from './kind.ts'

/** How it should sound. */
export const tone = cueKind('tone', 2)
