import { cueKind } from './kind.ts'

/** Where somebody is or something happens. Names of places are cues of capital letters: "in <name>". */
export const place = cueKind('place', 1)
