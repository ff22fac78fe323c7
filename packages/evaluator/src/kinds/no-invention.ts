import { cueKind } from './kind.ts'

/** The assistant must not make anything up. */
export const noInvention = cueKind('no_invention', 2)
