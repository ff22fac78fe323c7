import { exerciseBlocks } from '@kitewise/content/build-exercise'
import type {
  Block,
  ContentProblem,
  ContentSource,
  CourseSource,
  CourseWordsSource,
  FactSource,
  LessonSource,
  LessonWordsSource,
  QuizWordsSource,
} from '@kitewise/content/source'

/** An error fails the check; a warning asks for a second look. */
export type Finding = ContentProblem & { level: 'error' | 'warning' }

type Place = { file: string; line: number }

export function error({ file, line }: Place, what: string, fix: string): Finding {
  return {
    level: 'error',
    file,
    line,
    what,
    fix,
  }
}

export function warning({ file, line }: Place, what: string, fix: string): Finding {
  return {
    level: 'warning',
    file,
    line,
    what,
    fix,
  }
}

/** One text for learners, with its location. */
export type Piece = {
  file: string
  line: number
  language: string
  /** `body`, `title`, or a key of its block, such as `question`, `a.feedback`, `full`, `point.reader.hint`. */
  key: string
  /** The kind of block; `page` for text outside blocks. */
  kind: 'page' | 'quiz' | 'prompt' | 'repair' | 'exercise' | 'picture' | 'message' | 'step' | 'fact' | 'item'
  text: string
}

/** Texts that the checklist compares with prompts; learners don't see them. */
export function isForChecklist({ key }: Piece): boolean {
  return /^point\..+\.(value|phrases)$/.test(key)
}

const kinds = ['quiz', 'prompt', 'repair', 'picture', 'message', 'item'] as const
const exerciseKinds = Object.values<string>(exerciseBlocks)

function listBlockPieces(file: string, language: string, block: Block): Piece[] {
  const own = kinds.find((kind) => kind === block.kind)
  const kind = own ?? (exerciseKinds.includes(block.kind) ? 'exercise' : 'page')
  return [...block.entries].map(([key, { text, line }]) => ({ file, line, language, key, kind, text }))
}

function listLessonPieces({ file, language, front, fragments }: LessonWordsSource): Piece[] {
  const page = { file, language, kind: 'page' as const }
  const head = ['title', 'intro', 'imageAlt'].flatMap((key) => {
    const found = front.get(key)
    return found ? [{ ...page, ...found, key }] : []
  })
  const parts = fragments.flatMap((fragment) => [
    { ...page, line: fragment.line, key: 'heading', text: fragment.title },
    { ...page, ...fragment.body, key: 'body' },
    ...fragment.blocks.flatMap((block) => listBlockPieces(file, language, block)),
  ])
  return [...head, ...parts]
}

function listCoursePieces({ file, language, front, chapters, messages }: CourseWordsSource): Piece[] {
  const page = { file, language, kind: 'page' as const }
  const head = ['title', 'description', 'notThis', 'imageAlt'].flatMap((key) => {
    const found = front.get(key)
    return found ? [{ ...page, ...found, key }] : []
  })
  const titles = [...chapters.values()].map((title) => ({ ...page, ...title, key: 'chapter' }))
  return [...head, ...titles, ...[...messages.values()].flatMap((block) => listBlockPieces(file, language, block))]
}

function listFactPieces({ file, language, front, body }: FactSource): Piece[] {
  const page = { file, language, kind: 'fact' as const }
  const title = front.get('title')
  return [...(title ? [{ ...page, ...title, key: 'title' }] : []), { ...page, ...body, key: 'fact' }]
}

/** `option.<id>` is the label of an option. */
export function listQuizPieces({ file, language, steps }: QuizWordsSource): Piece[] {
  return [...steps.values()].flatMap((block) =>
    [...block.entries].map(([key, { text, line }]) => ({
      file,
      line,
      language,
      key: key === 'title' || key === 'text' ? key : `option.${key}`,
      kind: 'step' as const,
      text,
    })),
  )
}

export function listPieces(source: ContentSource): Piece[] {
  const courses = source.courses.flatMap((course) => [
    ...course.words.flatMap(listCoursePieces),
    ...(course.skillCheck?.words ?? []).flatMap(({ file, language, blocks }) =>
      blocks.flatMap((block) => listBlockPieces(file, language, block)),
    ),
    ...course.lessons.flatMap((lesson) => lesson.words.flatMap(listLessonPieces)),
    ...course.unselected.flatMap(listLessonPieces),
  ])
  const facts = source.facts.flatMap(listFactPieces)
  return [...courses, ...facts, ...source.quizzes.flatMap((quiz) => quiz.words.flatMap(listQuizPieces))]
}

export function listLessons(source: ContentSource): { course: CourseSource; lesson: LessonSource }[] {
  return source.courses.flatMap((course) => course.lessons.map((lesson) => ({ course, lesson })))
}
