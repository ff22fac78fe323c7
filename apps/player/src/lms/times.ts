/** ISO 8601, for SCORM 2004 and xAPI: `PT1H2M3.45S`. */
export function duration(seconds: number): string {
  const { hours, minutes, rest } = partsOf(seconds)
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${Math.round(rest * 100) / 100}S`
}

/** For SCORM 1.2: `0001:02:03.45`. */
export function timespan(seconds: number): string {
  const { hours, minutes, rest } = partsOf(Math.min(seconds, 9_999 * 3_600))
  return `${pad(hours, 4)}:${pad(minutes, 2)}:${rest.toFixed(2).padStart(5, '0')}`
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

const partsOf = (seconds: number) => {
  // Whole hundredths, so that 59.999 seconds don't become 60.00.
  const hundredths = Math.round(seconds * 100)
  return {
    hours: Math.floor(hundredths / 360_000),
    minutes: Math.floor(hundredths / 6_000) % 60,
    rest: (hundredths % 6_000) / 100,
  }
}
