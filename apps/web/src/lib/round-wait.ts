/** A wait in the largest unit that reads naturally, rounded up: 300 seconds are 5 minutes. */
export const roundWait = (seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } => {
  if (seconds < 60) return { unit: 'seconds', count: Math.max(1, seconds) }
  if (seconds < 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  return { unit: 'hours', count: Math.ceil(seconds / 3600) }
}
