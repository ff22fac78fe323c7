import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { matchesAny } from '../text/find-matches.ts'
import { flattenText, sentenceEnd } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'
import { numberOf } from './number-words.ts'

/** What stands before a verb of a hint without changing it: "then", "and", "I have to". In folded text. */
const before: Record<LexiconLanguage, string> = {
  en: 'please|and|then|first|also|but|next|finally',
  es: 'y|primero|luego|despues|tambien|por favor|pero|hay que|tengo que|debo|se debe|voy a',
  fr: 'et|puis|ensuite|d abord|aussi|enfin|il faut|je dois|on doit|je vais',
  pt: 'e|primeiro|depois|tambem|por favor|mas|tem que|tenho que|devo|e preciso|vou',
  tr: 've|sonra|once|ayrica|bir de',
  ua: 'і|й|та|а|потім|спершу|також|ще|треба|слід|я маю',
  ko: '먼저|그리고|다음에|또',
  ja: 'まず|それから|そして|次に|最後に',
}

/**
 * Verbs with which somebody says what a prompt is to say, and nobody asks an assistant for anything: the learner's own ("I say"), the
 * infinitive ("demander"), the order to ask ("ask for").
 */
const planning: Record<LexiconLanguage, RegExp> = {
  en: /^(?:(?:ask|asking) for|(?:request|mention|specify|state|demand|include)(?! (?:for|me|us)(?!\p{L}))|tell (?:it|the (?:assistant|ai))|i (?:would |should |must |have to |need to |will |want to |ll |d )?(?:say|ask|name|mention|state|set)(?! you| if| whether)|(?:the|my|a good|this) (?:prompt|brief|request|message) (?:should|must|has to|have to|needs?|says|asks|names|contains))(?!\p{L})/u,
  es: /^(?:pedir|decir|nombrar|indicar|mencionar|preguntar|fijar|conservar|pid[aeo]|digo|nombro|menciono|pregunto|pongo)(?! (?:me|nos)(?!\p{L}))(?!\p{L})/u,
  fr: /^(?:demander|dire|nommer|preciser|mentionner|fixer|demande[rz]?|je (?:demande|dis|nomme|precise|donne|mets|fixe|pose))(?!-| (?:moi|nous)(?!\p{L}))(?!\p{L})/u,
  pt: /^(?:pedir|dizer|nomear|mencionar|perguntar|definir|pe[cd][aeo]|digo|menciono|pergunto)(?! (?:me|nos|para (?:o|a) \p{L}+ que)(?!\p{L}))(?!\p{L})/u,
  tr: /(?:(?:iste|soyle|belirt)(?:yecegim|ecegim|rim|erim|meliyim|mek|mem lazim)|yaz(?:acagim|arim|maliyim|mak)|(?:istedigi(?:ni|mi)) (?:soyle|belirt|yaz))$/u,
  ua: /^(?:я )?(?:попросити|попрос(?:и|іть|имо)|сказати|назвати|вказати|запитати|зазначити|передати|задати|кажу|називаю|вказую|питаю)(?! (?:мене|мені))(?!\p{L})/u,
  ko: /(?:(?:라고|달라고|다고) ?(?:하고|하기|한다|쓰고|쓰기|쓴다|쓰면 된다|말하고|말하기|말한다|해야 한다)|(?:말|부탁|요청|명시|언급|제시|감사|거절)(?:하고|하기|한다|해야 한다|하면 된다)|말해야 한다|(?:정한다|적는다|쓴다|밝힌다))$/u,
  ja: /(?:頼む|頼み|伝える|伝え|尋ねる|と書く|も書く|を書く|と書き|で書き|指定する)(?:こと)?$/u,
}

/** Little words that join one hint to the next, as an expression; marks do so everywhere. */
const joints: Record<LexiconLanguage, string> = {
  en: ' (?=and |then )',
  es: ' (?=y |luego )',
  fr: ' (?=et |puis )',
  pt: ' (?=e |depois )',
  tr: ' (?=ve |sonra )',
  ua: ' (?=і |й |та |а |потім )',
  ko: '(?<=(?<![다라자])고|며) ',
  ja: '(?<=[てりみ]、)',
}
const marks = String.raw`[,:;.!?\n]+(?=\s|$)`

const compiled = new Map<LexiconLanguage, { opening: RegExp; breaks: RegExp }>()

function expressionsFor(language: LexiconLanguage): { opening: RegExp; breaks: RegExp } {
  const made = compiled.get(language) ?? {
    opening: new RegExp(`^(?:(?:${before[language]})(?!\\p{L}) ?)+`, 'u'),
    breaks: new RegExp(`${marks}|${joints[language]}`, 'u'),
  }
  compiled.set(language, made)
  return made
}

function clausesOf({ folded, language }: ReadText): string[] {
  const { opening, breaks } = expressionsFor(language)
  return folded
    .split(breaks)
    .map((clause) => flattenText(clause).replace(opening, ''))
    .filter((clause) => /\p{L}/u.test(clause))
}

/** A number from three up that the task does not have, in figures or as a word, or a quotation: no hint knows these. */
function saysOwn({ words, folded }: ReadText, task: ReadText): boolean {
  const given = new Set(task.words.map(numberOf))
  const isOwn = (word: string) => {
    const value = numberOf(word)
    return value === null ? /\d{2}|\d[.:]\d/.test(word) && !task.folded.includes(word) : !given.has(value)
  }
  return /"[^"]{2,}"/.test(folded) || words.some(isOwn)
}

/** English tells by "you" whom it speaks to: an assistant has no money, town or hours of its own. */
const asLearner =
  /(?<!\p{L})(?:(?:what|who|whom|where|how much|(?!information|sources?|data|facts|knowledge|steps|all|that)\p{L}+) you (?:want|need|like|meet|spend|look|re after|are after|can spend|have|know)|your (?:own )?(?:town|budget|place|money|age|hours|mails?|cakes|job|search|friends?|family|company|week|reader))(?!\p{L})/u
const ofOneself = /(?<!\p{L})(?:i|me|my|mine|we|us|our|please|pls|you are (?:a|an|the))(?!\p{L})/u

/** What an assistant needs to know ("ask whatever you need") is no learner's. */
const asksAssistant =
  /(?<!\p{L})(?:ask|questions?|whatever|anything|everything|if|when|before|until|unless|once|as) (?:\p{L}+ )?you (?!want|spend)/u

/** Whether an English text tells a learner what they have and want, and nobody says "I". */
const speaksToLearner = ({ language, flat }: ReadText): boolean =>
  language === 'en' && asLearner.test(flat) && !asksAssistant.test(flat) && !ofOneself.test(flat)

const fewestVerbs = 2

/**
 * Whether a text only plans a prompt: it says what is to be asked for and what is to be said, in one sentence or many ("Demander
 * un cadeau, dire l'âge et nommer deux choses"), with nothing that the task did not know.
 */
export function plansPrompt(prompt: ReadText, task: ReadText): boolean {
  const { advice, adviceAlso } = prompt.lexicon
  const clauses = clausesOf(prompt)
  const plans = clauses.map((clause) => planning[prompt.language].test(clause))
  const advises = (clause: string) =>
    matchesAny({ ...prompt, flat: `${clause} ${sentenceEnd}`, folded: clause }, [...advice, ...adviceAlso])
  const isVerbLast = ['tr', 'ko', 'ja'].includes(prompt.language)
  const begins = isVerbLast ? plans.includes(true) : plans[0] === true
  const isPlan = begins && clauses.filter((clause, at) => plans[at] || advises(clause)).length >= fewestVerbs
  return (isPlan || speaksToLearner(prompt)) && !saysOwn(prompt, task)
}
