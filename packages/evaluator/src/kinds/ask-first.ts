import { cueKind } from './kind.ts'

/** The assistant should ask before it answers or acts. */
export const askFirst = cueKind('ask_first', 4)
