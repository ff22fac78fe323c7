import { describe, expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

const notes =
  'waiting rm: chairs in circle no → rows stay, wheelchair space by door. phone 8–11 from next month, mornings too full?? flu day maybe Sat'

describe('the language of a prompt', () => {
  it.each([
    ['ja', `次のメモを記録にして。${notes} 列は決定、理由、質問の三つ。無いことは「不明」と書く。`],
    ['ko', `다음 메모를 정리해 줘. ${notes} 열은 결정, 이유, 질문 세 개. 없는 건 모름이라고 써.`],
    ['ua', `Зроби таблицю. ${notes} Стовпці: рішення, причина, питання.`],
  ] as const)('is the learner’s own %s around notes in English', (language, prompt) => {
    expect(detectLanguage(prompt, 'en', language)).toBe(language)
  })

  it.each([
    ['ja', `Put my notes into a table. ${notes} Write 不明 where nothing is known.`],
    ['ko', `Translate this note into Korean and keep 가든룸 as it is. ${notes}`],
  ] as const)('is English where a few words are %s', (language, prompt) => {
    expect(detectLanguage(prompt, 'en', language)).toBe('en')
  })
})

it('an accent speaks against English: "só" and "tô" are not "so" and "to"', () => {
  const prompt = 'e aí, sábado tô de bobeira em BH com a namorada, só temos 60 conto. manda 3 rolês aí, menos balada'
  expect(detectLanguage(prompt, 'en', 'pt')).toBe('pt')
})
