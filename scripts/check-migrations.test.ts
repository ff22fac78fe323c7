import { expect, it } from 'vitest'
import { findChanged, readHashes } from './check-migrations.ts'

const hash = (letter: string) => letter.repeat(64)
const released = readHashes(`${hash('a')}  0001_accounts.sql\n${hash('b')}  0002_learning.sql\n`)

it('allows new migrations', () => {
  const current = new Map([...released, ['0003_onboarding.sql', hash('c')]])
  expect(findChanged(released, current)).toEqual([])
})

it('names released migrations that were changed or are gone', () => {
  expect(findChanged(released, new Map([['0002_learning.sql', hash('d')]]))).toEqual([
    '0001_accounts.sql was released and is gone',
    '0002_learning.sql was changed after its release',
  ])
})
