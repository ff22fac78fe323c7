import { cueKind } from './kind.ts'

/** How the result will be checked. */
export const checkPlan = cueKind('check_plan', 5)
