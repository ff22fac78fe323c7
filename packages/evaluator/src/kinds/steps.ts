import { cueKind } from './kind.ts'

/** One thing after another. */
export const steps = cueKind('steps')
