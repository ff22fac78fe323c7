import { describe, expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { readTexts } from '../read-texts.ts'
import { clientMail } from '../test-support/tasks.ts'
import { findGate } from './find-gate.ts'

const museumTask = {
  title: 'Museums',
  description: '',
  fullDescription:
    'You have a free afternoon and want to see a museum. Write a prompt that asks for ideas with price and hours.',
}
const gateOf = (prompt: string, language: LexiconLanguage, task = clientMail) =>
  findGate({ ...readTexts(task, prompt, language), rubric: { minUnits: 12, criteria: [] } })

describe('advice to a learner, handed back', () => {
  const advice: readonly [LexiconLanguage, string][] = [
    ['en', 'Ask for a mail. Say the two dates. Set a length. State the tone.'],
    ['en', 'Ask for the mail. Give the facts. Say how long it may be. Name the tone.'],
    ['es', 'Pide un correo. Di las dos fechas. Pon un límite de palabras. Indica el tono.'],
    ['fr', 'Demande un mail. Dis ce qui change. Transmets les deux dates. Fixe une longueur.'],
    ['fr', 'Demandez un mail à la cliente. Transmettez les faits. Donnez la longueur. Précisez le ton.'],
    ['pt', 'Peça um e-mail. Dê as duas datas. Diga o tom. Ponha um limite de palavras.'],
    ['tr', 'Bir e-posta iste. Tarihleri ver. Uzunluk sınırı koy. Üslubu söyle.'],
    ['tr', 'Müşteri için e-posta iste. İki tarihi de söyle. Odayı yaz. Kısa bir cevap iste.'],
    ['ua', 'Скажи, що потрібен лист. Передай обидві дати. Назви кімнату. Попроси коротку відповідь.'],
    ['ua', 'Скажіть, для кого лист. Передайте факти. Назвіть межу слів.'],
    ['ko', '고객에게 보낼 메일을 부탁하세요. 날짜를 말하세요. 길이를 정하세요. 말투를 알려 주라고 하세요.'],
    ['ko', '메일을 써 달라고 부탁하세요. 두 날짜를 모두 말하세요. 글자 수를 정해 주세요.'],
    ['ja', 'メールを頼みましょう。日付を伝えましょう。長さを決めましょう。'],
  ]
  it.each(advice)('stops it in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language)).toMatchObject({ gate: 'copy', evidence: 'advice to a learner' })
  })
})

describe('advice with a number that the task has', () => {
  const cards = {
    title: 'Cards',
    description: '',
    fullDescription: 'Write a prompt that gets ten cards from your notes.',
  }
  it.each<[LexiconLanguage, string]>([
    ['ja', 'カードを頼む。枚数を10枚と書く。ノートを使うことを書く。'],
    ['ja', 'カードを頼む。枚数を十枚と書く。ノートを使うことを書く。'],
    ['ko', '카드를 요청하세요. 열 장이라고 쓰세요. 노트를 쓴다고 말하세요. 답은 끝에 모으라고 하세요.'],
  ])('is advice all the same in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language, cards)).toMatchObject({ gate: 'copy' })
  })
})

describe('short orders to an assistant', () => {
  const orders: readonly [LexiconLanguage, string][] = [
    ['en', 'Name three museums. Say the price. State the hours.'],
    ['en', 'Name museums in Porto, 15 euros at most. Say the price. State the hours.'],
    ['es', 'Nombra tres museos. Di el precio. Indica el horario.'],
    ['fr', 'Nomme trois musées. Dis le prix. Indique les horaires.'],
    ['pt', 'Indique três museus. Diga o preço. Diga o horário.'],
    ['tr', 'Üç müze söyle. Fiyatını belirt. Saatlerini yaz.'],
    ['ua', 'Назви три музеї. Вкажи ціну. Скажи години роботи.'],
    ['ko', '박물관 세 곳을 말하세요. 가격을 말하세요. 시간을 알리세요.'],
    ['ja', '美術館を三つ挙げてください。値段を書いてください。時間を書いてください。'],
    ['ja', '値段を書いてください。時間を書いてください。おすすめを挙げてください。'],
  ]
  it.each(orders)('passes with a fact of the topic in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language, museumTask)).toBeNull()
  })

  const plain: readonly [LexiconLanguage, string][] = [
    ['en', 'Write a mail to the client about the visit. Give the new date. Add a friendly greeting.'],
    ['fr', 'Écris un mail à la cliente sur la visite. Donne la nouvelle date. Ajoute une formule aimable.'],
    ['tr', 'Müşteriye ziyaret hakkında e-posta yaz. Yeni tarihi ver. Samimi bir selam ekle.'],
    ['ua', 'Напиши лист клієнтці про візит. Передай нову дату. Додай привітання.'],
    ['ko', '고객에게 방문 메일을 써 주세요. 새 날짜를 알려 주세요. 인사도 넣어 주세요.'],
    ['pt', 'Escreva um e-mail para a cliente sobre a visita. Dê a nova data. Ponha uma saudação.'],
  ]
  it.each(plain)('passes as a request in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language)).toBeNull()
  })
})
