import { setImmediate as nextTurn } from 'node:timers/promises'
import { lexiconLanguages } from '@kitewise/evaluator/lexicon-languages'
import { warmUp } from '@kitewise/evaluator/warm-up'

/**
 * Makes the built-in evaluator ready, so that nobody's first prompt waits for it: 20 to 60 ms a language. One language a turn, so
 * that requests between are answered.
 */
export const warmUpEvaluator = async (): Promise<void> => {
  for (const language of lexiconLanguages) {
    await nextTurn()
    warmUp(language)
  }
}
