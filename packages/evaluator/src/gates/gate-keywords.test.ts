import { describe, expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { readTexts } from '../read-texts.ts'
import { findGate } from './find-gate.ts'

const reading = {
  title: 'Read a job advert',
  description: '',
  fullDescription:
    'You found a job advert. Write a prompt that sorts it: requirements, extras, red flags, questions, price.',
}
const gateOf = (prompt: string, language: LexiconLanguage) =>
  findGate({ ...readTexts(reading, prompt, language), rubric: { minUnits: 9, criteria: [] }, authorShare: 1 })?.gate ??
  null

describe('a row of words with a request', () => {
  const asked: readonly [LexiconLanguage, string][] = [
    ['ja', 'この文章を読んで、主張、難しい単語2つの意味、弱点1つ、質問2つをお願い。'],
    ['ja', '求人を読んで、必須、歓迎、注意点、質問、給料、時間を表にして。'],
    ['ua', 'Знайшла вакансію. Розклади: вимоги, плюси, червоні прапорці. І три запитання, які я можу їм поставити.'],
    ['ua', 'Порівняй вакансії: вимоги, плюси, мінуси, зарплата, графік, запитання.'],
    ['en', 'Sort this advert into a table: musts, extras, flags, questions, pay, hours, place.'],
    ['es', 'Ordena el anuncio: requisitos, extras, alertas, preguntas, sueldo, horario.'],
    ['fr', 'Trie cette annonce : exigences, atouts, alertes, questions, salaire, horaires.'],
    ['pt', 'Separa essa vaga: requisitos, extras, alertas, perguntas, salário, horário.'],
    ['tr', 'Bu ilanı sırala: şartlar, artılar, riskler, sorular, maaş, saatler.'],
    ['ko', '이 공고를 정리해 줘: 필수, 우대, 위험, 질문, 급여, 시간'],
    ['ko', '공고에서 필수, 우대, 위험, 질문, 급여, 시간 표로 부탁해요'],
    ['ko', '공고 필수 우대 위험 질문 급여 표로 정리해 줘'],
    ['ko', '이 공고 필수 우대 위험으로 나누고 질문 세 개'],
    ['ko', '토요일 대구 혼자 예산 2만원 아이디어 3개'],
    ['ja', '求人 必須 歓迎 注意点 質問 給料を表にして'],
    ['ja', '土曜 横浜 ひとり 予算2000円 アイデア3つ 買い物なし'],
    ['ja', '土曜 ひま 京都在住 2000円まで 父と 案3つ頼む'],
    ['ja', '店長役で練習 お試し勤務の給料の話 一言ずつ 最後アドバイス2つ'],
    ['ko', '필기시험 계획 저녁 12번 25분씩 표지판 약함 이틀 비움 테스트 2번'],
    ['ko', '노트로 암기카드 10장 쉬운거 어려운거 섞고 답은 끝에'],
  ]
  it.each(asked)('is a prompt in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language)).toBeNull()
  })

  const words: readonly [LexiconLanguage, string][] = [
    ['ja', '求人、必須、歓迎、注意点、質問、給料、時間、表'],
    ['ua', 'вакансія, вимоги, плюси, прапорці, запитання, зарплата, графік'],
    ['en', 'advert, musts, extras, flags, questions, pay, hours, table, list'],
    ['es', 'anuncio, requisitos, extras, alertas, preguntas, sueldo, tabla'],
    ['fr', 'annonce, exigences, atouts, alertes, questions, salaire, tableau'],
    ['pt', 'vaga: requisitos, extras, alertas, perguntas, salário, tabela'],
    ['tr', 'ilan, şartlar, artılar, riskler, sorular, maaş, tablo'],
    ['ko', '공고, 필수, 우대, 위험, 질문, 급여, 시간, 표'],
    ['en', 'Prompt: advert, musts, extras, flags, questions, pay, hours'],
    ['fr', 'Idées : annonce, exigences, atouts, alertes, questions, salaire'],
    ['ko', '번역 독일어 이름 날짜 유지 역번역 영어 의심 단어 목록'],
    ['ko', '공고 필수 우대 위험 질문 급여 표'],
    ['ja', '求人 必須 歓迎 注意点 質問 給料 表'],
    ['ja', '求人 必須 歓迎 怪しい点 質問3つ パン屋'],
    ['ja', '暗記カード・10枚・ノート・難易度ミックス・答え最後'],
    ['ko', '공고 필수 우대 경고 질문3개 빵집'],
    ['ko', '암기카드 10장 노트 쉬움 어려움 정답 마지막'],
  ]
  it.each(words)('is key words without one in %s: %s', (language, prompt) => {
    expect(gateOf(prompt, language)).toBe('keywords')
  })
})
