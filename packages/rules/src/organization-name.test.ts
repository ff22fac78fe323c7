import { expect, it } from 'vitest'
import { isOrganizationName } from './organization-name.ts'

it.each([
  'Kites',
  'Kites & Sons Ltd.',
  'St. Gallen Kites',
  'A.B. Kites',
  'ООО «Змей»',
  '凧株式会社',
  'No. 1 Kites',
  'K'.repeat(60),
])('%j is a name', (name) => {
  expect(isOrganizationName(name)).toBe(true)
})

it.each([
  '',
  '   ',
  'K'.repeat(61),
  'Your account is locked. Sign in at https://evil.example/login',
  'evil.example',
  'Go to EVIL.EXAMPLE now',
  'evil。example',
  'evil．example',
  'пример.рф',
  'ftp://x',
  'help@kites',
  'Kites\nSign in again',
])('%j isn’t one', (name) => {
  expect(isOrganizationName(name)).toBe(false)
})
