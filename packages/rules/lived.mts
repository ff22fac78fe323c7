import { dayIn, isLivedIn } from '/work/wt-mutants/packages/rules/src/calendar-day.ts'
const old = (tz: string, day: string) => {
  const noon = Date.parse(day + 'T12:00:00Z')
  for (let h = -26; h <= 26; h++) if (dayIn(tz, noon + h * 3600000) === day) return true
  return false
}
let bad = 0,
  skipped: string[] = []
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14'])]
for (const tz of zones)
  for (let d = Date.parse('1970-01-02'); d < Date.parse('2037-01-01'); d += 86400000) {
    const day = new Date(d).toISOString().slice(0, 10)
    if (!isLivedIn(tz, day)) {
      if (old(tz, day)) {
        bad++
        console.log('BAD', tz, day)
      } else skipped.push(tz + ' ' + day)
    }
  }
console.log(zones.length, bad, skipped.join(', '))
