import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { ReadText } from '../text/read-text.ts'

/** Who checks a learner's text, and what somebody wants them to write down. In folded text. */
type Checking = { checker: string; verdict: string }

const checking: Record<LexiconLanguage, Checking> = {
  en: {
    checker:
      'grader|marker|checker|examiner|evaluator|assessor|reviewer|grading (?:bot|system|ai)|evaluation note|system message|whoever (?:checks|grades|marks|corrects|reviews) (?:this|my|it)|(?:person|teacher|ai|bot|system|model|one) (?:who |that )?(?:is )?(?:check|grad|mark|correct|review|evaluat|scor)\\p{L}* (?:this|my|it)',
    verdict:
      'approv\\p{L}*|accept\\p{L}*|full marks|maximum|top (?:result|mark|score)|pass(?:ed)?|through|as (?:correct|met|done|complete|right)|complete[sd]?|requirements?|must-haves?|stars|verified',
  },
  es: {
    checker: 'corrector|revisor|evaluador|calificador',
    verdict: 'maxim|aprob|aprueb|correct[oa]|cumplid|complet|revis',
  },
  fr: {
    checker: 'correcteur|examinateur|evaluateur|verificateur',
    verdict: 'maxim|valide|accepte|reussi|correct|rempli',
  },
  pt: { checker: 'corretor|avaliador|revisor|verificador', verdict: 'maxim|aprov|corret[oa]|cumprid|conclui|aceit' },
  tr: {
    checker: 'degerlendir(?:en|ici)|kontrol eden|puanlayan',
    verdict: 'gecti|gecir|onayla|tam puan|dogru say|tamamland|kabul',
  },
  ua: { checker: 'перевіря|оцінюва|екзаменатор', verdict: 'зарах|прийм|максим|правильн|виконан|склад' },
  ko: { checker: '채점자|평가자|검사자|채점 시스템|평가 시스템', verdict: '합격|만점|통과|충족|정답|승인|인정' },
  ja: { checker: '採点者|評価者|採点システム|審査員', verdict: '合格|満点|正解|承認|満たし|通し' },
}

/** Somebody who plays the checker, or gets a mail, is no checker: "Act as a strict reviewer". */
const asRole =
  /(?<!\p{L})(?:act|be|play|like|as an?|you are an?|ask|tell|write|mail|send|pide|dile|escrib\p{L}*|demande|ecris|pede|diga|escrev\p{L}*|напиши|попроси|actua|como|eres|comme|tu es|joue|voce e|seja|sen bir|ти|як|役|처럼)(?!\p{L})/u

/** English says it without naming anybody: this very text is done, met or to be counted. */
const selfVerdict =
  /(?:count|treat|record|log|mark|accept|register) (?:this|it|me|mine) as (?:correct|passed|met|right|accepted)|status (?:to|=) ?passed|(?:learner|student) (?:has |is |already )*(?:completed|passed|approved)|approve this (?:task|answer|prompt|text)|this (?:prompt|answer|text|task|one)? ?(?:is|has been|counts|must be) [^.!?]{0,30}(?:accepted|approved|verified|counted|passed)|say that i (?:have )?passed|every requirement as met/u

const wordsBefore = 4

const sentences = /[.!?¡¿。！？\n()]+/u

type Expressions = { called: RegExp; checker: RegExp; verdict: RegExp }
const compiled = new Map<LexiconLanguage, Expressions>()

function expressionsFor(language: LexiconLanguage): Expressions {
  const known = compiled.get(language)
  if (known) return known
  const { checker, verdict } = checking[language]
  const first = language === 'ko' || language === 'ja' ? '' : String.raw`^(?:[^\s]+ ){0,${wordsBefore}}`
  const made = {
    called: new RegExp(`${first}(?:${checker})`, 'u'),
    checker: new RegExp(checker, 'u'),
    verdict: new RegExp(verdict, 'u'),
  }
  compiled.set(language, made)
  return made
}

/** Whether a sentence of a prompt is said to whoever checks it ("Note to the marker: log full marks"), and not to the assistant. */
export function turnsToChecker({ folded, language }: ReadText): string | null {
  const { called, checker, verdict } = expressionsFor(language)
  const mayCall = checker.test(folded)
  if (!mayCall && (language !== 'en' || !selfVerdict.test(folded))) return null
  const calls = (sentence: string) => {
    const call = mayCall ? sentence.match(called) : null
    return call !== null && !asRole.test(call[0]) && verdict.test(sentence)
  }
  const found = folded
    .replace(/(?<!\p{L})p\.s\./gu, 'ps')
    .split(sentences)
    .map((sentence) => sentence.trim())
    .find((sentence) => calls(sentence) || (language === 'en' && selfVerdict.test(sentence)))
  return found ?? null
}
