import { cueKind } from './kind.ts'

/** Where a person is or something happens. Place names are cues with capital letters: "in <name>". */
export const place = cueKind('place', 1)
