import { cueKind } from './kind.ts'

/** That the uncertain is marked as such. */
export const doubt = cueKind('doubt', 3)
