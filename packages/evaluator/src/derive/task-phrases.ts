import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** How tasks talk to a learner, for telling what they ask for from what they only tell. Tried on one sentence at a time. */
export type TaskPhrases = {
  /** The learner is told to write: from here on the text is about the prompt, before it stands the story. */
  request: RegExp
  /** What follows is welcome or free, not asked for. */
  extra: RegExp
  /** A case for learners who have none of their own; all of it may be replaced. */
  borrowed: RegExp
  /** The givens of the story are to be passed on. */
  passOn: RegExp
  /** Names what something costs; a sum of money says it. */
  price: RegExp
  /** A point of a list that begins so names what must not be passed on. */
  hide: RegExp
}

const promptWord = 'prompt|istem|промпт|프롬프트|プロンプト'
const phrase = (source: string) => new RegExp(source, 'iu')

/** Phrases of each language in which tasks are written. */
export const taskPhrases: Record<LexiconLanguage, TaskPhrases> = {
  en: {
    request: phrase(`${promptWord}|^(write|ask|request|brief|instruct) |(write|get) (its|the|it|them|that|this) `),
    extra: phrase(
      `welcome extra|even better|easier to use|(don.t|do not) (have|need) (to )?|you can say|may be used|is free\\b|are free\\b|optional|bonus`,
    ),
    borrowed: phrase(`\\bborrow|from your own life|nothing planned|(no|nothing) [a-z ]*(in|to) mind|at hand\\?`),
    passOn: phrase(`\\bfacts?\\b|details|pass on`),
    price: phrase(`\\b(prices?|costs?|fees?)\\b`),
    hide: phrase(`^(hide|leave out|blur|anonymi[sz]e)`),
  },
  es: {
    request: phrase(`${promptWord}|^(escr[ií]be|pregunta|preg[uú]nta|pide)`),
    extra: phrase(`mejor todav[ií]a|la mejora|te servir[aá]|extra|no hace falta|puedes (decir|inventar)|opcional`),
    borrowed: phrase(`(toma|tomar) prestad|^o? ?(usa|piensa en) |de tu vida|¿no (tienes|se te ocurre)`),
    passOn: phrase(`\\b(datos|hechos)\\b`),
    price: phrase(`precio|cuota|coste`),
    hide: phrase(`^(oculta|esconde|difumina|quita)`),
  },
  fr: {
    request: phrase(`${promptWord}|^([eé]cri[st]|[eé]crivez|demande)`),
    extra: phrase(`encore mieux|bonus|facultatif|pas besoin|pas oblig|(tu peux|vous pouvez) dire`),
    borrowed: phrase(`emprunt|de (ta|votre) (propre )?vie|rien de pr[eé]vu|pas d.id[eé]e`),
    passOn: phrase(`\\b(faits?|donn[eé]es)\\b`),
    price: phrase(`\\bprix\\b|tarif|co[uû]t`),
    hide: phrase(`^(cache|masque|enl[eè]ve|floute)`),
  },
  pt: {
    request: phrase(`${promptWord}|^(escrev|pergunt|pe[cç]a )`),
    extra: phrase(`ainda melhor|extra|opcional|n[aã]o precisa|n[aã]o [eé] preciso|pode(s)? dizer`),
    borrowed: phrase(`emprestad|da (sua|tua) (pr[oó]pria )?vida|nada planejado|sem ideia`),
    passOn: phrase(`\\b(fa(c)?tos|dados)\\b`),
    price: phrase(`pre[cç]o|taxa|custo`),
    hide: phrase(`^(esconda|oculte|tire|retire)`),
  },
  tr: {
    request: phrase(`${promptWord}|(yaz|iste|sor)(ın|in|un|ün)?[.:!]?$`),
    extra: phrase(`daha (da )?iyi olur|isteğe bağlı|gerekmez|zorunda değil|artı olur`),
    borrowed: phrase(`ödünç|kendi hayatından|aklına .*gelm`),
    passOn: phrase(`bilgiler|gerçekler|verileri`),
    price: phrase(`fiyat|ücret`),
    hide: phrase(`^(gizle|sakla)`),
  },
  ua: {
    request: phrase(`${promptWord}|^(напишіть|напиши|запита|попрос)`),
    extra: phrase(`приємни[йм] додат|[іщ]ще кращ|буде легше|не треба|необов|можна вигадати|можете сказати`),
    borrowed: phrase(`позич|зі свого життя|візьміть день|нічого (не|на)`),
    passOn: phrase(`факти|дані`),
    price: phrase(`цін[аиу]|варт[оі]ст`),
    hide: phrase(`^(приховай|сховай|прибер)`),
  },
  ko: {
    request: phrase(`${promptWord}|(쓰세요|작성하세요|부탁하세요|물어보세요)`),
    extra: phrase(`더 좋|더욱 좋|선택 사항|필요는 없|않아도 (됩니다|돼요)`),
    borrowed: phrase(`빌려|빌리|떠오르지 않|자기 삶에서`),
    passOn: phrase(`사실|정보`),
    price: phrase(`가격|요금|회비|비용`),
    hide: phrase(`(숨기|가리|빼)`),
  },
  ja: {
    request: phrase(`${promptWord}|(書いて|頼んで|聞いて)(ください|みましょう)`),
    extra: phrase(`さらに良|なお良|もっと良|任意|なくても(いい|よい|かまいません)|必要はありません`),
    borrowed: phrase(`借り|思いつかない|自分の生活から`),
    passOn: phrase(`事実|情報`),
    price: phrase(`価格|値段|会費|料金|費用`),
    hide: phrase(`(隠|伏せ|書かない)`),
  },
}
