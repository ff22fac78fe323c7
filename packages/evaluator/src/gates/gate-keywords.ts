import { hasRequest } from './has-request.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const fewestDifferent = 0.55
const enoughWords = 10
/** Notes are kept apart with these. A list of single words between them is still a list of key words. */
const marks = /[.,:;!?+\n|"/=·•-]/g
/** Where hardly a sentence does without little words; a prompt in another language than its task has no words of the task to go by. */
const hasArticles = new Set(['en', 'es', 'fr', 'pt'])
const listMark = /[,;\n|/=·•>]|\s[-+]\s/
const enoughItems = 6
const wordsInItem = 1.9
/** Where nobody is asked for anything and no number is given; brief notes have some of their own. */
const fewestItems = 5
const wordsInItemUnasked = 2.3
const littleWordsInList = 0.25
const littleWordsInRow = 0.14

/** Japanese has no blanks between words: four letters stand for one. */
const lettersOfWord = /[\p{L}\p{N}ー]{1,4}/gu

/** Where the verb comes last, the request does too. */
const requestAtEnd: Partial<Record<string, RegExp>> = {
  ja: /(お願い(します|いたします)?|ください|下さい|して|教えて|作って|分けて)[\s.!。！]*$/u,
  ko: /(부탁(해요?|합니다|드려요|드립니다)?|줘요?|주세요|주라|해라)[\s.!]*$/u,
  tr: /(?<!\p{L})(yaz|yap|ver|hazirla|cikar|sirala|listele|karsilastir|ozetle|acikla|lutfen)(in|yin|ir misin)?[\s.!]*$/u,
}
const wordsInIntroduction = 2

/** Whether the row is what somebody is asked for: "Sort this advert: musts, extras, pay", or a request behind it. */
function isAskedFor({ folded, language, lexicon }: ReadText): boolean {
  if (requestAtEnd[language]?.test(folded)) return true
  const [introduction = '', rest] = folded.split(/:(?=\s)/)
  if (rest === undefined || listMark.test(introduction)) return false
  const head = readText(introduction, language)
  const hasLittleWord = head.words.some((word) => lexicon.functionWords.has(word))
  const isSentence = language === 'ja' ? introduction.length > 5 : head.words.length >= wordsInIntroduction
  return isSentence && (hasLittleWord || hasRequest(head) || Boolean(requestAtEnd[language]?.test(introduction)))
}

/** Six or more items of a word or two each, with hardly a little word between them, and nobody is asked for them. */
function isWordList(prompt: ReadText): boolean {
  const { folded, words, lexicon, language } = prompt
  const items = folded.split(listMark).filter((item) => /\p{L}/u.test(item))
  const counted = language === 'ja' ? lettersOfWord : /[\p{L}\p{N}]+/gu
  const count = folded.match(counted)?.length ?? 0
  const little = words.filter((word) => lexicon.functionWords.has(word)).length
  const perItem = count / items.length
  if (little >= words.length * littleWordsInList || isAskedFor(prompt)) return false
  return (
    (items.length >= enoughItems && perItem < wordsInItem) ||
    (items.length >= fewestItems && perItem < wordsInItemUnasked && !/\d/.test(folded) && !hasRequest(prompt))
  )
}

function isRepetition(prompt: ReadText): boolean {
  const { words, language } = prompt
  const different = new Set(words).size / words.length
  return words.length >= enoughWords && language !== 'ja' && different < fewestDifferent && !hasRequest(prompt)
}

/** Words in a row without marks between: those of the task, or of any topic where the language needs little words for a sentence. */
function isWordRow({ words, folded, language, lexicon }: ReadText, task: ReadText, sameLanguage: boolean): boolean {
  const markCount = folded.match(marks)?.length ?? 0
  if (language === 'ja' || markCount > words.length / 8) return false
  const little = words.filter((word) => lexicon.functionWords.has(word)).length / words.length
  if (!sameLanguage) return hasArticles.has(language) && little < littleWordsInRow
  const fromTask = words.filter((word) => task.words.includes(word)).length / words.length
  return little < littleWordsInRow && fromTask > 0.5
}

/** Words with which something is said or asked about a noun end so, or have a particle inside; a bare noun rarely does. */
const said: Partial<Record<string, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Katakana}ー\da-z](を|は|が|に|の|で|と|も|から|まで|へ)([\p{Script=Han}\p{Script=Katakana}ー\da-z]|$)|(を|は|が|に|で|へ|から|まで|て|た|だ|る|す|く|う|む|たい|ほしい|欲しい|ない|ん|ね|よ|か)$/u,
  ko: /(을|를|은|는|에|에서|으로|로|의|도|와|과|랑|까지|부터|한테|께|하고|면|게|줘|요|다|해|야|할|한|된|될|인|가|이|고|며|려|서|[는을할인하되될볼갈줄길]지|음|함|됨|임|움|옴|줌|름|림)$/u,
}
/** Nouns that end as if something was said about them. */
const bareNoun =
  /(보고서|지원서|소개서|자소서|설명서|견적서|계약서|이력서|순서|도서|공고|광고|경고|보고|창고|회의|주의|강의|문의|동의|아이|나이|차이|놀이|종이|도움|모름|쉬움|어려움|휴가|평가|물가|추가|지도|정도|계획서|모음|다음|처음|마음|메시지|페이지|이미지|편지|까지|가지|소음|웃음|요가|화가|작가|역할|게임|모임|이름|그림|느낌)$/u
const saidShareInRow = 0.15
/** A brief note has numbers, and few words around them. */
const saidShareWithNumbers = 0.08
const fewestInRow = 5
const asksAnywhere =
  /(부탁|주세요|줘|주라|해라|ください|下さい|お願い|おねがい|頼む|たのむ|頼みます|ちょうだい|よろしく|(アイデア|案|候補|プラン|おすすめ)[\d一二三四五]|(아이디어|추천|제안) ?[\d세네]|[?？])/u

/** Nouns with blanks or dots between in a language that shows by particles and endings who wants what. */
function isBareRow({ folded, language }: ReadText): boolean {
  const ending = said[language]
  const items = folded.split(/[\s・]+/).filter((item) => /[\p{L}\d]/u.test(item))
  if (!ending || items.length < fewestInRow || asksAnywhere.test(folded)) return false
  if ((folded.match(marks)?.length ?? 0) > items.length / 8) return false
  const hasNumber = /\d/.test(folded)
  if (!hasNumber && items.length < enoughItems) return false
  const tied = items.filter((item) => ending.test(item) && !bareNoun.test(item)).length
  return tied < items.length * (hasNumber ? saidShareWithNumbers : saidShareInRow)
}

/** A list of the task's words instead of a request: hardly any little words, no limit with a number, or the same words again and again. */
export function gateKeywords({ prompt, task, rubric, sameLanguage }: GateInput): GateHit | null {
  if (rubric.answerKind === 'image') return null
  if (isBareRow(prompt)) return { gate: 'keywords', evidence: 'words in a row' }
  if (prompt.words.length < enoughItems) return null
  if (isRepetition(prompt)) return { gate: 'keywords', evidence: 'the same words again' }
  if (isWordList(prompt)) return { gate: 'keywords', evidence: 'a list of single words' }
  return isWordRow(prompt, task, sameLanguage) ? { gate: 'keywords', evidence: 'words in a row' } : null
}
