import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../test-support/read-pdf.ts'
import { type CertificatePaper, renderCertificate } from './render-certificate.ts'

const id = '3f2a9c1b7d0e4f5a8b6c7d8e9f0a1b2c'
const paper: CertificatePaper = {
  id,
  name: 'Ada Lovelace',
  courseName: 'AI from Zero',
  language: 'en',
  issuedOn: '2026-11-21',
  issuedAt: new Date('2026-11-21T23:30:00Z'),
  brand: { name: 'Kitewise', company: 'Kitewise Learning Ltd' },
  checkUrl: `https://learn.example/certificates/${id}`,
}
const read = async (changes: Partial<CertificatePaper> = {}) =>
  readPdf(await renderCertificate({ ...paper, ...changes }))

describe('certificate PDF', () => {
  it.each([
    ['en', 'en', 'Ada Lovelace', 'AI from Zero', 'Certificate of completion', 'November 21, 2026'],
    ['ua', 'uk', 'Їжак Ґалаґан', 'ШІ з нуля', 'Сертифікат про завершення курсу', '21 листопада 2026 року'],
    ['ko', 'ko', '홍길동 뷁', 'AI 첫걸음', '수료증', '2026년 11월 21일'],
    ['es', 'es', 'María Núñez', 'IA desde cero', 'Certificado de finalización', '21 de noviembre de 2026'],
    ['fr', 'fr', 'Zoé L’Œillet', 'L’IA à partir de zéro', 'Certificat de fin de cours', '21 novembre 2026'],
    ['tr', 'tr', 'Çağrı Şimşek Iğdır', 'Sıfırdan yapay zekâ', 'Kurs bitirme sertifikası', '21 Kasım 2026'],
    ['ja', 'ja', '髙﨑 德彌', 'AIはじめの一歩', '修了証', '2026年11月21日'],
    ['pt', 'pt', 'João da Conceição', 'IA do zero', 'Certificado de conclusão', '21 de novembro de 2026'],
  ])(
    'is readable by another program in %s, with all fonts embedded',
    async (language, lang, name, courseName, ...words) => {
      const found = await read({ language, name, courseName })
      for (const text of [name, courseName, ...words, id, 'Kitewise Learning Ltd']) expect(found.text).toContain(text)
      expect(found).toMatchObject({ pages: 1, language: lang })
      expect(found.title).toContain(courseName)
      expect(found.fonts.length).toBeGreaterThan(1)
      expect(found.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
    },
  )

  it('links to its page with the printed code', async () => {
    expect((await read()).qrCode).toBe(paper.checkUrl)
    const longAddress = `https://learning.a-rather-long-name.example/certificates/${id}`
    expect((await read({ checkUrl: longAddress })).qrCode).toBe(longAddress)
  })

  it('renders each part of a name in the font that has its characters', async () => {
    const { text, fonts } = await read({ name: '홍길동 (Kim) 山田' })
    expect(text).toContain('홍길동 (Kim) 山田')
    const names = fonts.map(({ name }) => name).join(' ')
    for (const family of ['Manrope', 'Nanum', 'BIZUDPGothic']) expect(names).toContain(family)
  })

  it('fits the longest name and a long course title', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff Maximilian-Alexander von und zu Hohenstaufen'
    const { text, pages } = await read({ name: '髙'.repeat(80), courseName: `${name}: ${name}` })
    expect([text.split('髙').length - 1, pages]).toEqual([80, 1])
    expect(text).toContain('Wolfeschlegelsteinhausenbergerdorff')
  })

  it('is byte-identical each time and differs for another name', async () => {
    const [once, again] = [await renderCertificate(paper), await renderCertificate(paper)]
    expect(once.equals(again)).toBe(true)
    expect((await renderCertificate({ ...paper, name: 'Eve' })).equals(once)).toBe(false)
  })
})
