/** Words of a text; places, tags, addresses and what ICU needs are none. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\{\{?\w+\}?\}|<\/?\w+>|\S+@\S+|https?:\S+|\]\([^)]*\)/g, ' ')
    .replaceAll(/\{\w+, (plural|select|selectordinal),|(=\d+|\w+) \{/g, ' ')
    .match(/\p{L}{2,}/gu) ?? []

/** Whether a translation is its original: the same text, with at least two words. */
export const isLeftInEnglish = (english: string, text: string): boolean =>
  text.trim() === english.trim() && wordsOf(text).length >= 2
