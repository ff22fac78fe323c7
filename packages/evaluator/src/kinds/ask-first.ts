import { cueKind } from './kind.ts'

/** That the assistant asks before it answers or acts. */
export const askFirst = cueKind('ask_first', 4)
