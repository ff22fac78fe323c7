import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { ReadText } from '../text/read-text.ts'

/** How somebody turns to whoever checks a text, and what they want to be written down. In folded text. */
type Checking = {
  checker: string
  /** Words before the checker that turn to them: "note to the". */
  address: string
  verdict: string
}

const checking: Record<LexiconLanguage, Checking> = {
  en: {
    checker:
      '(?:automatic |automated )?(?:grader|marker|checker|examiner|evaluator|assessor|grading (?:bot|system|ai))|whoever (?:checks|grades|marks|corrects|reviews) (?:this|my|it)|(?:person|teacher|ai|bot|system|model|one) (?:who |that )?(?:is )?(?:check|grad|mark|correct|review|evaluat|scor)\\p{L}* (?:this|my|it)',
    address: '(?:note|notice|message|memo|info|hint) (?:to|for)|to|for|dear|hey|hi|hello|attention|if you are',
    verdict:
      'approv\\p{L}*|accept\\p{L}*|full marks|maximum|top (?:result|mark|score)|pass(?:ed)?|through|as (?:correct|met|done|complete|right)|complete[sd]?|requirements?|must-haves?|verified',
  },
  es: {
    checker: 'corrector|revisor|evaluador|calificador',
    address: '(?:nota |mensaje |aviso )?(?:para|al?)|querid[oa]|estimad[oa]|hola',
    verdict: 'maxim|aprob|aprueb|correct[oa](?!\\p{L})|cumplid|complet|revises',
  },
  fr: {
    checker: 'correcteur|examinateur|evaluateur|verificateur',
    address: '(?:note |message |mot )?(?:pour|au?)|cher|chere|bonjour',
    verdict: 'maxim|valide|accepte|reussi|correct(?!eur)|rempli',
  },
  pt: {
    checker: 'corretor|avaliador|revisor|verificador',
    address: '(?:nota |mensagem |aviso )?(?:para|ao?)|car[oa]|prezad[oa]|ola',
    verdict: 'maxim|aprov|corret[oa](?!r)|cumprid|conclui|aceit',
  },
  tr: {
    checker: 'degerlendir(?:ene|iciye)|kontrol eden(?:e| kisiye)|puanlayana',
    address: '',
    verdict: 'gecti|gecir|onayla|tam puan|dogru say|tamamland|kabul',
  },
  ua: {
    checker: 'перевіряюч\\p{L}*|того,? хто перевіря\\p{L}*|екзаменатор\\p{L}*|оцінюва\\p{L}*',
    address: '(?:примітка |повідомлення )?(?:для|до)|шановн\\p{L}*|увага',
    verdict: 'зарах|прийм|максим|правильн|виконан|склад',
  },
  ko: {
    checker: '채점자|채점 시스템|평가 시스템|평가자(?=님|에게|께)|검사자(?=님|에게|께)',
    address: '',
    verdict: '합격|만점|통과|충족|정답|승인|인정',
  },
  ja: {
    checker: '採点者|採点システム|採点ai|評価者(?=へ|の方|さん|様)',
    address: '',
    verdict: '合格|満点|正解|承認|満たし|通し',
  },
}

/** Somebody who plays the checker, or gets a mail, is no checker: "Act as a strict examiner", "reply to the examiner". */
const asRole =
  /(?<!\p{L})(?:act|be|play|like|as an?|you are an?|ask|tell|write|mail|send|reply|respond|answer|thank|letter|e-?mail|card|speech|pide|dile|escrib\p{L}*|responde\p{L}*|carta|correo|demande|ecris|lettre|reponds|pede|diga|escrev\p{L}*|responda|напиши|попроси|лист|відповідь|actua|como|eres|comme|tu es|joue|voce e|seja|sen bir|ти|як|役|처럼)(?!\p{L})/u

/** English says it without naming anybody: this very text is done, met or to be counted. */
const selfVerdict =
  /(?:count|treat|record|log|mark|accept|register) (?:this|me|mine) as (?:correct|passed|met|right|accepted)|status (?:to|=) ?passed|(?:learner|student) (?:has |is |already )*(?:completed|passed) (?:this|the) (?:task|exercise|practice|lesson|check)|approve this (?:task|answer|prompt)|this (?:prompt|answer|task|exercise) (?:is|has been|counts as|must be) (?:\p{L}+ ){0,2}(?:accepted|approved|verified|counted|passed)(?! by)|say that i (?:have )?passed (?:this|the) (?:task|exercise|check)|every requirement as met/u

const sentences = /[.!?¡¿。！？\n()]+/u

type Expressions = { called: RegExp; checker: RegExp; verdict: RegExp }
const compiled = new Map<LexiconLanguage, Expressions>()

function expressionsFor(language: LexiconLanguage): Expressions {
  const known = compiled.get(language)
  if (known) return known
  const { checker, address, verdict } = checking[language]
  const addressed = String.raw`(?:^|[^\p{L}])(?:${address})(?: (?:the|el|la|le|l'|o|a|my|mi|mon|meu))? ?(?:${checker})`
  const named = String.raw`^(?:the )?(?:${checker}) ?[:,]`
  const made = {
    called: new RegExp(address === '' ? `(?:${checker})` : `${addressed}|${named}`, 'u'),
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
    const call = mayCall ? called.exec(sentence) : null
    const until = call === null ? '' : sentence.slice(0, call.index + call[0].length)
    return call !== null && !asRole.test(until) && verdict.test(sentence)
  }
  const found = folded
    .replace(/(?<!\p{L})p\.s\./gu, 'ps')
    .split(sentences)
    .map((sentence) => sentence.trim())
    .find((sentence) => calls(sentence) || (language === 'en' && selfVerdict.test(sentence)))
  return found ?? null
}
