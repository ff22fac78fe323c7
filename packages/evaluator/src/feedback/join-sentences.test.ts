import { expect, it } from 'vitest'
import { joinSentences } from './join-sentences.ts'

it.each([
  [['One.', 'Two.'], 'One. Two.'],
  [['書いてください。', '80字以内で。'], '書いてください。80字以内で。'],
  [['「こう」', '書く。'], '「こう」書く。'],
  [['하나예요.', '둘이에요.'], '하나예요. 둘이에요.'],
  [['One.'], 'One.'],
  [[], ''],
])('%j become %j', (sentences, text) => {
  expect(joinSentences(sentences)).toBe(text)
})
