import { cueKind } from './kind.ts'

/** The result should be in steps. */
export const steps = cueKind('steps')
