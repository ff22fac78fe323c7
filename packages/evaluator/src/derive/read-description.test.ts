import { describe, expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { readDescription } from './read-description.ts'

const clinic = `Sam runs a clinic in Lund. Two firms made an offer.

> Offer A: 300 euros a month.

Write Sam's request. It should ask for:

- **a table** of differences
- three questions: price, notice, cleaning days
- A welcome extra: a short summary

How it should sound is a welcome extra.

No firm in mind? Borrow Ana's. She pays 90 euros.`

describe('a task’s description', () => {
  it('is parted into story, quoted material, asking sentences and points of a list', () => {
    const { told, shown, asked, listed } = readDescription(clinic, 'en')
    expect(told).toBe('Sam runs a clinic in Lund.\nTwo firms made an offer.')
    expect(shown).toBe('Offer A: 300 euros a month.')
    expect(asked).toBe("Write Sam's request.\nIt should ask for:")
    expect(listed.map(({ name, rest }) => [name, rest])).toEqual([
      ['a table', 'of differences'],
      ['three questions', 'price, notice, cleaning days'],
    ])
  })

  it('has the list of a story among what is told', () => {
    const { told, listed } = readDescription('What you know:\n\n- they have a baby\n\nWrite a prompt for a card.', 'en')
    expect(told).toContain('they have a baby')
    expect(listed).toEqual([])
  })

  it('is all asked when nothing says where the story ends', () => {
    const { asked, told } = readDescription('A summary in five points. Only the article counts.', 'en')
    expect([asked, told]).toEqual(['A summary in five points.\nOnly the article counts.', ''])
  })

  it.each<[LexiconLanguage, string, string, string]>([
    ['es', 'Tu gata se ha perdido.', 'Escribe un prompt para un cartel.', 'El tono es un extra.'],
    ['fr', 'Ton colis est cassé.', 'Écris un prompt pour une lettre.', 'Dire pourquoi est un bonus.'],
    ['pt', 'Você vai mudar.', 'Escreva um prompt para um plano.', 'O tom é opcional.'],
    ['tr', 'Kedin kayıp.', 'Bir ilan için istem yaz.', 'Tonu söylemek isteğe bağlı.'],
    ['ua', 'Зник ваш кіт.', 'Напишіть промпт для оголошення.', 'Тон — приємний додаток.'],
    ['ko', '고양이가 사라졌습니다.', '전단지 프롬프트를 쓰세요.', '말투를 밝히면 더 좋습니다.'],
    ['ja', '猫がいなくなりました。', 'ポスターのプロンプトを書いてください。', '口調も書くとなお良いです。'],
  ])('is read in %s', (language, story, request, extra) => {
    const { told, asked } = readDescription(`${story} ${request} ${extra}`, language)
    expect([told, asked]).toEqual([story, request])
  })
})
