import type { Lesson } from '@kitewise/contract/entities'
import { passingShare } from '@kitewise/course-export/packaged-course'
import { skippedAnswer } from '@kitewise/rules/practice'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../web/src/components/badge.tsx'
import { Button } from '../../../web/src/components/button.tsx'
import { Icon } from '../../../web/src/components/icon.tsx'
import { LiftingKite } from '../../../web/src/components/kite-moods.tsx'
import { courseIn } from '../course.ts'
import { lessonStateOf, standingOf } from '../state/learner-state.ts'
import type { useRecord } from '../state/use-record.ts'
import styles from './player.module.css'
import { ScreenTitle } from './screen-title.tsx'

type LessonDoneProps = { lesson: Lesson; record: ReturnType<typeof useRecord>; onClose: () => void }

/** The moment after a lesson: what was right, and what comes next. */
export function LessonDone({ lesson, record: { state, dispatch }, onClose }: LessonDoneProps) {
  const t = useTranslations()
  const { lessons } = courseIn(state.language)
  const { isComplete, isPassed } = standingOf(state, lessons, passingShare)
  // A prediction is never wrong, so it isn't counted.
  const counted = lesson.fragments
    .flatMap(({ practices }) => practices)
    .filter(({ exercise }) => exercise?.kind !== 'reveal')
  const given = counted.flatMap(({ id }) => lessonStateOf(state, lesson.id).answers[id] ?? [])
  const answered = given.filter(({ answer }) => answer !== skippedAnswer)
  const next = lessons.find(({ id }) => !lessonStateOf(state, id).isFinished)
  const go = (event: Parameters<typeof dispatch>[0]): void => {
    dispatch(event)
    onClose()
  }
  return (
    <div className={styles.moment}>
      <LiftingKite />
      <ScreenTitle>
        {isComplete ? t('player.courseDone') : t('lesson.finishedToast', { title: lesson.title })}
      </ScreenTitle>
      {answered.length > 0 && (
        <p>
          {t('player.lessonRight', {
            right: answered.filter(({ isCorrect }) => isCorrect).length,
            all: answered.length,
          })}
        </p>
      )}
      {isPassed && (
        <Badge tone="good" icon={<Icon name="check" />}>
          {t('player.passed')}
        </Badge>
      )}
      {isComplete && !isPassed && <p>{t('player.courseFailed')}</p>}
      <div className={styles.actions}>
        {next && (
          <Button onClick={() => go({ type: 'opened', lesson: next.id })}>
            {t('course.startNext', { title: next.title })}
          </Button>
        )}
        <Button variant={next ? 'secondary' : 'primary'} onClick={onClose}>
          {t('lesson.backToCourse')}
        </Button>
        {answered.length > 0 && (
          <Button variant="quiet" onClick={() => go({ type: 'repeated', lesson: lesson.id })}>
            {t('player.repeat')}
          </Button>
        )}
      </div>
    </div>
  )
}
