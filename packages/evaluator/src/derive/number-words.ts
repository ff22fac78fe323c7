/** Small numbers as words, in every language of the lexicons: a prompt may be in another language than its task. Written as in the lexicons. */
const words: Record<number, string[]> = {
  3: ['three', 'tres', 'trois', 'üç', 'три', 'трьох', '(^| )세 ', '셋', '三'],
  4: ['four', 'cuatro', 'quatre', 'quatro', 'dört', 'чотири', 'чотирьох', '(^| )네 ', '넷', '四'],
  5: ['five', 'cinco', 'cinq', 'beş', "п'ять", 'пяти', '다섯', '五'],
  6: ['six', 'seis', 'altı', 'шість', 'шести', '여섯', '六'],
  7: ['seven', 'siete', 'sept', 'sete', 'yedi', 'сім', 'семи', '일곱', '七'],
  8: ['eight', 'ocho', 'huit', 'oito', 'sekiz', 'вісім', 'восьми', '여덟', '八'],
  9: ['nine', 'nueve', 'neuf', 'nove', 'dokuz', "дев'ять", 'девяти', '아홉', '九'],
  10: ['ten', 'diez', 'dix', 'dez', '(^| )on( |$)', 'десять', 'десяти', '(^| )열 ', '十'],
  12: ['twelve', 'doce', 'douze', 'doze', 'on iki', 'дванадцять', '열두', '十二'],
}

const plainWord = (form: string) => !form.includes('(') && /\p{L}{2}/u.test(form)

/** The number that a word of a task stands for, three and above; one and two are said in too many ways to be looked for. */
export function numberOf(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word) >= 3 ? Number(word) : null
  const found = Object.entries(words).find(([, forms]) =>
    forms.some((form) => form === word || (plainWord(form) && form.replace("'", '') === word)),
  )
  return found ? Number(found[0]) : null
}

/** Ways to write a number in any language. */
export function formsOfNumber(value: number): string[] {
  return [String(value), ...(words[value] ?? [])]
}
