import { afterEach, expect, it, vi } from 'vitest'
import { browserLanguages, browserRegion, browserTimeZone, knownTimeZone } from './browser-locale.ts'

afterEach(() => void vi.restoreAllMocks())

const given = (language: unknown, languages: unknown): void => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language as string)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages as string[])
}

it.each([
  ['a usual browser', 'de-AT', ['de-AT', 'en'], ['de-AT', 'en'], 'AT'],
  ['a language without a country first', 'de', ['de', 'en-gb'], ['de', 'en-GB'], 'GB'],
  ['the C locale', 'C', ['C'], [], undefined],
  ['a POSIX locale', 'en-US@posix', ['en-US@posix', 'fr-CA'], ['fr-CA'], 'CA'],
  ['an underscore', 'pt_BR', ['pt_BR'], [], undefined],
  ['no list', 'ja-JP', undefined, ['ja-JP'], 'JP'],
  ['an empty list', 'ja-JP', [], ['ja-JP'], 'JP'],
  ['nothing at all', undefined, undefined, [], undefined],
  ['null, an empty tag and a number', null, [null, '', 7], [], undefined],
])('reads the languages of %s', (_, language, languages, tags, region) => {
  given(language, languages)
  expect(browserLanguages()).toEqual(tags)
  expect(browserRegion()).toBe(region)
})

const givenZone = (timeZone: unknown): void => {
  const options = { ...new Intl.DateTimeFormat('en').resolvedOptions(), timeZone: timeZone as string }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
}

it.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
])('takes the time zone %s for %s', (zone, expected) => {
  givenZone(zone)
  expect(browserTimeZone()).toBe(expected)
})

it("shows a zone of another device that this browser doesn't know as UTC", () => {
  expect(knownTimeZone('Europe/Kyiv')).toBe('Europe/Kyiv')
  expect(knownTimeZone('Atlantis/Capital')).toBe('UTC')
  expect(knownTimeZone(null)).toBe('UTC')
})
