import sentences from './fatal.json' with { type: 'json' }

/** The few sentences that must be there when nothing else could be loaded, by text set. English is the fallback. */
export const fatalTexts: Record<string, typeof sentences.en> & { en: typeof sentences.en } = sentences
