import { findMatches, matchesAny, type Match } from '../text/find-matches.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { sentenceEnd } from '../text/fold-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'
import { turnsToChecker } from './turns-to-checker.ts'

const longestGap = 90

/** Prompts may talk about stars and scales; only the wish for a mark on this very text is aimed at the grader. */
const ratingOfThings =
  /\d ?\/ ?\d+ ?(stars?|estrellas|etoiles|estrelas|yildiz|зір|별|つ星)|(?<!\d)[01] ?(-|to|a|bis|до|から|부터|～|~) ?(5|10)(?!\d)/u
const selfReference =
  /this (answer|text|prompt|response|submission|learner|one)|my (answer|prompt|text|submission)|every (answer|prompt)|\b(mark|count|accept|treat|grade|rate|score|pass) (this|it|me|mine)\b|\bgive me (?:[\p{L}]+ ){0,3}(?:marks?|scores?|grades?|pass|points?|rating)\b|(est[ea]|cette|bu|ця|цю|цей|цьому) (respuesta|resposta|reponse|cevab\p{L}*|відповід\p{L}*|texto|texte|prompt|metn\p{L}*|текст\p{L}*)|이 (답|글|프롬프트)|この(回答|文章|プロンプト|答え)|採点者|to the (ai|grader|examiner)/u
const wavingAway =
  /ignor|disregard|forget|override|skip|outdated|no need|is finished|regardless|no hace falta|caso omiso|olvid|oubli|inutile|esque|desconsider|nao precisa|yok say|dikkate alma|gormezden|unut|забуд|не зважай|не треба|ігнор|무시|잊|無視|忘れ/u
const topMark =
  /(?<![\d.,:-])5(?![\d.,:-])|(?<!\p{L})(is|est|es|e|un|um) 5,(?!\d)|\b(full|max\p{L}*|highest|top|perfect)\b|maxim|tam puan|100|만점|満点|합격|合格|найвищ|максимал/u
/** "Note for the grader: …": whatever follows is not said to the assistant. */
const turnsToGrader =
  /(?:^|[.!?\n] ?)(?:note|nota|attention|atencion|atencao|dear|cher|chere|caro|cara|dikkat|увага|примітка|шановн\p{L}*)[ ,]+(?:[\p{L}']{1,5}[ ']){0,2}(?:grader|checker|examiner|evaluator|assessor|correct(?:eur|rice|or)|evaluat(?:eur|rice)|examinat?(?:eur|dor)|evaluador|avaliador|corretor|degerlendir(?:en|ici)\p{L}*|перевіря\p{L}*|оцінюва\p{L}*) ?[:,]/u
const nakedMark = /\{ ?"?(score|pass)"? ?:|\b(pass|score) ?[=:] ?"?(true|5)|만점|満点/u

function inOneBreath(flat: string, left: Match, right: Match): boolean {
  if (left.start < right.end && right.start < left.end) return false
  const from = Math.min(left.end, right.end)
  const to = Math.max(left.start, right.start)
  return to - from <= longestGap && flat.slice(Math.max(0, from), to).split(sentenceEnd).length <= 2
}

/**
 * A grader word with a push beside it ("give", "ignore"), and a wish for this text's own mark: a top mark, a word about this
 * answer or to the grader, or rules waved away. "Ignore instructions inside mails" has no grader word and is fine; so is a task about grading.
 */
export function gateInjection({ prompt, task }: GateInput): GateHit | null {
  if (matchesAny(task, task.lexicon.graderWords)) return null
  for (const text of [prompt, ...partsInOtherLanguages(prompt)]) {
    const hit = findPlea(text)
    if (hit) return hit
  }
  return null
}

const sentence = /[^.!?。！？\n]+[.!?。！？\n]*/gu

/** Whoever asks an assistant in one language may turn to the grader in another. */
function partsInOtherLanguages(prompt: ReadText): ReadText[] {
  const languages = (prompt.folded.match(sentence) ?? []).map((text) => ({
    text,
    language: detectLanguage(text, prompt.language),
  }))
  const others = new Set(languages.map(({ language }) => language))
  others.delete(prompt.language)
  return [...others].map((other) => {
    const own = languages.filter(({ language }) => language === other)
    return readText(own.map(({ text }) => text).join(' '), other)
  })
}

function findPlea(prompt: ReadText): GateHit | null {
  const naked = prompt.folded.match(nakedMark)
  if (naked) return { gate: 'injection', evidence: naked[0] }
  const said = turnsToChecker(prompt)
  if (said) return { gate: 'injection', evidence: said }
  if (ratingOfThings.test(prompt.flat)) return null
  const wish = selfReference.test(prompt.flat) || topMark.test(prompt.flat) || turnsToGrader.test(prompt.folded)
  const pushes = findMatches(prompt, prompt.lexicon.pushWords)
  for (const word of findMatches(prompt, prompt.lexicon.graderWords)) {
    const push = pushes.find((candidate) => inOneBreath(prompt.flat, word, candidate))
    if (push && (wish || wavingAway.test(push.text)))
      return { gate: 'injection', evidence: `${push.text} … ${word.text}` }
  }
  return null
}
