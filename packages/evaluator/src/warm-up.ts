import { loadLexicon } from './lexicon/load-lexicon.ts'
import type { LexiconLanguage } from './lexicon/lexicon-languages.ts'
import { matchesAny } from './text/find-matches.ts'
import { readText } from './text/read-text.ts'

/** Makes the lexicon of a language ready, its expressions included, which else the first prompts in it wait for. */
export function warmUp(language: LexiconLanguage): void {
  const { concepts, polite, greetings, signOffs, signatures, graderWords, pushWords } = loadLexicon(language)
  const text = readText('-', language)
  const ofConcepts = Object.values(concepts).flatMap(({ cues, weak }) => [cues, weak])
  for (const patterns of [...ofConcepts, polite, greetings, signOffs, signatures, graderWords, pushWords])
    matchesAny(text, patterns)
}
