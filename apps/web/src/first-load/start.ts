/** Inlined into index.html: what must happen before the first paint, and what must work when every other file fails. */

import { applyPreferences } from '../lib/preferences.ts'
import './tell-failure.ts'

try {
  applyPreferences()
} catch {
  // A browser too old for it shows the light theme.
}
