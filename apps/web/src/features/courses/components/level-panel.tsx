import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import type { ClimbLesson, ClimbLevel } from '../climb.ts'
import { Cover } from './cover.tsx'
import { LessonFacts } from './lesson-facts.tsx'
import styles from './level-panel.module.css'

type LevelPanelProps = { level: ClimbLevel; lang: string | undefined }

/** The lessons of one level with their pictures, beside the map of the course. */
export function LevelPanel({ level, lang }: LevelPanelProps) {
  const t = useTranslations('course')
  const { chapter, number, lessons, message } = level
  return (
    <section className={styles.panel} aria-labelledby="level">
      <header className={styles.head}>
        <p className={styles.number}>{t('level', { number })}</p>
        <h2 id="level" className={styles.title} lang={lang}>
          {chapter.title}
        </h2>
        {message && (
          <p className={styles.message} lang={lang}>
            <strong>{message.title}</strong> {message.description}
          </p>
        )}
      </header>
      <ol className={styles.lessons}>
        {lessons.map((lesson) => (
          <PanelLesson key={lesson.lesson.id} {...lesson} lang={lang} />
        ))}
      </ol>
    </section>
  )
}

const PanelLesson = ({ lesson, state, path, isHere, lang }: ClimbLesson & { lang: string | undefined }) => {
  const content = (
    <>
      <Cover url={lesson.image.formats.small.url} alternativeText="" shape="thumbnail" />
      <span className={styles.words}>
        <span className={styles.lessonTitle} lang={lang}>
          {lesson.title}
        </span>
        <span className={styles.facts}>
          <LessonFacts lesson={lesson} state={state} />
        </span>
      </span>
      {state && <Icon name={path === null ? 'lock' : state === 'completed' ? 'check' : 'chevronRight'} />}
    </>
  )
  const className = classNames(styles.lesson, isHere && styles.here, path === null && styles.closed)
  return (
    <li data-state={state ?? 'unknown'}>
      {path === null ? (
        <span className={className}>{content}</span>
      ) : (
        <Link className={className} to={path}>
          {content}
        </Link>
      )}
    </li>
  )
}
