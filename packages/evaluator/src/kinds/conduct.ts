import { cueKind } from './kind.ts'

/** How the assistant should work. */
export const conductKinds = {
  /** The assistant should ask before it answers or acts. */
  ask_first: cueKind('ask_first', 4),
  /** How the result will be checked. */
  check_plan: cueKind('check_plan', 5),
  /** Uncertain statements should be marked. */
  doubt: cueKind('doubt', 3),
  /** What must not change. */
  keep: cueKind('keep', 4),
  /** What to do when something is unknown. */
  missing_rule: cueKind('missing_rule', 4),
  /** The assistant must not make anything up. */
  no_invention: cueKind('no_invention', 2),
  /** The assistant should name its sources. */
  sources: cueKind('sources', 2),
}
