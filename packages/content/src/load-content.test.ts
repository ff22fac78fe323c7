import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { course as courseShape, lesson as lessonShape } from '@kitewise/contract/entities'
import { afterEach, describe, expect, it } from 'vitest'
import { courseAnswer, describeTask, lessonAnswer } from './answers.ts'
import { loadContent, loadSnappedContent, snapContent } from './load-content.ts'
import { ContentError } from './source.ts'
import { makeContentFolder, productContent, readSample } from './test-support/content-folder.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

function load(changes: Record<string, string | null> = {}) {
  const { folder, remove } = makeContentFolder(changes)
  made.push(remove)
  return loadContent(folder)
}

function findProblems(changes: Record<string, string | null>) {
  try {
    load(changes)
    return []
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error.problems.map(({ file, line, what }) => `${file}:${line} ${what}`)
  }
}

const courseYml = 'courses/tea/course.yml'
const textEn = 'courses/tea/text/en.md'
const one = 'courses/tea/lessons/l01-water/lesson.yml'
const oneEn = 'courses/tea/lessons/l01-water/en.md'
const two = 'courses/tea/lessons/l02-guests/lesson.yml'
const twoEn = 'courses/tea/lessons/l02-guests/en.md'

/** File, text to replace, replacement, and the expected problem with its line. */
const broken: [string, string | RegExp, string, string][] = [
  [courseYml, 'order: 1', 'order: [', `${courseYml}:4 This is not valid YAML`],
  [courseYml, 'level: beginner', 'level: easy', `${courseYml}:2 level: Invalid option`],
  [courseYml, 'id: tea\n', 'id: coffee\n', `${courseYml}:1 The id coffee is not the folder's name`],
  [courseYml, ', tea.l02', '', `${two}:3 tea.l02 is in no chapter`],
  [courseYml, 'tea.l02]', 'tea.l02, tea.l03]', `${courseYml}:6 There is no lesson tea.l03`],
  [courseYml, 'tea.l02]', 'tea.l02, tea.l01]', `${courseYml}:6 tea.l01 is listed twice`],
  [
    courseYml,
    'id: m0, percentProgress: 0',
    'id: m0, percentProgress: 5',
    `${courseYml}:9 progressMessages must start at 0`,
  ],
  [courseYml, 'tea.l02.f2.p1', 'tea.l02.f1.p2', `${courseYml}:7 There is no practice tea.l02.f1.p2`],
  [courseYml, 'tea.l02.f2.p1', 'tea.l02.f1.p1', `${courseYml}:7 tea.l02.f1.p1 is not a prompt task`],
  [
    courseYml,
    'lessons: [tea.l01, tea.l02]',
    'lessons: [tea.l02, tea.l01]',
    `${courseYml}:7 tea.l02.f2.p1 is not in the last`,
  ],
  [courseYml, 'capstone: tea.l02.f2.p1\n', '', `${courseYml}:1 capstone: Invalid input`],
  [courseYml, 'prerequisites: []', 'prerequisites: [water]', `${courseYml}:4 water is not another course`],
  [textEn, 'title: Done\n', '', `${textEn}:16 Message m100 has no title`],
  [textEn, '## chapter tea.c1: Water\n', '', `${textEn}:1 Chapter tea.c1 has no title`],
  [textEn, 'language: en', 'language: es', `${textEn}:3 language is es`],
  [one, 'chapter: tea.c1', 'chapter: tea.c2', `${one}:3 tea.l01 says tea.c2`],
  [one, 'correct: b', 'correct: d', `${one}:10 f1.p1: question: the right choice d is not one of the choices`],
  [one, 'options: [a, b, c]', 'options: [a, b]', `${one}:10 fragments.0.practices.0.options: Too small`],
  [one, 'id: tea.l01', 'id: tea.l02', `The id tea.l02 is already in`],
  [two, 'recalls: tea.l01', 'recalls: tea.l02', `${two}:10 f1.p1: recalls: tea.l02 does not come before tea.l02`],
  [two, 'required: false', 'required: true', `${two}:10 f1.p1: A recall question is never required`],
  [one, 'minutes: 4', 'minutes: 4\nlinesOfWork: [pirate]', `${one}:5 linesOfWork.0: Invalid option`],
  [two, 'id: guest', 'id: task', `${two}:13 f2.p1: There are two points task`],
  [two, 'kind: fact', 'kind: guess', `${two}:18 fragments.1.practices.0.points.1.kind: Invalid option`],
  [two, 'level: must', 'level: may', `${two}:17 fragments.1.practices.0.points.0.level: Invalid option`],
  [two, 'of: write', 'words: write', `${two}:17 fragments.1.practices.0.points.0: Unrecognized key: "words"`],
  [two, 'of: write, ', '', `${twoEn}:34 point task: request needs of`],
  [two, 'of: write', 'of: sing', `${twoEn}:34 point task: sing isn't a request`],
  [two, 'kind: fact', 'kind: fact, least: 2', `${twoEn}:34 point guest: point.guest.value has fewer values than least`],
  [oneEn, 'lesson: tea.l01', 'lesson: tea.l09', `${oneEn}:2 lesson is tea.l09`],
  [oneEn, 'intro: Choose the water.\n', '', `${oneEn}:1 The front matter has no intro`],
  [oneEn, '# f2: Wait', '# Wait', `${oneEn}:28 "# Wait" is not a fragment heading`],
  [oneEn, '# f2: Wait', '# f3: Wait', `${oneEn}:9 The fragments are f1 f3; lesson.yml has f1 f2`],
  [oneEn, '[PRACTICE_1]', '[PRACTICE_2]', `${oneEn}:13 [PRACTICE_2]: f1 has 1 of them`],
  [oneEn, '[PRACTICE_1]\n', '', `${oneEn}:9 f1 has no [PRACTICE_1]`],
  [oneEn, '[PRACTICE_1]', 'Try: [PRACTICE_1]', `${oneEn}:13 [PRACTICE_1] is not alone on its line`],
  [oneEn, 'b.feedback: Hot water it is.\n', '', `${oneEn}:15 :::quiz p1 has no b.feedback`],
  [oneEn, 'hint: It bubbles.', 'clue: It bubbles.', `${oneEn}:17 clue is not a key of :::quiz p1`],
  [oneEn, 'c: Salt', 'Salt', `${oneEn}:22 This line of :::quiz p1 has no key`],
  [oneEn, 'wrong: No.\n:::', 'wrong: No.', `${oneEn}:15 :::quiz p1 is not closed`],
  [oneEn, 'wrong: No.', 'wrong:', `${oneEn}:25 wrong is empty`],
  [oneEn, 'Three minutes.', '', `${oneEn}:28 f2 has no text`],
  [oneEn, '\n# f1', '\nHello\n\n# f1', `${oneEn}:9 This text is in no fragment`],
  [twoEn, ':::prompt p1', ':::prompt p2', `${twoEn}:34 lesson.yml has no practice or picture f2.p2`],
  [twoEn, 'point.guest: Who comes\n', '', `${twoEn}:34 :::prompt p1 has no point.guest`],
  [twoEn, /point\.guest\.hint: .*\n/, '', `${twoEn}:34 :::prompt p1 has no point.guest.hint`],
  [twoEn, /point\.guest\.without: .*\n/, '', `${twoEn}:34 :::prompt p1 has no point.guest.without`],
  [twoEn, /point\.guest\.value: .*\n/, '', `${twoEn}:34 :::prompt p1 has no point.guest.value`],
  [twoEn, 'point.guest.value: Ana | our guest', 'point.guest.value: ;', `${twoEn}:34 point guest: fact needs`],
  [twoEn, 'point.guest.value:', 'point.guest.phrases:', `${twoEn}:52 point.guest.phrases is not a key of :::prompt p1`],
  [twoEn, 'model: |\n  Write a short note for Ana.\n', '', `${twoEn}:34 :::prompt p1 has no model`],
]

describe('invalid content folder', () => {
  it.each(broken)('in %s, %s → %s: names file and line', (file, from, to, expected) => {
    const text = readSample(file)
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    const problems = findProblems({ [file]: changed })
    expect(problems.filter((problem) => problem.includes(expected))).not.toEqual([])
  })

  it('names missing files and unknown languages', () => {
    const problems = findProblems({ [one]: null, [twoEn]: null, 'courses/tea/lessons/l02-guests/xx.md': 'x' })
    expect(problems).toContain(`content/${one}:1 The file is missing`)
    expect(problems).toContain(`content/${two}:1 tea.l02 has no words in en`)
    expect(problems).toContain('content/courses/tea/lessons/l02-guests/xx.md:1 xx is not in locales.yml')
  })

  it('names a prerequisite that comes later', () => {
    const later = readSample(courseYml).replaceAll('tea', 'milk').replace('order: 1', 'order: 2')
    const problems = findProblems({
      [courseYml]: readSample(courseYml).replace('prerequisites: []', 'prerequisites: [milk]'),
      'courses/milk/course.yml': later.replace('prerequisites: []', 'prerequisites: [tea]'),
    }).filter((problem) => problem.includes('comes later'))
    expect(problems).toEqual([`content/${courseYml}:4 milk comes later`])
  })

  it('includes instructions in the startup error', () => {
    const changed = readSample(one).replace('correct: b', 'correct: d')
    expect(() => load({ [one]: changed })).toThrow(
      `content/${one}:10  f1.p1: question: the right choice d is not one of the choices. Use one of a, b, c`,
    )
  })
})

describe('catalog', () => {
  it('finds courses, lessons and practices by their full ids', () => {
    const catalog = load()
    expect(catalog.findCourse('tea')?.lessons.map((lesson) => lesson.id)).toEqual(['tea.l01', 'tea.l02'])
    expect(catalog.findLesson('tea.l02')).toMatchObject({
      position: 1,
      chapter: { id: 'tea.c1' },
      course: { id: 'tea' },
    })
    expect(catalog.findPractice('tea.l02.f2.p1')).toMatchObject({ fragmentIndex: 1, practice: { isRequired: true } })
    expect(catalog.findLesson('tea.l03')).toBeNull()
    expect(catalog.findCover('tea.l01')).toMatch(/content\/art\/fallback-cover\.svg$/)
    expect(catalog.findCover('milk')).toBeNull()
  })

  it('says whose work a lesson helps, if it names any', () => {
    const catalog = load({ [one]: readSample(one).replace('minutes: 4', 'minutes: 4\nlinesOfWork: [shop, care]') })
    const [course] = catalog.courses.map((course) => courseShape.parse(courseAnswer(course, 'en')))
    const lessons = course?.chapters?.[0]?.lessons
    expect(lessons?.map(({ linesOfWork }) => linesOfWork)).toEqual([['shop', 'care'], undefined])
  })

  it("returns the learner's view of a lesson, with blocks removed from the text", () => {
    const found = load().findLesson('tea.l01')
    const answer = found && lessonAnswer(found, 'en')
    expect(answer?.fragments[0]?.content).toBe('Water is hot.\n\n[PRACTICE_1]')
    const quiz = answer?.fragments[0]?.practices[0]?.singleChoiceTest
    expect(quiz?.options[1]).toEqual({ id: 'b', text: 'Hot', isCorrect: true, feedback: 'Hot water it is.' })
  })

  it('keeps a # inside a code fence', () => {
    const catalog = load({ [oneEn]: readSample(oneEn).replace('Three minutes.', '```\n# not a heading\n```') })
    const found = catalog.findLesson('tea.l01')
    expect(found && lessonAnswer(found, 'en').fragments[1]?.content).toBe('```\n# not a heading\n```')
  })

  it('keeps the texts of points and the model prompt for the evaluator', () => {
    const catalog = load()
    const found = catalog.findPractice('tea.l02.f2.p1')
    if (found?.practice.type !== 'PROMPT_CREATION') throw new Error('not a prompt task')
    const task = describeTask(found.course, found.practice, 'fr')
    expect(task).toMatchObject({
      language: 'en',
      isExam: true,
      points: [
        { id: 'task', kind: 'request', of: 'write', level: 'must' },
        { id: 'guest', kind: 'fact' },
      ],
      texts: { title: 'A note', full: 'Ana comes for tea.\n\nAsk for a note.', model: 'Write a short note for Ana.' },
    })
    expect(task.texts.points['guest']).toEqual({
      name: 'Who comes',
      hint: 'Say for whom the note is.',
      add: 'It is for Ana.',
      answer: 'Dear Ana, the kettle is on.',
      without: 'Dear Sir or Madam, the kettle is on.',
      value: [['Ana', 'our guest']],
    })
    const shown = JSON.stringify(lessonAnswer(found, 'en'))
    for (const hidden of ['Write a short note', 'It is for Ana', 'our guest', 'kettle'])
      expect(shown).not.toContain(hidden)
  })

  it('returns a lesson in the requested language when it exists, and names the language', () => {
    const spanish = readSample(oneEn).replace('locale: en', 'locale: es').replace('title: Water', 'title: El agua')
    const catalog = load({ 'courses/tea/lessons/l01-water/es.md': spanish })
    const first = catalog.findLesson('tea.l01')
    const second = catalog.findLesson('tea.l02')
    expect(first && lessonAnswer(first, 'es')).toMatchObject({ language: 'es', title: 'El agua' })
    expect(second && lessonAnswer(second, 'es')).toMatchObject({ language: 'en', title: 'Guests' })
  })
})

describe('product courses', () => {
  const catalog = loadContent(productContent)

  it("match the contract's shapes", () => {
    for (const course of catalog.courses) {
      expect(courseShape.strict().parse(courseAnswer(course, 'en'))).toMatchObject({
        totalLessons: course.lessons.length,
      })
      for (const { id } of course.lessons) {
        const found = catalog.findLesson(id)
        expect(lessonShape.strict().parse(found && lessonAnswer(found, 'en')).language).toBe('en')
      }
    }
  })

  it('have a separate cover for every course and lesson', () => {
    for (const course of catalog.courses)
      for (const { id } of [course, ...course.lessons]) expect(catalog.findCover(id)).toMatch(/\/cover\.svg$/)
  })
})

const snap = (changes: Record<string, string | null> = {}) => {
  const { folder, remove } = makeContentFolder(changes)
  made.push(remove)
  // Outside the content: the folder's own files are what it is compared with.
  const file = `${dirname(folder)}.bin`
  writeFileSync(file, snapContent(folder))
  made.push(() => rmSync(file))
  return { folder, file }
}

describe('snapshot', () => {
  it('gives the catalog that the files give', () => {
    const { folder, file } = snap()
    const [fromFiles, fromSnapshot] = [loadContent(folder), loadSnappedContent(folder, file)]
    expect(fromSnapshot.courses).toEqual(fromFiles.courses)
    expect(fromSnapshot.quizzes).toEqual(fromFiles.quizzes)
    expect(fromSnapshot.findLesson('tea.l02')).toEqual(fromFiles.findLesson('tea.l02'))
    expect(fromSnapshot.findCover('tea')).toBe(fromFiles.findCover('tea'))
  })

  it('is not used for files that have changed since, nor when it is damaged', () => {
    const { folder, file } = snap()
    const text = readFileSync(join(folder, textEn), 'utf8')
    writeFileSync(join(folder, textEn), text.replace(/^title: .*$/m, 'title: Changed'))
    expect(loadSnappedContent(folder, file).findCourse('tea')?.words.get('en')?.title).toBe('Changed')
    writeFileSync(file, 'damaged')
    expect(loadSnappedContent(folder, file).findCourse('tea')?.words.get('en')?.title).toBe('Changed')
  })
})
