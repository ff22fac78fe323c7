import type { Course, Evaluation, LessonSummary } from '@kitewise/contract/entities'
import type { PersonalPlan } from '@kitewise/contract/onboarding-entities'

/** What the peaks of the gallery show: as much as a real learner has, with the longest titles that we publish. */
const levels = [4, 5, 5]
const ends = new Set(levels.map((_, index) => levels.slice(0, index + 1).reduce((sum, count) => sum + count, -1)))
const doneAt = { lesson: 5, level: 8, course: 13 }
const titles = {
  lesson: 'Say what you need, and who reads it',
  level: 'Ask so that it helps',
  course: 'AI from zero',
}

export function sampleMoment(kind: keyof typeof doneAt) {
  const at = doneAt[kind]
  return {
    kind,
    courseId: 'ai-zero',
    title: titles[kind],
    language: 'en',
    takeaway: kind === 'lesson' ? 'Name the task and the reader, and the first answer is already useful.' : null,
    answered: 5,
    right: 4,
    knots: Array.from({ length: 14 }, (_, index) => ({
      id: `knot-${index}`,
      isDone: index <= at,
      endsLevel: ends.has(index),
    })),
    at,
    next: kind === 'course' ? null : { id: 'ai-zero.l06', title: 'Set limits it can keep' },
    streak: {
      days: (['learned', 'frozen', 'learned', 'today', 'future', 'future'] as const).map((state, index) => ({
        day: `2027-04-0${index + 1}`,
        state,
      })),
      today: '2027-04-04',
      count: 7,
      countBefore: 6,
      hasNewFreeze: kind === 'lesson',
    },
  }
}

const cover = {
  url: '/covers/ai-zero.l00.svg',
  alternativeText: '',
  formats: { medium: { url: '' }, small: { url: '' }, thumbnail: { url: '' } },
}

const firstLesson: LessonSummary = {
  id: 'ai-zero.l00',
  title: 'Get set up',
  content: 'You’ve sent your first message to an assistant.',
  image: cover,
  minutes: 5,
  fragmentCount: 4,
}

export const sampleCourse: Course = {
  id: 'ai-zero',
  title: 'AI from zero',
  description: 'For people who have never used it.',
  level: 'beginner',
  language: 'en',
  totalLessons: 14,
  totalMinutes: 70,
  translatedLessons: 14,
  featuredImage: cover,
  chapters: [{ id: 'ai-zero.c1', title: 'Meet the machine', lessons: [firstLesson] }],
}

const task = { title: 'A free Saturday', description: '', fullDescription: '', tip: '' }

export const samplePlan: PersonalPlan = {
  readinessScore: 42,
  readinessLevel: 'intermediate',
  skillLabel: 'Beginner',
  growth: [42, 55, 64, 70, 75].map((score, week) => ({ week, score })),
  dailyMinutes: 5,
  smallerStart: null,
  course: { id: 'ai-zero', title: 'AI from zero', description: 'For people who have never used it.', image: cover },
  firstLesson: { title: firstLesson.title, intro: firstLesson.content, minutes: firstLesson.minutes },
  nextCourse: 'Write with AI',
  said: [
    { about: 'goal', answer: 'Get more done at work', reply: '' },
    { about: 'worry', answer: 'I don’t know what to ask', reply: 'Every lesson ends with a question to reuse.' },
  ],
  lessonLanguages: { total: 14, translated: 14, wholeCourses: ['AI from zero'] },
  aheadPercent: null,
  miniTask: { practiceId: 'ai-zero.l03.p1', promptCreation: task },
}

const prompt = 'Give me three ideas for Saturday in Porto. I can spend 20 euros. My father comes along.'

const said = (id: string, name: string, words: string): Evaluation['points'][number] => ({
  id,
  name,
  hint: '',
  example: '',
  level: 'must',
  state: 'found',
  spans: [[prompt.indexOf(words), prompt.indexOf(words) + words.length]],
  note: null,
})

const evaluation: Evaluation = {
  score: '5',
  comment: 'It says where, with whom and for how much. The assistant has nothing left to guess.',
  recommendedPrompt: '',
  gate: null,
  by: 'checklist',
  model: null,
  points: [
    said('ideas', 'How many ideas', 'three ideas'),
    said('place', 'Where you are', 'Porto'),
    said('budget', 'How much you can spend', '20 euros'),
    said('company', 'Who comes along', 'My father'),
  ],
  answer: [
    { text: 'Three ideas for your Saturday:', point: 'ideas', suffers: false, otherText: '' },
    { text: 'A walk along the Douro, free of charge.', point: 'place', suffers: false, otherText: '' },
    { text: 'Lunch at the market for 18 euros.', point: 'budget', suffers: false, otherText: '' },
    { text: 'Take the tram, so your father can rest.', point: 'company', suffers: false, otherText: '' },
  ],
  followUp: null,
  taskLanguage: 'en',
}

/** A prompt that has just passed; its last try had no budget. */
export const sampleAttempt = {
  phase: { name: 'judged' as const },
  text: prompt,
  checking: null,
  failure: null,
  judged: {
    prompt,
    evaluation,
    marks: [],
    denied: [],
    before: {
      ...evaluation,
      score: '3',
      points: evaluation.points.map((point) =>
        point.id === 'budget' ? { ...point, state: 'missing' as const, spans: [] } : point,
      ),
    },
  },
}
