import { createCanvas } from '@napi-rs/canvas'
import jsQr from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type FontFacts = { name: string; missingFile: boolean }

/** What an independent reader finds on the first page of a PDF. */
export type ReadPdf = {
  pages: number
  title: string
  language: string
  /** All text, in drawing order. */
  text: string
  fonts: { name: string; isEmbedded: boolean }[]
  /** The QR code's content, read from the rendered page; null without a code. */
  qrCode: string | null
}

const quiet = 0
/** Pixels per point, like a photo of the page. */
const scale = 2

/** Reads a PDF with PDF.js and its QR code with jsQR; our code creates them with other libraries. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: quiet, fontExtraProperties: true })
  const document = await task.promise
  const page = await document.getPage(1)
  const content = await page.getTextContent()
  const { info } = await document.getMetadata()
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(viewport.width, viewport.height)
  await page.render({ canvas, viewport }).promise
  const fontIds = [...new Set(content.items.flatMap((item) => ('fontName' in item ? [item.fontName] : [])))]
  const fonts = fontIds.map((id) => page.commonObjs.get(id) as FontFacts)
  const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const facts = info as { Title: string; Language: string }
  const read: ReadPdf = {
    pages: document.numPages,
    title: facts.Title,
    language: facts.Language,
    text: content.items.map((item) => ('str' in item ? item.str : '')).join(''),
    fonts: fonts.map(({ name, missingFile }) => ({ name, isEmbedded: !missingFile })),
    qrCode: jsQr(new Uint8ClampedArray(image.data), canvas.width, canvas.height)?.data ?? null,
  }
  await task.destroy()
  return read
}
