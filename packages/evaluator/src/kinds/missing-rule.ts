import { cueKind } from './kind.ts'

/** What to do when something is unknown. */
export const missingRule = cueKind('missing_rule', 4)
