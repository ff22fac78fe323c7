import { cueKind } from './kind.ts'

/** That nothing may be made up. */
export const noInvention = cueKind('no_invention', 2)
