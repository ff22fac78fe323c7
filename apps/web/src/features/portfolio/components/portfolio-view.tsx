import type { PassedPrompt } from '@kitewise/contract/entities'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useRead } from '../../../lib/use-read.ts'
import { passedPromptsQuery } from '../api.ts'
import { coursesOf, fileNameOn, findPrompts, passedDate, promptsAsText } from '../portfolio.ts'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './portfolio-view.module.css'

/** The learner's passed prompts: search, filter, copy, and a file of what is shown. */
export function PortfolioView() {
  const t = useTranslations('portfolio')
  const errorText = useErrorText()
  const { data, error, isBusy, retry } = useRead(passedPromptsQuery())
  if (data === undefined && error === null) return <PortfolioSkeleton />
  if (data === undefined)
    return (
      <ErrorView title={t('loadFailed')} message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
    )
  if (data.length === 0)
    return (
      <EmptyView
        title={t('empty')}
        message={t('emptyText')}
        action={<ButtonLink to={paths.dashboard}>{t('toLesson')}</ButtonLink>}
      />
    )
  return <Prompts prompts={data} />
}

const Prompts = ({ prompts }: { prompts: readonly PassedPrompt[] }) => {
  const t = useTranslations('portfolio')
  const [search, setSearch] = useState('')
  const [courseId, setCourseId] = useState<string | null>(null)
  const shown = findPrompts(prompts, { search: useDeferredValue(search), courseId })
  const { run: save } = useAction(() => {
    const text = promptsAsText(shown, { title: t('title'), changedTask: t('changedTask') })
    saveFile(fileNameOn(new Date()), text, 'text/plain')
    toast.success(t('saved'))
  })
  const clear = (): void => {
    setSearch('')
    setCourseId(null)
  }
  return (
    <Stack gap={20}>
      <p className={styles.soft}>{t('intro')}</p>
      <div role="search" className={styles.filter}>
        <Field label={t('search')} type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        <CourseSelect prompts={prompts} courseId={courseId} onChoose={setCourseId} />
      </div>
      <p role="status" className={styles.count}>
        {t('count', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <>
          <Stack as="ul" gap="cards">
            {shown.map((passed) => (
              <li key={passed.practiceId}>
                <PromptCard passed={passed} />
              </li>
            ))}
          </Stack>
          <Button variant="secondary" onClick={() => save()}>
            {t('save')}
          </Button>
        </>
      )}
    </Stack>
  )
}

type CourseSelectProps = {
  prompts: readonly PassedPrompt[]
  courseId: string | null
  onChoose: (courseId: string | null) => void
}

/** Absent while all prompts are of one course. */
const CourseSelect = ({ prompts, courseId, onChoose }: CourseSelectProps) => {
  const t = useTranslations('portfolio')
  const courses = coursesOf(prompts)
  if (courses.length < 2) return null
  const options = courses.map(({ id, title }) => ({ value: id, label: title }))
  return (
    <Select
      label={t('course')}
      options={[{ value: '', label: t('allCourses') }, ...options]}
      value={courseId ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
    />
  )
}

const NoMatch = ({ onClear }: { onClear: () => void }) => {
  const t = useTranslations('portfolio')
  return (
    <EmptyView
      title={t('noMatch')}
      message={t('noMatchText')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  )
}

const PromptCard = ({ passed }: { passed: PassedPrompt }) => {
  const t = useTranslations('portfolio')
  const { practiceId, prompt, task } = passed
  const lang = useForeignLanguage(task?.language ?? 'en')
  const shown = useRef<HTMLParagraphElement>(null)
  const { run: copy } = useAction(async () => {
    if (await copyText(prompt, shown.current)) toast.success(t('copied'))
    else toast.error(t('copyFailed'))
  })
  return (
    <Card gap={12}>
      <div>
        <h2 id={practiceId} className={styles.title} lang={task ? lang : undefined}>
          {task?.title ?? t('changedTask')}
        </h2>
        {task && <p className={styles.soft}>{task.course.title}</p>}
        <p className={styles.soft}>
          {task && (
            <>
              <Link to={paths.lessonLearn(task.course.id, task.lesson.id)} lang={lang}>
                {task.lesson.title}
              </Link>
              <span aria-hidden="true"> · </span>
            </>
          )}
          {t('passedOn')} <time dateTime={passed.passedAt}>{passedDate(passed)}</time>
        </p>
      </div>
      <OwnText as="p" ref={shown} className={styles.prompt}>
        {prompt}
      </OwnText>
      <Button variant="secondary" width="fit" aria-describedby={practiceId} onClick={() => copy()}>
        {t('copy')}
      </Button>
    </Card>
  )
}

const PortfolioSkeleton = () => (
  <SkeletonScreen>
    <Stack gap={20}>
      <Skeleton height="var(--button-height)" shape="card" />
      <Skeleton height="12rem" shape="card" />
      <Skeleton height="12rem" shape="card" />
    </Stack>
  </SkeletonScreen>
)
