import type { Language } from '../lexicons/lexicon.ts'
import type { Point, PointTexts, Task, TaskTexts } from '../task.ts'

type PointOverrides = Record<string, Partial<PointTexts>>

export function makePoint(point: Partial<Point> & Pick<Point, 'kind'>): Point {
  return {
    id: point.kind,
    level: 'must',
    ...point,
  }
}

/** Texts that are as neutral as possible. */
const makeTexts = (points: readonly Point[], overrides: PointOverrides = {}): TaskTexts => ({
  title: 'Title',
  description: 'Description.',
  full: 'Full.',
  tip: 'Tip.',
  model: 'Model.',
  points: Object.fromEntries(
    points.map(({ id }) => [
      id,
      {
        name: `Name ${id}`,
        hint: `Hint ${id}.`,
        add: `Added ${id}.`,
        answer: `With ${id}.`,
        without: `Without ${id}.`,
        ...overrides[id],
      },
    ]),
  ),
})

type TaskOverrides = Partial<Omit<Task, 'points' | 'texts'>> & {
  texts?: PointOverrides
  /** The task's description. */
  full?: string
  in?: Partial<Record<Language, PointOverrides>>
}

/** Makes a task with the given points, by default in English. */
export function makeTask(
  points: readonly Point[],
  { texts, full = 'Full.', in: elsewhere = {}, ...overrides }: TaskOverrides = {},
): Task {
  return {
    points,
    texts: { ...makeTexts(points, texts), full },
    language: 'en',
    elsewhere: Object.fromEntries(
      Object.entries(elsewhere).map(([language, own]) => [language, makeTexts(points, own)]),
    ),
    isExam: false,
    ...overrides,
  }
}
