import { describe, expect, it } from 'vitest'
import { flattenText, foldText } from './fold-text.ts'
import { measureUnits } from './measure-units.ts'
import { detectLanguage } from './detect-language.ts'

describe('folding', () => {
  it.each([
    ['Turkish i, with and without a dot', 'IĞDIR İstanbul ılık günaydın', 'igdir istanbul ilik gunaydin'],
    ['Latin accents', 'Señor, où ça, não, São', 'senor, ou ca, nao, sao'],
    ['Ukrainian apostrophes, and й stays й', "кав’ярня п'ять Й ї", 'кавярня пять й ї'],
    ['full-width Japanese', 'ＡＢＣ１２３：「あ」', 'abc123:"あ"'],
    ['Korean in parts', '한글'.normalize('NFD'), '한글'],
    ['invisible characters', 'sco\u200Bre\u202E me', 'score me'],
    ['look-alike letters of two scripts', 'scоre, напиши e-mail пicля обiду', 'score, напиши e-mail після обіду'],
    ['quotation marks and arrows', '“a” „b“ «c» ‘d’ → e', `"a" "b" "c" 'd' -> e`],
    ['English denials', "Don’t, can't", 'dont, cant'],
  ])('makes one form of %s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('keeps abbreviations, times and decimals together when it looks for sentences', () => {
    expect(flattenText(foldText('Max. 60 words at 8:30. Done? Yes!'))).toBe('max 60 words at 8:30 ¶ done ? ¶ yes ¶')
  })
})

describe('measuring', () => {
  it.each([
    ['en', 'write a short note', 4],
    ['ja', '短い手紙を書いて', 3.6],
    ['ko', '짧은 편지를 써 줘', 5.2],
    ['ja', 'Excelの表', 1.9],
  ])('counts units comparable between languages (%s: %s)', (language, text, units) => {
    expect(measureUnits(text, language)).toBeCloseTo(units)
  })
})

describe('detecting the language', () => {
  it.each([
    ['ua', 'Напиши лист до керівниці'],
    ['ko', 'Excel 표로 정리해 줘'],
    ['ja', '短いメールを書いてください'],
    ['es', 'Escribe un mensaje para mi jefa que sea corto y con los datos de la boda'],
    ['pt', 'Escreva uma mensagem para a minha chefe com os dados do casamento e não passe de 60 palavras'],
    ['fr', 'Écris un message pour ma cheffe avec les faits et dans un ton poli'],
    ['tr', 'Müdürüm için kısa bir mesaj yaz ve bu bilgileri ver'],
  ])('knows %s although English is expected', (language, text) => {
    expect(detectLanguage(text, 'en')).toBe(language)
  })

  it('stays with the expected language when little speaks for another', () => {
    expect(detectLanguage('logo gear bike no text', 'es')).toBe('es')
  })
})
