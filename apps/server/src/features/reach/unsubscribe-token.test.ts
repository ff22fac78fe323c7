import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts'

const secret = 'a secret of at least thirty-two characters'

it('contains the learner and what it ends', () => {
  for (const userId of [...Array.from({ length: 50 }, () => randomUUID()), '00000000-0000-0000-0000-000000000000'])
    for (const subject of ['marketing', 'reminders', 'invitations'] as const)
      expect(readUnsubscribeToken(secret, unsubscribeToken(secret, userId, subject))).toEqual({ id: userId, subject })
})

it('is invalid when a single character differs or under another secret', () => {
  const token = unsubscribeToken(secret, randomUUID())
  for (let index = 0; index < token.length; index += 1) {
    // Only four bits of the last character count.
    const other = token[index] === 'A' ? 'Q' : 'A'
    const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`
    expect(readUnsubscribeToken(secret, changed)).toBeNull()
  }
  expect(readUnsubscribeToken(`${secret}!`, token)).toBeNull()
})

it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(44), '../../etc/passwd', '%00'])('rejects the token %j', (token) => {
  expect(readUnsubscribeToken(secret, token)).toBeNull()
})
