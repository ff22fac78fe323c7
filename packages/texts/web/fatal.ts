import sentences from './fatal.json' with { type: 'json' }

/** The few sentences for when nothing else loads, by language. */
export const fatalTexts: FatalTexts = sentences

export type FatalTexts = Record<string, typeof sentences.en> & { en: typeof sentences.en }
