import { z } from 'zod'
import { courseImage, id, lessonLanguages, promptCreation } from './entities.ts'

export const quizStepKinds = ['single', 'multiple', 'information'] as const
export const readinessLevels = ['low', 'intermediate', 'high'] as const
export const skillLabels = ['Beginner', 'AI Master'] as const
/** What a question of the quiz is about, if the plan repeats its answers. */
export const answerSubjects = ['goal', 'worry'] as const
/** What people learn AI for. Courses declare the goals they serve, quiz options the goals they mean. */
export const learningGoals = ['everyday', 'work', 'study', 'research', 'creative', 'safety', 'automation'] as const
export const dailyMinutes = [5, 10, 15, 20] as const

export const quizStep = z.object({
  id,
  kind: z.enum(quizStepKinds),
  title: z.string(),
  /** Plain text below the title, or empty. */
  text: z.string(),
  /** Empty for an information step. */
  options: z.array(
    z.object({
      id,
      label: z.string(),
      /** In a multiple choice: rules out every other option. */
      isExclusive: z.literal(true).optional(),
      /** Shown above the next step: what follows from this answer. */
      reply: z.string().optional(),
    }),
  ),
})

export const quiz = z.object({
  variant: z.number().int(),
  version: z.number().int(),
  language: z.string(),
  steps: z.array(quizStep),
})

/** Chosen option IDs by step ID. */
export const quizAnswers = z.record(id, z.array(id).max(20))

export const personalPlan = z.object({
  readinessScore: z.number().int().min(0).max(100),
  readinessLevel: z.enum(readinessLevels),
  skillLabel: z.enum(skillLabels),
  /** Expected score now (week 0) and after each of four weeks at the chosen pace. */
  growth: z.array(z.object({ week: z.number().int().min(0).max(4), score: z.number().int().min(0).max(100) })),
  dailyMinutes: z.number().int(),
  /** If the plan starts smaller: the chosen minutes, and the answer that explains it (docs/product.md R40). */
  smallerStart: z.object({ chosenMinutes: z.number().int(), because: z.string() }).nullable(),
  course: z.object({ id, title: z.string(), description: z.string(), image: courseImage }),
  /** The first lesson of the course. */
  firstLesson: z.object({ title: z.string(), intro: z.string(), minutes: z.number().int() }),
  /** The title of the course that serves the goals after a general first course; null if the first one does. */
  nextCourse: z.string().nullable(),
  /** The visitor's goal and worries in their own words, in the order of the quiz. `reply` says what follows, or is empty. */
  said: z.array(z.object({ about: z.enum(answerSubjects), answer: z.string(), reply: z.string() })),
  lessonLanguages,
  /** "Ahead of … % of beginners", or null for no claim (docs/product.md R39). */
  aheadPercent: z.number().int().nullable(),
  /** One task of the first course, free to try. */
  miniTask: z.object({ practiceId: id, promptCreation }),
})

export type Quiz = z.infer<typeof quiz>
export type QuizStep = z.infer<typeof quizStep>
export type QuizAnswers = z.infer<typeof quizAnswers>
export type PersonalPlan = z.infer<typeof personalPlan>
export type ReadinessLevel = PersonalPlan['readinessLevel']
export type SkillLabel = PersonalPlan['skillLabel']
export type AnswerSubject = (typeof answerSubjects)[number]
export type LearningGoal = (typeof learningGoals)[number]
export type DailyMinutes = (typeof dailyMinutes)[number]
