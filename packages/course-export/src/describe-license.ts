import type { License } from './packaged-course.ts'

/** `license.txt` of a package; docs/integrations.md explains the license. */
export function describeLicense({ licensee, day, company }: License, title: string): string {
  const holder = licensee ?? `nobody yet: this package is for ${company}'s own use and may not be passed on`
  return `${title}

Licensed to: ${holder}
Date: ${day}
Licensor: ${company}

This is a perpetual license for this package, separate from any subscription. It covers the learners of the
licensee, in any learning management system, without a limit in time or number. The licensee may not sell the
package, publish it or pass it on to others.

The package works without a server of ours. It therefore contains every question with its answer, and it can't
be changed or revoked from outside once it has been handed over. Whoever can open its files can read the answers.

Software of others that the player contains, with its licenses, is listed in third-party.txt.
`
}
