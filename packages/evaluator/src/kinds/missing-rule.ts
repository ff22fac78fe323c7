import { cueKind } from './kind.ts'

/** What to do where something is unknown. */
export const missingRule = cueKind('missing_rule', 4)
