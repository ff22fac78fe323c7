import { describe, expect, it } from 'vitest'
import { type PreviewPaper, renderPreview } from './render-preview.ts'

const paper: PreviewPaper = { name: 'Ada Lovelace', courseName: 'AI from Zero', language: 'en', brandName: 'Kitewise' }

describe('the preview of a certificate', () => {
  it('differs for another name, and is the same each time', async () => {
    const [once, again] = [await renderPreview(paper), await renderPreview(paper)]
    expect(once.equals(again)).toBe(true)
    expect((await renderPreview({ ...paper, name: 'Eve' })).equals(once)).toBe(false)
  })

  it.each(['홍길동', '山田', 'Їжак', 'Қ'])('draws %s from our own fonts', async (name) => {
    const empty = await renderPreview({ ...paper, name: '' })
    expect((await renderPreview({ ...paper, name })).equals(empty)).toBe(false)
  })
})
