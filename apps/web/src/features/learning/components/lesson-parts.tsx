import type { Fact, Picture } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Markdown } from '../../../components/markdown.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import styles from './lesson-parts.module.css'

type ChatBubbleProps = { speaker: string; isAssistant: boolean; children: ReactNode }

/** What someone says in a chat: an assistant on the left, people on the right. */
export function ChatBubble({ speaker, isAssistant, children }: ChatBubbleProps) {
  return (
    <figure className={classNames(styles.bubble, isAssistant && styles.assistant)}>
      <figcaption className={styles.speaker}>{speaker}</figcaption>
      <blockquote className={styles.said}>{children}</blockquote>
    </figure>
  )
}

/** A diagram of a few words; its labels are text, so they scale, translate and can be read aloud. */
export function LessonPicture({ picture: { kind, alternativeText, labels } }: { picture: Picture }) {
  return (
    <figure className={styles.picture} aria-label={alternativeText}>
      <ol className={classNames(styles.labels, styles[kind])}>
        {labels.map((label, index) => (
          <li key={label} className={styles.label}>
            {kind === 'pipeline' && <span className={styles.number} aria-hidden="true">{`${index + 1}`}</span>}
            <span>{label}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** A fact that ages, with the day it was checked. */
export function FactCard({ fact: { title, content, reviewedOn }, lang }: { fact: Fact; lang?: string | undefined }) {
  const t = useTranslations('lesson')
  const dateOf = useDateInSentence()
  return (
    <aside className={styles.fact}>
      <p className={styles.factTitle} lang={lang}>
        {title}
      </p>
      <div lang={lang}>
        <Markdown text={content} />
      </div>
      <p className={styles.checked}>{t('factChecked', { date: dateOf(Date.parse(reviewedOn) / 1000) })}</p>
    </aside>
  )
}
