import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { ReadText } from '../text/read-text.ts'

/** Little words between two things that a prompt says, in folded text. */
const joints: Record<LexiconLanguage, string> = {
  en: 'and|but|or|because|cos|cuz|so|that|if|when|who|which|while|since|then|also|plus|as|whether|where|maybe|n|and then',
  es: 'y|e|pero|o|porque|pq|que|q|si|cuando|donde|hasta|asi|tambien|ademas|pues',
  fr: 'et|mais|ou|parce que|car|que|si|quand|qui|puis|aussi',
  pt: 'e|mas|ou|porque|pq|que|q|se|quando|pois|tambem|e que',
  tr: 've|ama|veya|cunku|ayrica|bir de|sonra|eger|diye|ki|hem|ya da',
  ua: 'і|й|та|але|або|бо|що|шо|щоб|якщо|коли|а|також|ще|тому|чи|хай|нехай|аби|де',
  ko: '그리고|또|하지만|그런데|근데|그래서',
  ja: 'そして|また|でも|それと|あと',
}
const spaced = (language: LexiconLanguage) => String.raw`(?<![\p{L}\p{N}])(?:${joints[language]})(?![\p{L}\p{N}])`
/** Where a verb hands over to the next clause. */
const endings: Partial<Record<LexiconLanguage, string>> = {
  ko: String.raw`(?<=\p{L}(?:고|며|는데|은데|인데|니까|서|면|지만|려고|는지|은지|인지|거든|해줘|줘|주세요|해요|어요|예요)) `,
  ja: String.raw`(?:ので|けど|から|たら|って|て|が|し)(?=[^\p{Script=Hiragana}])`,
}
const breaks = new Map<LexiconLanguage, RegExp>()

function breakOf(language: LexiconLanguage): RegExp {
  const known = breaks.get(language)
  if (known) return known
  const parts = [String.raw`[,;:¶?!()+&]+`, String.raw` - `, spaced(language), endings[language]].filter(Boolean)
  const made = new RegExp(parts.join('|'), 'u')
  breaks.set(language, made)
  return made
}

/** The parts of a prompt that may each say one thing: between marks, and between the little words that join. */
export function promptClauses({ flat, language }: ReadText): string[] {
  return flat
    .split(breakOf(language))
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 1)
}
