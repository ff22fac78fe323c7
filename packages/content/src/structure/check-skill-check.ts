import type { ContentProblem, CourseSource, SkillCheckSource, SkillCheckWordsSource } from '../source.ts'

/** Form a is asked before the course, form b after it. */
const skillForms = ['a', 'b'] as const

/** Checks that items are about lessons of the course, and that every language has every question. */
export function checkSkillCheck(course: CourseSource, fallback: string): ContentProblem[] {
  const { skillCheck } = course
  if (!skillCheck) return []
  const { file, neutral, lineOf, words } = skillCheck
  const lessons = new Set(course.neutral.chapters.flatMap((chapter) => chapter.lessons))
  const problems: ContentProblem[] = []
  for (const [index, item] of neutral.items.entries()) {
    const at = { file, line: lineOf(['items', index]) }
    if (neutral.items.findIndex(({ id }) => id === item.id) < index)
      problems.push({ ...at, what: `There are two items ${item.id}`, fix: 'Give each item an id of its own' })
    if (!lessons.has(item.about))
      problems.push({ ...at, what: `There is no lesson ${item.about}`, fix: 'Name a lesson of this course' })
    for (const form of skillForms.filter((form) => !item[form].options.includes(item[form].correct)))
      problems.push({ ...at, what: `${item.id}${form}: the right option is not one of the options`, fix: 'Correct it' })
  }
  if (!words.some(({ language }) => language === fallback))
    problems.push({ file, line: 1, what: `It has no words in ${fallback}`, fix: `Add skill-check/${fallback}.md` })
  return [...problems, ...words.flatMap((own) => checkWords(skillCheck, own))]
}

function checkWords({ neutral }: SkillCheckSource, { file, blocks }: SkillCheckWordsSource): ContentProblem[] {
  const questions = new Map(
    neutral.items.flatMap((item) =>
      skillForms.map((form) => [`${item.id}${form}`, ['question', ...item[form].options]]),
    ),
  )
  const missing = [...questions].flatMap(([id, keys]) => {
    const block = blocks.find((own) => own.id === id)
    if (!block) return [{ file, line: 1, what: `${id} has no words`, fix: `Add :::item ${id} … :::` }]
    const lost = keys.filter((key) => !block.entries.has(key))
    return lost.map((key) => ({ file, line: block.line, what: `${id} has no ${key}`, fix: `Add ${key}: …` }))
  })
  const unknown = blocks
    .filter(({ id }) => !questions.has(id))
    .map(({ id, line }) => ({ file, line, what: `skill-check.yml has no ${id}`, fix: 'Remove the block' }))
  return [...missing, ...unknown]
}
