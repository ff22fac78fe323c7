import { describe, expect, it } from 'vitest'
import { concepts } from '../concepts.ts'
import { meetCriterion } from '../meet-criterion.ts'
import { beginners } from '../test-support/beginners.ts'
import { lookAlikes } from '../test-support/look-alikes.ts'
import { readText } from '../text/read-text.ts'
import type { Concept } from '../concepts.ts'
import { lexiconFile, loadLexicon } from './load-lexicon.ts'
import { lexiconLanguages, type LexiconLanguage } from './lexicon-languages.ts'

function met(prompt: string, concept: Concept, language: LexiconLanguage) {
  const criterion = { id: 'one', level: 'must' as const, weight: 1, cues: [concept] }
  const rubric = { criteria: [criterion], words: { criteria: {} } }
  return meetCriterion(readText(prompt, language), criterion, rubric).met
}

describe.each(lexiconLanguages)('the lexicon of %s', (language) => {
  it.each(beginners[language])('hears what a beginner says: "%s"', (prompt, ...said) => {
    expect(said.filter((concept) => met(prompt, concept, language) < 1)).toEqual([])
  })

  it.each(lookAlikes[language])('does not hear more than is said: "%s"', (prompt, ...unsaid) => {
    expect(unsaid.filter((concept) => met(prompt, concept, language) === 1)).toEqual([])
  })

  it('has no pattern that matches nothing at all', () => {
    const lexicon = loadLexicon(language)
    const ofConcepts = Object.values(lexicon.concepts).flatMap(({ cues, weak, needs }) => [...cues, ...weak, ...needs])
    const all = [...ofConcepts, ...lexicon.graderWords, ...lexicon.pushWords, ...lexicon.answerRemarks]
    expect(all.filter(({ expression }) => new RegExp(expression.source, 'u').test(''))).toEqual([])
  })

  it('has cues for every concept', () => {
    const { concepts: own } = lexiconFile(language)
    expect(concepts.filter((concept) => !own[concept]?.cues.length)).toEqual([])
  })
})
