import { quizAnswer } from '@kitewise/content/answers'
import { loadContent } from '@kitewise/content/load-content'
import { dailyMinutes, learningGoals } from '@kitewise/contract/onboarding-entities'
import { afterEach, describe, expect, it } from 'vitest'
import { makeContentFolder, productContent, readSample } from '../../content/src/test-support/content-folder.ts'
import { sampleQuiz } from '../../content/src/test-support/sample-quiz.ts'
import { checkContent } from './lint/check-content.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

const courseYml = 'courses/tea/course.yml'
const withGoals = (goals: string) => readSample(courseYml).replace('order: 1', `order: 1\ngoals: [${goals}]`)

/** The sample course serves every goal of the sample quiz. */
const make = (files: Partial<typeof sampleQuiz>, more: Record<string, string | null> = {}) => {
  const own = Object.entries({ ...sampleQuiz, ...files }).map(([name, text]) => [`quizzes/f1-v1/${name}`, text])
  const { folder, remove } = makeContentFolder({
    [courseYml]: withGoals(learningGoals.join(', ')),
    ...Object.fromEntries(own),
    ...more,
  })
  made.push(remove)
  return folder
}

const check = (folder: string) =>
  checkContent(folder, Date.parse('2026-11-20'))
    .filter(({ file }) => file.includes('quizzes'))
    .map(({ level, file, line, what }) => `${level} ${file.replace('content/quizzes/f1-v1/', '')}:${line} ${what}`)

/** Checks the sample with one piece of a file replaced. */
const checkWith = (name: keyof typeof sampleQuiz, from: string | RegExp, to: string) => {
  const text = sampleQuiz[name].replace(from, to)
  expect(text).not.toBe(sampleQuiz[name])
  return check(make({ [name]: text }))
}

const inQuiz = (file: string) => file.includes('quizzes/f1-v1')

describe('onboarding quiz check', () => {
  it('gives the same result alone as in the full check', () => {
    const folder = make({ 'quiz.yml': sampleQuiz['quiz.yml'].replace('variant: 1', 'variant: 2') })
    const alone = checkContent(folder, Date.parse('2026-11-20'), { isSelected: inQuiz })
    expect(alone.map(({ what }) => what)).toEqual(['f1-v1 is variant 2, version 1'])
  })

  it('accepts the quiz as it is', () => {
    expect(check(make({}))).toEqual([])
  })

  it.each([
    ['a folder of another name', 'id: f1-v1', 'id: f3-v1', 'error quiz.yml:2 The id f3-v1 is not the folder'],
    ['another variant', 'variant: 1', 'variant: 2', 'error quiz.yml:2 f1-v1 is variant 2, version 1'],
    ['a step id used twice', '- id: speech', '- id: month', 'Step month appears twice'],
    ['an option id used twice', '{id: callIt,', '{id: compare,', 'Option compare appears twice'],
    ['an option called title', '{id: callIt,', '{id: title,', 'An option cannot be called title'],
    [
      'a free task that is a question',
      'tea.l02.f2.p1',
      'tea.l02.f1.p1',
      'error quiz.yml:5 tea.l02.f1.p1 is not a prompt',
    ],
    ['a missing free task', 'tea.l02.f2.p1', 'tea.l09.f1.p1', 'tea.l09.f1.p1 is not a prompt task'],
    ['an unknown goal', 'goals: [work]', 'goals: [wealth]', 'steps.1.options.1.goals.0'],
    ['an unknown key', 'readiness: 7', 'points: 7', 'Unrecognized key'],
    ['minutes without a matching goal', 'minutes: 15', 'minutes: 17', 'must be 5, 10, 15, 20'],
    ['negative points', 'readiness: 7', 'readiness: -7', 'Too small'],
    [
      'an exclusive option of a single choice',
      '{id: keen, readiness: 8}',
      '{id: keen, readiness: 8, exclusive: true}',
      'keen is exclusive in a single choice',
    ],
    ['an option that changes nothing', '{id: keen, readiness: 8}', '{id: keen}', 'keen changes nothing'],
    [
      'a neutral option with points',
      '{id: nothing, neutral',
      '{id: nothing, readiness: 1, neutral',
      'is neutral and has',
    ],
    [
      'an option without points among others',
      '{id: keen, readiness: 8}',
      '{id: keen, goals: [work]}',
      'Some options of mood',
    ],
    [
      'an option without minutes among others',
      '{id: ten, minutes: 10}',
      '{id: ten, neutral: true}',
      'Only some answers',
    ],
  ])('finds %s', (_, from, to, found) => {
    expect(checkWith('quiz.yml', from, to).join('\n')).toContain(found)
  })

  it('finds a goal that no course serves', () => {
    const folder = make({}, { [courseYml]: withGoals(learningGoals.filter((goal) => goal !== 'safety').join(', ')) })
    expect(check(folder).join('\n')).toContain('has the goal safety, which no course serves')
  })

  it('finds a step with unused answers', () => {
    const step =
      '  - id: color\n    kind: single\n    options:\n      - {id: red, neutral: true}\n      - {id: blue, neutral: true}\n'
    expect(checkWith('quiz.yml', '  - id: mood', `${step}  - id: mood`).join('\n')).toContain(
      'No answer of color is used',
    )
  })

  it('finds too few steps and a plan with missing parts', () => {
    const text = sampleQuiz['quiz.yml'].replace(/ {2}- \{id: fiveMinutes[\s\S]*/, '')
    const words = sampleQuiz['en.md'].replace(/:::step fiveMinutes[\s\S]*/, '')
    expect(check(make({ 'quiz.yml': text, 'en.md': words }))).toEqual([
      'error quiz.yml:7 The quiz has 3 steps',
      'error quiz.yml:7 The quiz has no information step',
      'error quiz.yml:7 No answer says anything about minutes',
    ])
  })

  it.each([
    ['a step without texts', ':::step mood', ':::step moods', 'error en.md:1 Step mood has no words'],
    ['texts without a step', ':::step mood', ':::step moods', 'quiz.yml has no step moods'],
    ['an option without a label', 'keen: Eager to start\n', '', 'Step mood has no keen'],
    [
      'a label without an option',
      'keen: Eager to start\n',
      'keen: Keen\nangry: Angry\n',
      'Step mood has no option angry',
    ],
    ['an information step without text', /(:::step next\ntitle: .*\n)text: .*\n/, '$1', 'Step next has no text'],
    ['another quiz’s front matter', 'quiz: f1-v1', 'quiz: f2-v1', 'error en.md:2 quiz is f2-v1'],
    ['a loose line', ':::step mood', 'Hello\n\n:::step mood', 'This line is not part of a step'],
    ['a block of another kind', ':::step mood', ':::quiz mood', ':::quiz does not belong here'],
    ['a label above the length limit', 'Eager to start', 'Eager to start '.repeat(9), 'option.keen has'],
    ['a reply to no option', 'late.reply:', 'lately.reply:', 'Step worries has no option lately.reply'],
    ['a reply above the length limit', 'expect no knowledge at all.', 'expect nothing. '.repeat(9), 'late.reply has'],
    ['a title above the length limit', 'about learning this?', 'about learning this '.repeat(6), 'title has'],
    ['a text above the length limit', 'This decides which', 'This decides '.repeat(20), 'text has'],
    [
      'pressure',
      'It feels too late to start',
      'Everyone else is ahead',
      'warning en.md:103 option.late presses: "Everyone else"',
    ],
    ['a product', 'It feels too late to start', 'ChatGPT is too fast', 'names a product'],
    ['raw HTML', 'It feels too late to start', '<b>It</b> feels late', 'is raw HTML'],
  ])('finds %s', (_, from, to, found) => {
    expect(checkWith('en.md', from, to).join('\n')).toContain(found)
  })

  it('finds a missing first quiz or missing English texts', () => {
    expect(check(make({}, { 'quizzes/f1-v1/quiz.yml': null })).join('\n')).toContain(
      'error quiz.yml:1 The file is missing',
    )
    expect(check(make({}, { 'quizzes/f1-v1/en.md': null })).join('\n')).toContain('f1-v1 has no words in en')
    const { folder, remove } = makeContentFolder({})
    made.push(remove)
    expect(check(folder)).toEqual(['error content/quizzes:1 There is no quiz f1-v1'])
  })
})

describe('loaded quiz', () => {
  it('does not load with a broken structure', () => {
    expect(() => loadContent(make({ 'quiz.yml': sampleQuiz['quiz.yml'].replace('variant: 1', 'variant: 2') }))).toThrow(
      /f1-v1 is variant 2/,
    )
  })

  it('is returned in the requested language, or completely in English', () => {
    const spanish = sampleQuiz['en.md'].replace('language: en', 'language: es').replace('Eager to start', 'Con ganas')
    const catalog = loadContent(make({}, { 'quizzes/f1-v1/es.md': spanish }))
    const quiz = catalog.findQuiz(1, 1)
    if (!quiz) throw new Error('the quiz was not loaded')
    const label = (language: string) => quizAnswer(quiz, language).steps.at(-2)?.options.at(-1)?.label
    expect([label('es'), label('en'), label('ja')]).toEqual(['Con ganas', 'Eager to start', 'Eager to start'])
    expect([quizAnswer(quiz, 'es').language, quizAnswer(quiz, 'ja').language]).toEqual(['es', 'en'])
    const experience = quizAnswer(quiz, 'en').steps[0]?.options.map(({ reply }) => reply)
    expect(experience?.[0]).toBe('Then there’s nothing to unlearn. The first lessons start at zero.')
    expect(JSON.stringify(quizAnswer(quiz, 'en'))).not.toMatch(/readiness|goals|neutral/)
    expect([catalog.findQuiz(1, 2), catalog.findQuiz(3, 1)]).toEqual([null, null])
  })

  it('has two variants in the product, each with every pace, the task of course 1 and exclusive answers', () => {
    const { quizzes } = loadContent(productContent)
    expect(quizzes.map(({ id }) => id)).toEqual(['f1-v1', 'f2-v1'])
    for (const quiz of quizzes) {
      expect(quiz.miniTask).toBe('ai-zero.l03.f3.p1')
      const paces = quiz.steps.flatMap(({ options }) => options.flatMap((option) => option.minutes ?? []))
      expect(paces).toEqual(dailyMinutes)
      const shown = quizAnswer(quiz, 'en').steps.flatMap(({ kind, options }) => (kind === 'multiple' ? options : []))
      expect(shown.filter(({ isExclusive }) => isExclusive).map(({ id }) => id)).toEqual(['noneYet', 'nothing'])
    }
  })

  it('gives courses their goals, or none when course.yml names none', () => {
    const goalsOf = (course: string) => loadContent(make({}, { [courseYml]: course })).courses[0]?.goals
    expect(goalsOf(withGoals('work, study'))).toEqual(['work', 'study'])
    expect(goalsOf(readSample(courseYml))).toEqual([])
  })
})
