import { plainText } from '../reading-time.ts'
import { type Finding, warning } from './finding.ts'
import { isForChecklist, type Piece } from './pieces.ts'

const products =
  /\b(?:ChatGPT|GPT-?\d\w*|OpenAI|Claude|Anthropic|Gemini|Copilot|Midjourney|DALL-?E|Llama|Mistral|Perplexity|DeepSeek|Grok|Siri|Alexa)\b/i
const soonOld = /\b(?:latest|currently|nowadays|state[- ]of[- ]the[- ]art|cutting[- ]edge|brand[- ]new|recently)\b/i
const year = /\b(?:19|20)\d\d\b/

/** Rule 11: nothing that will be old next year. Tasks may hold prices and years. */
export function checkEvergreen(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  const text = plainText(piece.text)
  const found: [RegExp, string][] = [
    [products, 'names a product'],
    [soonOld, 'will be old soon'],
  ]
  if (piece.kind !== 'prompt') found.push([year, 'names a year'])
  return found.flatMap(([pattern, why]) => {
    const [word] = pattern.exec(text) ?? []
    return word ? [warning(piece, `${piece.key}: "${word}" ${why}`, 'Say it so that it stays true')] : []
  })
}
