import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { courseFile } from '../course-file.ts'
import { lessonFile, localesFile, type LocalesFile, onboardingQuizFile, skillCheckFile } from '../file-format.ts'
import type {
  ContentProblem,
  ContentSource,
  CourseSource,
  LessonSource,
  LessonWordsSource,
  QuizSource,
  SkillCheckSource,
} from '../source.ts'
import { readFacts } from './read-facts.ts'
import { readCourseWords, readLessonWords, readQuizWords, readSkillCheckWords } from './read-words.ts'
import { readYaml } from './read-yaml.ts'

/** Whether to check a file, named as in findings. */
export type IsSelected = (file: string) => boolean

type Reader = {
  name: (path: string) => string
  isSelected: IsSelected
  codes: string[]
  problems: ContentProblem[]
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : [])).sort()
}

function readText(reader: Reader, path: string, fix: string): string | null {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  reader.problems.push({ file: reader.name(path), line: 1, what: 'The file is missing', fix })
  return null
}

function hasSelected({ name, isSelected }: Reader, folder: string): boolean {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.some((file) => isSelected(name(join(folder, file))))
}

/** Files in a language that isn't in locales.yml become problems. */
function listWordFiles(reader: Reader, folder: string | null): { path: string; language: string }[] {
  if (folder === null || !existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
  return files.flatMap((name) => {
    const language = basename(name, '.md')
    const path = join(folder, name)
    if (reader.codes.includes(language)) return [{ path, language }]
    const fix = `Name it after one of ${reader.codes.join(', ')}`
    reader.problems.push({ file: reader.name(path), line: 1, what: `${language} is not in locales.yml`, fix })
    return []
  })
}

function readWordsOfLesson(reader: Reader, folder: string): LessonWordsSource[] {
  return listWordFiles(reader, folder).map(({ path, language }) => {
    const own = readLessonWords(readFileSync(path, 'utf8'), reader.name(path), language)
    reader.problems.push(...own.problems)
    return own.words
  })
}

function readLesson(reader: Reader, folder: string): LessonSource | null {
  const path = join(folder, 'lesson.yml')
  const file = reader.name(path)
  const text = readText(reader, path, 'Add lesson.yml or remove the folder')
  if (text === null) return null
  const read = readYaml(lessonFile, text, file)
  reader.problems.push(...read.problems)
  const words = readWordsOfLesson(reader, folder)
  return read.value && { folder, file, neutral: read.value, lineOf: read.lineOf, words }
}

/** A course may have none yet. */
function readSkillCheck(reader: Reader, folder: string): SkillCheckSource | null {
  const path = join(folder, 'skill-check.yml')
  if (!existsSync(path)) return null
  const file = reader.name(path)
  const read = readYaml(skillCheckFile, readFileSync(path, 'utf8'), file)
  reader.problems.push(...read.problems)
  const words = listWordFiles(reader, join(folder, 'skill-check')).map(({ path, language }) => {
    const own = readSkillCheckWords(readFileSync(path, 'utf8'), reader.name(path), language)
    reader.problems.push(...own.problems)
    return own.words
  })
  return read.value && { file, neutral: read.value, lineOf: read.lineOf, words }
}

function readCourse(reader: Reader, folder: string): CourseSource | null {
  const path = join(folder, 'course.yml')
  const file = reader.name(path)
  const text = readText(reader, path, 'Add course.yml or remove the folder')
  if (text === null) return null
  const read = readYaml(courseFile, text, file)
  reader.problems.push(...read.problems)
  // Other courses only need the IDs from course.yml of a course without selected files.
  const isWanted = hasSelected(reader, folder)
  const words = listWordFiles(reader, isWanted ? join(folder, 'text') : null).map(({ path, language }) => {
    const own = readCourseWords(readFileSync(path, 'utf8'), reader.name(path), language)
    reader.problems.push(...own.problems)
    return own.words
  })
  const folders = isWanted ? listFolders(join(folder, 'lessons')) : []
  const isWhole = readdirSync(folder).some((own) => reader.isSelected(reader.name(join(folder, own))))
  const isRead = (lesson: string) => isWhole || hasSelected(reader, lesson)
  const lessons = folders.filter(isRead).flatMap((lesson) => readLesson(reader, lesson) ?? [])
  const unselected = folders.filter((lesson) => !isRead(lesson)).flatMap((lesson) => readWordsOfLesson(reader, lesson))
  const skillCheck = isWanted ? readSkillCheck(reader, folder) : null
  return (
    read.value && { folder, file, neutral: read.value, lineOf: read.lineOf, words, lessons, skillCheck, unselected }
  )
}

function readQuiz(reader: Reader, folder: string): QuizSource | null {
  const path = join(folder, 'quiz.yml')
  const file = reader.name(path)
  const text = readText(reader, path, 'Add quiz.yml or remove the folder')
  if (text === null) return null
  const read = readYaml(onboardingQuizFile, text, file)
  reader.problems.push(...read.problems)
  const words = listWordFiles(reader, hasSelected(reader, folder) ? folder : null).map(({ path, language }) => {
    const own = readQuizWords(readFileSync(path, 'utf8'), reader.name(path), language)
    reader.problems.push(...own.problems)
    return own.words
  })
  return read.value && { folder, file, neutral: read.value, lineOf: read.lineOf, words }
}

const noLocales: LocalesFile = { fallback: 'en', languages: ['en'], assistant: {} }

/**
 * Reads every file of a content folder once. Unreadable files become `problems`, so the rest can be checked too.
 * Courses and quizzes without a selected file come without lessons and texts.
 */
export function readContentFolder(
  folder: string,
  isSelected: IsSelected = () => true,
): { source: ContentSource; problems: ContentProblem[] } {
  const name = (path: string) => relative(dirname(folder), path)
  const problems: ContentProblem[] = []
  const path = join(folder, 'locales.yml')
  const text = readText(
    { name, isSelected, codes: [], problems },
    path,
    'Give the folder that holds courses/ and locales.yml',
  )
  const read = readYaml(localesFile, text ?? '{}', name(path))
  if (text !== null) problems.push(...read.problems)
  const locales = read.value ?? noLocales
  const reader = { name, isSelected, codes: locales.languages, problems }
  const quizFolders = listFolders(join(folder, 'quizzes'))
  // Quizzes refer to lessons and tasks of the courses.
  const isEverything = quizFolders.some((quiz) => hasSelected(reader, quiz))
  const courseReader = isEverything ? { ...reader, isSelected: () => true } : reader
  const courses = listFolders(join(folder, 'courses')).flatMap((course) => readCourse(courseReader, course) ?? [])
  courses.sort((one, other) => one.neutral.order - other.neutral.order)
  const quizzes = quizFolders.flatMap((quiz) => readQuiz(reader, quiz) ?? [])
  const { facts, problems: factProblems } = readFacts(join(folder, 'facts'), {
    name,
    codes: locales.languages,
    fallback: locales.fallback,
  })
  problems.push(...factProblems)
  return { source: { folder, locales, courses, quizzes, facts }, problems }
}
