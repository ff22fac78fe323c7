import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeContentFolder, readSample } from '../../../content/src/test-support/content-folder.ts'
import { checkContent } from './check-content.ts'
import { reserveIds, writeCovers } from './write-generated.ts'

const made: (() => void)[] = []
afterEach(() => made.splice(0).forEach((remove) => remove()))

const writeGenerated = (folder: string) => [...writeCovers(folder), ...reserveIds(folder)]

const reviewed = Date.parse('2026-11-20')

function make(changes: Record<string, string> = {}) {
  const { folder, remove } = makeContentFolder(changes)
  made.push(remove)
  return folder
}

function check(folder: string, today = reviewed) {
  return checkContent(folder, today).map(
    ({ level, file, line, what }) => `${level} ${file.replace('content/courses/tea/', '')}:${line} ${what}`,
  )
}

function checkWith(path: string, from: string | RegExp, to: string) {
  const text = readSample(path)
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  return check(make({ [path]: changed }))
}

const courseYml = 'courses/tea/course.yml'
const one = 'courses/tea/lessons/l01-water/lesson.yml'
const two = 'courses/tea/lessons/l02-guests/lesson.yml'
const twoEn = 'courses/tea/lessons/l02-guests/en.md'

const about = (found: string[]) => found.filter((finding) => finding.includes('line of work'))

describe('full content check', () => {
  it('finds a course that does not say what it is not, or at length', () => {
    const path = 'courses/tea/text/en.md'
    const withWords = (count: number) => checkWith(path, 'imageAlt:', `notThis: ${'word '.repeat(count)}\nimageAlt:`)
    expect(check(make())).toContain('warning text/en.md:1 The course does not say what it is not')
    expect(withWords(30).filter((finding) => finding.includes('text/en.md'))).toEqual([])
    expect(withWords(31)).toContain('warning text/en.md:6 notThis has 31 words')
  })

  it('finds courses, chapters and lessons of the wrong size', () => {
    const found = check(make())
    expect(found).toContain('error course.yml:6 The course has 1 chapters')
    expect(found).toContain('error course.yml:6 tea.c1 has 2 lessons')
    expect(found).toContain('error lessons/l01-water/lesson.yml:8 The lesson has 2 fragments')
    expect(found).toContain('warning course.yml:6 The course has 1 recall questions')
  })

  it('finds lessons that take longer or shorter than their card says', () => {
    expect(check(make())).toContain('warning lessons/l01-water/lesson.yml:4 minutes is 4; words and practices take 0.6')
    const path = 'courses/tea/lessons/l01-water/en.md'
    const long = readSample(path).replace('Three minutes.', 'tea '.repeat(1200))
    expect(check(make({ [path]: long }))).toContain(
      'warning lessons/l01-water/lesson.yml:4 The lesson takes 7.9 minutes',
    )
  })

  it('finds a course with pictures in less than a third of its lessons', () => {
    const found = 'lessons have a picture'
    expect(check(make()).filter((finding) => finding.includes(found))).toEqual([
      'error course.yml:6 0 of 2 lessons have a picture',
    ])
    const withPicture = checkWith(one, '  - id: f1\n', '  - id: f1\n    pictures: [{id: i1, kind: pipeline}]\n')
    expect(withPicture.filter((finding) => finding.includes(found))).toEqual([])
  })

  it('finds a line of work with fewer than eight lessons, once lessons name any', () => {
    expect(about(check(make()))).toEqual([])
    const work = ['office', 'school', 'care', 'trades', 'jobSearch']
    expect(about(checkWith(one, 'minutes: 4', 'minutes: 4\nlinesOfWork: [shop]'))).toEqual([
      'warning content/courses:1 1 lessons are for the line of work shop',
      ...work.map((name) => `warning content/courses:1 0 lessons are for the line of work ${name}`),
    ])
    const often = Array.from({ length: 8 }, () => 'care').join(', ')
    expect(about(checkWith(one, 'minutes: 4', `minutes: 4\nlinesOfWork: [${often}]`)).join('\n')).not.toContain('care')
  })

  it('finds a lesson without a required practice', () => {
    const found = checkWith(one, 'required: true', 'required: false')
    expect(found).toContain('error lessons/l01-water/lesson.yml:8 No practice is required')
  })

  it('finds options of uneven length, negatives, "all of the above" and feedback without an explanation', () => {
    const path = 'courses/tea/lessons/l01-water/en.md'
    expect(checkWith(path, 'b: Hot\n', 'b: Hot water that has just come off the fire\n').join('\n')).toContain(
      'en.md:15 The longest option is',
    )
    expect(checkWith(path, 'Which water?', 'Which is not water?')).toContain(
      'warning lessons/l01-water/en.md:16 The question has a negative',
    )
    expect(checkWith(path, 'c: Salt', 'c: All of the above')).toContain(
      'warning lessons/l01-water/en.md:22 Option c is "All of the above"',
    )
    expect(check(make())).toContain('warning lessons/l01-water/en.md:19 a.feedback has 4 words')
  })

  it('finds outdated reviews, and legal ones sooner', () => {
    const at = 'warning lessons/l01-water/lesson.yml:6 The last review'
    expect(check(make(), Date.parse('2027-07-01')).filter((finding) => finding.startsWith(at))).toEqual([])
    const legal = make({ [one]: readSample(one).replace('kind: none', 'kind: legal') })
    expect(check(legal, Date.parse('2027-07-01'))).toContain(`${at} (legal) is 7 months old`)
    expect(check(make(), Date.parse('2028-01-01'))).toContain(`${at} (none) is 14 months old`)
  })

  it('finds two nearly identical tasks', () => {
    const path = 'courses/tea/lessons/l01-water/en.md'
    const question = 'question: Which water wakes the leaves in your old blue pot?'
    const folder = make({
      [path]: readSample(path).replace('question: Which water?', question),
      [twoEn]: readSample(twoEn).replace('question: Which water?', question),
    })
    expect(check(folder).join('\n')).toContain('l02-guests/en.md:16 This question is nearly that of')
  })

  it('finds scenes that cannot be drawn, with the line of the part', () => {
    const scene = 'image:\n  scene:\n    - sky: day\n    - cupp: {x: 6}\n'
    const found = checkWith(one, 'image: {scene: [sky: day, cup: {x: 6}]}\n', scene)
    expect(found.join('\n')).toContain('lesson.yml:8 The scene cannot be drawn: there is no part cupp')
    expect(checkWith(courseYml, 'symbol: cup', 'symbol: cup, color: pink').join('\n')).toContain(
      'course.yml:11 The scene cannot be drawn: there is no color pink',
    )
  })
})

describe('prompt task check', () => {
  const at = 'error lessons/l02-guests/en.md:34'

  it('accepts the sample', () => {
    expect(check(make()).filter((finding) => finding.startsWith(at))).toEqual([])
  })

  it('finds a model prompt that misses points', () => {
    expect(checkWith(twoEn, 'Write a short note for Ana.', 'Write a short note for a friend.')).toContain(
      `${at} The model prompt scores 3 (guest missing)`,
    )
    expect(checkWith(twoEn, 'Write a short note for Ana.', 'Write it.')).toContain(
      `${at} The model prompt scores 1 (gate short)`,
    )
  })

  it('finds a suggested sentence that does not express its point, whatever the model prompt says', () => {
    expect(checkWith(twoEn, 'It is for Ana.', 'It is for a friend.')).toContain(
      `${at} point.guest.add does not say guest`,
    )
  })

  it('finds a suggested sentence with a wrong value', () => {
    const changes = {
      [two]: readSample(two).replace('kind: fact', 'kind: length, is: 3, unit: sentences'),
      [twoEn]: readSample(twoEn)
        .replace(/point\.guest\.value: .*\n/, '')
        .replace('It is for Ana.', 'Use 3 sentences.')
        .replace('note for Ana.', 'note in 3 sentences.'),
    }
    expect(check(make(changes)).filter((finding) => finding.startsWith(at))).toEqual([])
    const own = changes[twoEn]?.replace('Use 3 sentences.', 'Use 4 sentences.') ?? ''
    expect(check(make({ ...changes, [twoEn]: own }))).toContain(`${at} point.guest.add does not say guest`)
    const other = changes[twoEn]?.replace('Please write a short note.', 'Please write a note in 4 sentences.') ?? ''
    expect(check(make({ ...changes, [twoEn]: other }))).toContain(`${at} point.task.add says another value of guest`)
  })

  it('finds a task text that already passes', () => {
    expect(checkWith(twoEn, /Ana comes for tea\.\n\n {2}Ask for a note\./, 'Write Ana a note.')).toContain(
      `${at} The task text itself scores 5`,
    )
  })

  it('finds hints that already pass', () => {
    const words = readSample(twoEn)
      .replace(/point\.task\.hint: .*/, 'point.task.hint: Write something.')
      .replace(/point\.guest\.hint: .*/, 'point.guest.hint: Name Ana.')
    expect(check(make({ [twoEn]: words }))).toContain(`${at} The hints typed back score 5`)
  })

  it.each(['answer', 'without'])('finds a long part of the answer: %s', (key) => {
    const piece = new RegExp(String.raw`point\.task\.${key}: .*`)
    const words = (count: number) => `point.task.${key}: ${'tea '.repeat(count).trim()}.`
    expect(checkWith(twoEn, piece, words(26))).toContain(`${at} point.task.${key} has more than 25 words`)
    expect(checkWith(twoEn, piece, words(25)).filter((finding) => finding.startsWith(at))).toEqual([])
  })

  it('checks every language of the task', () => {
    const spanish = readSample(twoEn)
      .replace('locale: en', 'locale: es')
      .replace('Write a short note for Ana.', '¡¿…?!')
    const found = check(make({ 'courses/tea/lessons/l02-guests/es.md': spanish }))
    expect(found).toContain('error lessons/l02-guests/es.md:34 The model prompt scores 0 (gate gibberish)')
    expect(found.filter((finding) => finding.startsWith(at))).toEqual([])
  })
})

describe('generated files', () => {
  it('are reported until they are written', () => {
    const folder = make()
    const before = check(folder)
    expect(before).toContain('error lessons/l01-water/lesson.yml:5 cover.svg has not been drawn')
    expect(before).toContain('error lessons/l01-water/lesson.yml:1 tea.l01 is not in ids.lock')
    expect(writeGenerated(folder)).toContain(join(folder, 'ids.lock'))
    expect(check(folder).filter((finding) => /cover|ids\.lock/.test(finding))).toEqual([])
    expect(writeGenerated(folder)).toEqual([])
  })

  it('of one lesson do not affect the ids of the others', () => {
    const folder = make()
    reserveIds(folder, (file) => file.includes('l01-water'))
    const lock = readFileSync(join(folder, 'ids.lock'), 'utf8')
    expect(lock).toContain('tea.l01.f1.p1\n')
    expect(lock).not.toContain('tea.l02')
  })

  it('are outdated when a scene changes', () => {
    const folder = make()
    writeGenerated(folder)
    writeFileSync(join(folder, one), readSample(one).replace('sky: day', 'sky: mint'))
    expect(check(folder)).toContain('error lessons/l01-water/lesson.yml:5 cover.svg is older than its scene')
  })

  it('keep every published id, even when a file loses it', () => {
    const folder = make()
    writeGenerated(folder)
    writeFileSync(join(folder, one), readSample(one).replace('  - id: f2\n', ''))
    writeGenerated(folder)
    const lock = readFileSync(join(folder, 'ids.lock'), 'utf8')
    const line = lock.split('\n').indexOf('tea.l01.f2') + 1
    expect(line).toBeGreaterThan(0)
    expect(check(folder)).toContain(`error content/ids.lock:${line} The published id tea.l01.f2 is gone`)
    expect(existsSync(join(folder, 'courses/tea/cover.svg'))).toBe(true)
  })
})

const inSecond = (file: string) => file.includes('l02-guests')

describe('partial check', () => {
  it('finds the same problems in these files as the full check', () => {
    const folder = make()
    const whole = checkContent(folder, reviewed).filter(({ file }) => inSecond(file))
    expect(whole.length).toBeGreaterThan(3)
    expect(checkContent(folder, reviewed, { isSelected: inSecond })).toEqual(whole)
  })

  it('reads no other lesson and no other course', () => {
    const folder = make()
    cpSync(join(folder, 'courses/tea'), join(folder, 'courses/tea-two'), { recursive: true })
    writeFileSync(join(folder, 'courses/tea-two/lessons/l01-water/lesson.yml'), '{')
    writeFileSync(join(folder, twoEn), readSample(twoEn).replace('Write a short note for Ana.', 'Write.'))
    const found = checkContent(folder, reviewed, { isSelected: (file) => file.includes('tea/lessons/l01-water') })
    expect(found.filter(({ file }) => !file.includes('tea/lessons/l01-water'))).toEqual([])
  })

  it('still knows the ids of the other courses', () => {
    const folder = make()
    cpSync(join(folder, 'courses/tea'), join(folder, 'courses/tea-two'), { recursive: true })
    const found = checkContent(folder, reviewed, { isSelected: (file) => file.includes('tea-two/') })
    expect(found.map(({ what }) => what).join('\n')).toMatch(
      /The id tea is already in content\/courses\/tea\/course\.yml/,
    )
  })
})
