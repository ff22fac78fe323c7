const format = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** A day as people read it in this product, MM/DD/YYYY (product spec, section 9); the day is the one in UTC. */
export const dateText = (unixSeconds: number): string => format.format(unixSeconds * 1000)
