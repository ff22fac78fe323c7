import type { Concept } from '../concepts.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** Looks like the concept and is not: what a cue must not take. */
export const lookAlikes: Record<LexiconLanguage, readonly [string, ...Concept[]][]> = {
  en: [
    ['a poem for the party on friday', 'no_invention', 'reader'],
    ['check the spelling', 'check_plan'],
    ['ask for a short mail', 'no_invention', 'missing_rule'],
  ],
  es: [
    ['un texto para la fiesta del viernes', 'reader'],
    ['una receta para el fin de semana', 'reader'],
    ['revisa la ortografia', 'check_plan'],
    ['di no a la invitacion', 'no_invention'],
  ],
  fr: [
    ['un texte pour la fete de vendredi', 'reader'],
    ['un menu pour le week-end', 'reader'],
    ["verifie l'orthographe", 'check_plan'],
  ],
  pt: [
    ['um texto para a festa de sexta', 'reader'],
    ['uma receita para o fim de semana', 'reader'],
    ['revise a ortografia', 'check_plan'],
  ],
  tr: [
    ['cuma gunku parti icin bir siir', 'reader'],
    ['yazim hatalarini kontrol et', 'check_plan'],
    ['yanina soru işareti koy', 'ask_for_questions'],
    ['hala bekliyorum', 'people'],
  ],
  ua: [
    ['вірш для свята у пятницю', 'reader'],
    ['рецепт для вихідних', 'reader'],
    ['перевір орфографію', 'check_plan'],
    ['лист до пятниці', 'reader'],
  ],
  ko: [
    ['금요일 파티 시 한 편', 'no_invention', 'missing_rule'],
    ['맞춤법을 확인해 줘', 'check_plan'],
  ],
  ja: [
    ['金曜のパーティーの詩', 'no_invention', 'missing_rule'],
    ['誤字を確認して', 'check_plan'],
    ['やめるときの期間', 'missing_rule'],
    ['パスワードの作り方', 'avoid'],
  ],
}
