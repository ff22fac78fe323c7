import type { PassedPrompt } from '@kitewise/contract/entities'
import { describe, expect, it } from 'vitest'
import { coursesOf, fileNameOn, findPrompts, promptsAsText } from './portfolio.ts'

const passed = (prompt: string, course = 'ai-zero', overrides: Partial<PassedPrompt> = {}): PassedPrompt => ({
  practiceId: `${course}.${prompt}`,
  prompt,
  passedAt: '2026-11-22T12:00:00.000Z',
  task: {
    title: 'A note',
    course: { id: course, title: `Course ${course}` },
    lesson: { id: `${course}.l01`, title: 'First words' },
    language: 'en',
  },
  ...overrides,
})

describe('search in passed prompts', () => {
  it.each([
    ['crème brûlée', 'creme brulee'],
    ['creme brulee', 'CRÈME'],
    ['Write to my landlord about the heating', 'heating landlord'],
    ['Їжа для гостей', 'іжа'],
    ['İşçi bayramı', 'isci bayrami'],
    ['한국어로 써 줘', '한국'],
    ['メールを書いて', 'メール'],
    ['ＡＩ', 'ai'],
    ['anything', '   '],
    ['no such word', 'note first course'],
  ])('finds “%s” by “%s”', (prompt, search) => {
    expect(findPrompts([passed(prompt)], { search, courseId: null })).toHaveLength(1)
  })

  it('needs every word, and leaves the order as it is', () => {
    const prompts = [passed('a poem for Oma'), passed('a song for Opa'), passed('a poem for Opa')]
    const found = findPrompts(prompts, { search: 'poem opa', courseId: null })
    expect(found.map(({ prompt }) => prompt)).toEqual(['a poem for Opa'])
    expect(findPrompts(prompts, { search: 'for', courseId: null })).toEqual(prompts)
  })

  it('keeps to a course; a task that is gone belongs to none', () => {
    const prompts = [passed('one', 'a'), passed('two', 'b'), passed('three', 'a', { task: null })]
    const found = findPrompts(prompts, { search: '', courseId: 'a' })
    expect(found.map(({ prompt }) => prompt)).toEqual(['one'])
    expect(findPrompts(prompts, { search: 'three', courseId: null })).toHaveLength(1)
    expect(coursesOf([...prompts, passed('four', 'b')])).toEqual([
      { id: 'a', title: 'Course a' },
      { id: 'b', title: 'Course b' },
    ])
  })
})

describe('the file of prompts', () => {
  it('has title, place, date and words of each prompt', () => {
    const prompts = [passed('Write a poem.\nIn rhyme.'), passed('Old words', 'a', { task: null })]
    expect(promptsAsText(prompts, { title: 'My prompts', changedTask: 'An old task' })).toBe(
      '# My prompts\n\n## A note\nCourse ai-zero · First words · 11/22/2026\n\nWrite a poem.\nIn rhyme.\n\n' +
        '## An old task\n11/22/2026\n\nOld words\n',
    )
  })

  it('is named with the day of this device', () => {
    expect(fileNameOn(new Date(2026, 10, 2, 23, 59))).toBe('my-prompts-2026-11-02.txt')
    expect(fileNameOn(new Date(2026, 10, 3, 0, 1))).toBe('my-prompts-2026-11-03.txt')
  })
})
