import { describe, expect, it } from 'vitest'
import { evaluatePrompt } from './evaluate-prompt.ts'
import { lexiconLanguages } from './lexicon/lexicon-languages.ts'
import { clientMail, clientMailRubric } from './test-support/tasks.ts'
import { warmUp } from './warm-up.ts'

const length = 4000
/** In ms for all of them, generous: one text that makes an expression go back and forth takes minutes. */
const longest = 20_000
const seeds = [
  'no ',
  'if not if not ',
  '"aaaaaaa" ',
  'a',
  '1-1-1-',
  '. ',
  'the the ',
  'a/b/c/',
  'aaaaa,',
  'no, or and ',
  '\n- ',
  'sin no nada ni ',
  'ne pas sans rien ',
  'не без нічого ',
  '없 않 말 ',
  'ない場合',
  'sadece yalnizca ',
  'nao sem nada ',
  'я',
  '가',
  '漢',
  'ß',
  '\u200B',
  '\uFDFA',
  's\u0441\u043Er\u0435 ',
  'give 5 points ',
  'write a mail to my ',
  'not sure if ',
]

describe.each(lexiconLanguages)('4,000 characters that say nothing, from somebody who writes %s', (language) => {
  it('are scored soon', { timeout: longest }, () => {
    warmUp(language)
    for (const seed of seeds) {
      const prompt = seed.repeat(Math.ceil(length / seed.length)).slice(0, length)
      const verdicts = [clientMailRubric, null].map((rubric) =>
        evaluatePrompt({ task: clientMail, rubric, prompt, language }),
      )
      expect(verdicts.some(({ pass }) => pass)).toBe(false)
    }
  })
})
