import { describe, expect, it } from 'vitest'
import { findPoint } from '../find-points.ts'
import type { Language } from '../lexicons/lexicon.ts'
import type { Point } from '../task.ts'
import { makePoint, makeTask } from '../test-support/make-task.ts'
import { readText } from '../text/read-text.ts'
import { kindNames, kindOf, type KindName } from './catalog.ts'

interface Row {
  point?: Partial<Point>
  says: [string, string]
  not: string
  /** A text in another language that expresses it. */
  other: [Language, string]
  /** A text with another value than the task's, and the task's value. */
  wrong?: [string, string]
}

const rows: Record<KindName, Row> = {
  age: {
    point: { is: 70 },
    says: ['A gift for my uncle, who is 70.', 'He turns seventy in May.'],
    not: 'A gift for my old uncle.',
    other: ['es', 'Mi tío cumple setenta años.'],
    wrong: ['My uncle is 60 years old.', '70 years old'],
  },
  ask_first: {
    says: ['Ask me questions before you start.', 'Interview me about my garden.'],
    not: 'Write about my garden.',
    other: ['fr', 'Pose-moi des questions avant de commencer.'],
  },
  avoid: {
    says: ['Dinner ideas without fish.', "I don't want anything spicy."],
    not: 'Dinner ideas for tonight.',
    other: ['pt', 'Ideias para o jantar, sem peixe.'],
  },
  check_plan: {
    says: ['I will check it against the bus timetable.', "I'll verify the prices before I send it."],
    not: 'Tell me about buses.',
    other: ['es', 'Luego lo voy a comprobar con el horario.'],
  },
  count: {
    point: { is: 3, of: 'ideas' },
    says: ['Give me three ideas.', '3 cheap gift ideas please'],
    not: 'Give me some ideas.',
    other: ['ko', '아이디어 세 가지 알려줘.'],
    wrong: ['Give me five ideas.', '3 ideas'],
  },
  date: {
    point: { is: '06-14' },
    says: ['It is on 14 June.', 'It moves to the fourteenth of June.'],
    not: 'It is in the summer.',
    other: ['ja', '六月十四日です。'],
    wrong: ['It is on 15 June.', '14 June'],
  },
  doubt: {
    says: ["Mark what you're not sure about.", 'Tell me where you are unsure.'],
    not: 'Tell me what it says.',
    other: ['fr', 'Dis-moi quand tu n’es pas sûr.'],
  },
  duration: {
    point: { is: 25, unit: 'minutes' },
    says: ['I have 25 minutes a day.', 'Twenty-five minutes each evening.'],
    not: 'I have little time.',
    other: ['ua', 'У мене двадцять п’ять хвилин.'],
    wrong: ['I have half an hour a day.', '25 minutes'],
  },
  example: {
    says: ['Write like this: "The cat is out again."', 'For example my last card from Rome.'],
    not: 'Write about my cat.',
    other: ['es', 'Por ejemplo, mi última tarjeta.'],
  },
  fact: {
    says: ['Ana will bring the cake.', 'A cake for ana'],
    not: 'Somebody will bring the cake.',
    other: ['tr', 'Pastayı Ana getirecek.'],
  },
  format: {
    point: { of: 'table' },
    says: ['Show it as a table.', 'Put it in a spreadsheet.'],
    not: 'Show it to me.',
    other: ['pt', 'Mostra numa tabela.'],
  },
  idea: {
    says: ['Each guest brings one dish.', 'Everybody brings a dish to share.'],
    not: 'Each guest brings a friend.',
    other: ['es', 'Cada invitado trae un plato.'],
  },
  keep: {
    says: ['Keep the second line as it is.', "Don't change the date."],
    not: 'Write another line.',
    other: ['fr', 'Garde la deuxième ligne.'],
  },
  language: {
    point: { is: 'es' },
    says: ['Answer in Spanish.', 'Write the letter in spanish please.'],
    not: 'Answer soon.',
    other: ['ja', 'スペイン語で答えて。'],
    wrong: ['Answer in French.', 'Spanish'],
  },
  length: {
    point: { is: 60, unit: 'words' },
    says: ['At most 60 words.', 'In sixty words'],
    not: 'Keep it short.',
    other: ['fr', 'En soixante mots au plus.'],
    wrong: ['At most 80 words.', '60 words'],
  },
  missing_rule: {
    says: ["If something is missing, write 'unknown'.", "If you don't know the price, say so."],
    not: 'Write down the prices.',
    other: ['es', 'Si falta algo, pon "desconocido".'],
  },
  money: {
    point: { is: 20, currency: 'EUR' },
    says: ['I can spend 20 euros.', 'Twenty euros at most.'],
    not: 'I can spend a little.',
    other: ['tr', 'En fazla 20 avro harcayabilirim.'],
    wrong: ['I can spend 50 euros.', '20 euros'],
  },
  no_invention: {
    says: ["Don't make anything up.", 'Do not invent facts.'],
    not: 'Tell me the facts.',
    other: ['fr', 'N’invente rien.'],
  },
  own_words: {
    point: { least: 4 },
    says: ['Boiler hums, pressure drops overnight, plumber shrugged.', 'Yesterday grandma burnt seven pancakes.'],
    not: 'Title and description.',
    other: ['pt', 'Caldeira zumbe, pressão cai, canalizador desistiu ontem.'],
  },
  people: {
    says: ['A walk with my two kids.', "I'm on my own."],
    not: 'A walk in the hills.',
    other: ['es', 'Un paseo con mi hija.'],
  },
  place: {
    says: ['I live in Porto.', 'Something near Leeds'],
    not: 'Something nice to do.',
    other: ['fr', 'J’habite à Lyon.'],
  },
  purpose: {
    says: ['I need it so that my boss can decide.', 'It is for the minutes, because we forget.'],
    not: 'Write a summary.',
    other: ['es', 'Lo necesito para que mi jefa decida.'],
  },
  reader: {
    says: ['A note for my neighbours.', 'It goes to my colleagues.'],
    not: 'A note about the lift.',
    other: ['pt', 'Uma nota para os meus vizinhos.'],
  },
  request: {
    point: { of: 'ideas' },
    says: ['Suggest something for Sunday.', 'What could I cook tonight?'],
    not: 'Sunday, rain, two children.',
    other: ['ko', '주말에 할 일 추천해 줘.'],
  },
  role: {
    says: ['You are the owner of a café.', 'Act as my landlord.'],
    not: 'Write to my landlord.',
    other: ['fr', 'Tu es le patron d’un café.'],
  },
  sources: {
    says: ['Name your sources.', 'Where did you read that? Give me links.'],
    not: 'Explain it to me.',
    other: ['es', 'Dime las fuentes.'],
  },
  steps: {
    says: ['Explain it step by step.', 'Give me numbered instructions.'],
    not: 'Explain it well.',
    other: ['pt', 'Explica passo a passo.'],
  },
  time: {
    point: { is: '13:00' },
    says: ['It starts at 1 pm.', 'We meet at 13:00.'],
    not: 'It starts after lunch.',
    other: ['ja', '午後一時に始まります。'],
    wrong: ['It starts at 3 pm.', '1 pm'],
  },
  tone: {
    says: ['Make it friendly.', 'A polite letter'],
    not: 'A letter to the bank.',
    other: ['fr', 'Sur un ton chaleureux.'],
  },
  withhold: {
    says: ['A friend has trouble sleeping.', 'What helps against panic?'],
    not: 'Nora has trouble sleeping.',
    other: ['es', 'Una amiga duerme mal.'],
    wrong: ['Nora has trouble sleeping.', 'a friend'],
  },
}

const texts = {
  fact: { value: [['Ana']] },
  idea: { phrases: [['brings a dish']] },
  withhold: { value: [['Nora']], instead: 'a friend' },
}

const find = (kind: KindName, text: string, language: Language = 'en') => {
  const point = makePoint({ kind, ...rows[kind].point })
  const task = makeTask([point], { texts, in: { es: { idea: { phrases: [['trae un plato']] } } } })
  return findPoint(readText(text, language), point, task)
}

describe('every kind', () => {
  it.each(kindNames)('is found in a text that expresses it: %s', (kind) => {
    const { says, other } = rows[kind]
    expect(says.filter((text) => find(kind, text).state !== 'found')).toEqual([])
    expect([other[1], find(kind, other[1], other[0]).state]).toEqual([other[1], 'found'])
  })

  it.each(kindNames)('is not found in a text that does not express it: %s', (kind) => {
    expect(find(kind, rows[kind].not).state).not.toBe('found')
  })

  // Withheld information has no words in the text.
  it.each(kindNames.filter((kind) => kind !== 'withhold'))('quotes words from the text: %s', (kind) => {
    const [text] = rows[kind].says
    const quotes = find(kind, text).spans.map(({ from, to }) => text.slice(from, to).trim())
    expect(quotes).not.toEqual([])
    expect(quotes).not.toContain('')
  })
})

const withWrong = kindNames.flatMap((kind) => {
  const { wrong } = rows[kind]
  return wrong ? [{ kind, text: wrong[0], right: wrong[1] }] : []
})

describe("a value other than the task's", () => {
  it('is known for every closed kind except a fact, which has no other values', () => {
    const closed = kindNames.filter((kind) => kindOf(kind).isClosed && kind !== 'fact')
    expect(withWrong.map(({ kind }) => kind)).toEqual(closed)
  })

  it.each(withWrong)('is wrong, and the right one is known: $kind', ({ kind, text, right }) => {
    const { state, expected, replace = [] } = find(kind, text)
    expect(state).toBe('wrong')
    expect(expected ?? replace[0]?.text).toBe(right)
  })
})

describe('the number of things that a point needs', () => {
  it.each([
    ['avoid', 2, 'No fish and no nuts.', 'No fish.'],
    ['example', 2, 'Like "It rained again." and "The cat slept on."', 'Like "It rained again."'],
  ] as const)('counts separate finds of %s', (kind, least, both, one) => {
    const point = makePoint({ kind, least })
    const task = makeTask([point])
    expect(findPoint(readText(both, 'en'), point, task).state).toBe('found')
    expect(findPoint(readText(one, 'en'), point, task).state).toBe('missing')
  })

  it('counts each value of a fact once', () => {
    const point = makePoint({ kind: 'fact' })
    const task = makeTask([point], { texts: { fact: { value: [['8 June', 'June 8'], ['Ana']] } } })
    expect(findPoint(readText('Ana comes on June 8.', 'en'), point, task).state).toBe('found')
    expect(findPoint(readText('8 June, so June 8 it is.', 'en'), point, task).state).toBe('missing')
  })
})

describe('the parameters of a point', () => {
  it.each([
    [{ kind: 'count' }, 'count needs is'],
    [{ kind: 'length', is: 3 }, 'needs a unit'],
    [{ kind: 'length', unit: 'metres' }, "metres isn't a unit"],
    [{ kind: 'duration', unit: 'pages' }, "pages isn't a unit"],
    [{ kind: 'time', is: '1 pm' }, 'must be a time'],
    [{ kind: 'date', is: 'June' }, 'must be "06-08"'],
    [{ kind: 'request', of: 'dance' }, "dance isn't a request"],
    [{ kind: 'format' }, 'format needs of'],
    [{ kind: 'fact' }, 'fact needs'],
    [{ kind: 'idea' }, 'idea needs'],
    [{ kind: 'withhold' }, 'withhold needs'],
  ] as const)('are validated: %o', (parameters, problem) => {
    const point = makePoint(parameters)
    expect(kindOf(point.kind).check?.(point, makeTask([point]).texts)).toContain(problem)
  })
})
