import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The product's own content. */
export const productContent = join(import.meta.dirname, '../../../../content')

const locales = `fallback: en
languages: [en, es]
`

const course = `id: tea
level: beginner
order: 1
prerequisites: []
chapters:
  - {id: tea.c1, lessons: [tea.l01, tea.l02]}
capstone: tea.l02.f2.p1
progressMessages:
  - {id: m0, percentProgress: 0}
  - {id: m100, percentProgress: 100}
cover: {symbol: cup}
review: {kind: none, on: 2026-11-01, by: "-"}
`

const courseWords = `---
course: tea
language: en
title: "Tea: a start"
description: How to make it.
imageAlt: A cup
---

## chapter tea.c1: Water

:::message m0
title: Begin
description: Put the kettle on.
:::

:::message m100
title: Done
description: You can make tea.
:::
`

const firstLesson = `id: tea.l01
slug: water
chapter: tea.c1
minutes: 4
image: {scene: [sky: day, cup: {x: 6}]}
review: {kind: none, on: 2026-11-01, by: "-"}
fragments:
  - id: f1
    practices:
      - {id: p1, type: SINGLE_CHOICE_TEST, required: true, options: [a, b, c], correct: b}
  - id: f2
`

const firstWords = `---
lesson: tea.l01
locale: en
title: Water
intro: Choose the water.
imageAlt: A cup of tea
---

# f1: Hot or cold

Water is hot.

[PRACTICE_1]

:::quiz p1
question: Which water?
hint: It bubbles.
a: Cold
a.feedback: Cold water wakes nothing.
b: Hot
b.feedback: Hot water it is.
c: Salt
c.feedback: Salt is for soup.
correct: Yes.
wrong: No.
:::

# f2: Wait

Three minutes.
`

const secondLesson = `id: tea.l02
slug: guests
chapter: tea.c1
minutes: 4
image: {scene: [sky: dawn, cup]}
review: {kind: none, on: 2026-11-01, by: "-"}
fragments:
  - id: f1
    practices:
      - {id: p1, type: SINGLE_CHOICE_TEST, required: false, recalls: tea.l01, options: [a, b, c], correct: a}
  - id: f2
    practices:
      - id: p1
        type: PROMPT_CREATION
        required: true
        points:
          - {id: task, kind: request, of: write, level: must}
          - {id: guest, kind: fact, level: must}
`

const secondWords = `---
lesson: tea.l02
locale: en
title: Guests
intro: Invite them.
imageAlt: Two cups
---

# f1: Remember

What do you know?

[PRACTICE_1]

:::quiz p1
question: Which water?
hint: It bubbles.
a: Hot
a.feedback: Hot it is.
b: Cold
b.feedback: Not cold.
c: Salt
c.feedback: Not salt.
correct: Yes.
wrong: No.
:::

# f2: Invite

Write to Ana.

[PRACTICE_1]

:::prompt p1
title: A note
description: Ask for a note.
full: |
  Ana comes for tea.

  Ask for a note.
tip: Name her.
point.task: What to write
point.task.hint: Say what the assistant should write.
point.task.add: Please write a short note.
point.task.answer: Here is a note, folded once.
point.task.without: Tea is a drink. Would you like to know more about it?
point.guest: Who comes
point.guest.hint: Say for whom the note is.
point.guest.add: It is for Ana.
point.guest.answer: Dear Ana, the kettle is on.
point.guest.without: Dear Sir or Madam, the kettle is on.
point.guest.value: Ana | our guest
model: |
  Write a short note for Ana.
:::
`

const files: Record<string, string> = {
  'locales.yml': locales,
  'courses/tea/course.yml': course,
  'courses/tea/text/en.md': courseWords,
  'courses/tea/lessons/l01-water/lesson.yml': firstLesson,
  'courses/tea/lessons/l01-water/en.md': firstWords,
  'courses/tea/lessons/l02-guests/lesson.yml': secondLesson,
  'courses/tea/lessons/l02-guests/en.md': secondWords,
}

export function readSample(path: string): string {
  return files[path] ?? ''
}

/** Writes a small valid content folder named `content`. `changes` replaces or adds files; null leaves a file out. */
export function makeContentFolder(changes: Record<string, string | null> = {}): { folder: string; remove: () => void } {
  const parent = mkdtempSync(join(tmpdir(), 'kitewise-content-'))
  const folder = join(parent, 'content')
  for (const [path, text] of Object.entries({ ...files, ...changes })) {
    if (text === null) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(productContent, 'art'), join(folder, 'art'), { recursive: true })
  return { folder, remove: () => rmSync(parent, { recursive: true }) }
}
