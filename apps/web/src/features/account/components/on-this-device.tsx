import { type ReactNode, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button, IconButton } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { type KeptCourse, loadKeptCourses, removeCourse, sizeText, useKeptCourses } from '../../../lib/kept-courses.ts'
import { outboxOf } from '../../../lib/outbox/learner-outbox.ts'
import { isOld, listWrites, type Write } from '../../../lib/outbox/outbox.ts'
import { isSetAside } from '../../../lib/outbox/set-aside.ts'
import { signOut, userOfSession } from '../../../lib/session/sign-out.ts'
import { useAction } from '../../../lib/use-action.ts'
import styles from './account.module.css'

/** What is stored on this device: unsent work, and kept courses with their sizes. Absent when there is neither. */
export function OnThisDevice() {
  const t = useTranslations('profile')
  const { writes, waitsForRenewal } = useUnsent()
  const courses = useKeptCourses((state) => state.courses)
  useEffect(() => void loadKeptCourses(), [])
  const kept = Object.values(courses).filter(({ isRemoved }) => !isRemoved)
  const waiting = writes.filter((write) => !isSetAside(write))
  const setAside = writes.filter(isSetAside)
  return (
    <>
      {waiting.length > 0 && (
        <Unsent
          title={t('waiting')}
          writes={waiting}
          note={t(waitsForRenewal ? 'waitingRenewal' : waiting.some(isOld) ? 'waitingLong' : 'waitingNote')}
        />
      )}
      {setAside.length > 0 && (
        <Unsent title={t('setAside')} writes={setAside} note={t('setAsideNote')}>
          <TryAgain />
        </Unsent>
      )}
      {kept.length > 0 && (
        <Stack as="section" gap={8}>
          <h2 className={styles.title}>{t('device')}</h2>
          <p className={styles.text}>{t('deviceNote')}</p>
          <Card padding="none">
            <ul className={styles.certificates}>
              {kept.map((course) => (
                <KeptRow key={course.courseId} course={course} />
              ))}
            </ul>
          </Card>
        </Stack>
      )}
    </>
  )
}

type UnsentProps = { title: string; writes: readonly Write[]; note: string; children?: ReactNode }

const Unsent = ({ title, writes, note, children }: UnsentProps) => (
  <Stack as="section" gap={8}>
    <h2 className={styles.title}>{title}</h2>
    <Card gap={8}>
      <WaitingList writes={writes} />
      <p className={styles.text}>{note}</p>
      {children}
    </Card>
  </Stack>
)

const TryAgain = () => {
  const t = useTranslations('profile')
  const userId = userOfSession()
  const { run, isBusy } = useAction(async () => {
    await outboxOf(userId).tryAgain()
  })
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => run()}>
      {t('setAsideAgain')}
    </Button>
  )
}

/** For a learner without access: what they did before waits here for the renewal. Absent when nothing waits. */
export function KeptUntilRenewal() {
  const t = useTranslations('profile')
  const { writes } = useUnsent()
  return writes.length > 0 && <Unsent title={t('waiting')} writes={writes} note={t('waitingRenewal')} />
}

const KeptRow = ({ course }: { course: KeptCourse }) => {
  const t = useTranslations('profile')
  const locale = useLocale()
  const { run: remove } = useAction(() => removeCourse(course.courseId))
  const { title, bytes, doneBytes } = course
  return (
    <li className={styles.row}>
      <Icon name="courses" />
      <span className={styles.words}>
        {title}
        <span className={styles.note}>
          {doneBytes < bytes ? `${sizeText(locale, doneBytes)} / ${sizeText(locale, bytes)}` : sizeText(locale, bytes)}
        </span>
      </span>
      <IconButton icon="close" label={t('deviceRemove', { title })} onClick={() => remove()} />
    </li>
  )
}

/** By the end of a write's path. Starting a fragment is no work of the learner, so it isn't counted. */
const kinds = [
  ['waitingPart', /\/fragment\//],
  ['waitingAnswer', /\/(submit-practice|review\/(answer|exercise))/],
  ['waitingPrompt', /\/(evaluate-prompt|review\/prompt)$/],
  ['waitingFinish', /\/finish-lesson\//],
  ['waitingMission', /\/mission\//],
] as const

const isWork = ({ body }: Write): boolean => (body as { completed?: boolean } | null)?.completed !== false

const WaitingList = ({ writes }: { writes: readonly Write[] }) => {
  const t = useTranslations('profile')
  const shown = kinds
    .map(([text, pattern]) => ({ text, count: writes.filter(({ path }) => pattern.test(path)).length }))
    .filter(({ count }) => count > 0)
  return (
    <ul role="status" className={styles.current}>
      {shown.map(({ text, count }) => (
        <li key={text}>{t(text, { count })}</li>
      ))}
    </ul>
  )
}

/**
 * The learner's unsent work, as it changes, and whether the server refused it only for want of access. Works without a profile:
 * the plans are shown before there is one.
 */
const useUnsent = (): { writes: readonly Write[]; waitsForRenewal: boolean } => {
  const userId = userOfSession()
  const [unsent, setUnsent] = useState<{ writes: readonly Write[]; waitsForRenewal: boolean }>({
    writes: [],
    waitsForRenewal: false,
  })
  useEffect(() => {
    const outbox = outboxOf(userId)
    let isShown = true
    const list = async (): Promise<void> => {
      const listed = await outbox.list()
      const waitsForRenewal = outbox.state.getState().activity === 'renewal'
      if (isShown) setUnsent({ writes: listed.filter(isWork), waitsForRenewal })
    }
    void list()
    const stop = outbox.state.subscribe((now, before) => {
      const isChanged = now.pending !== before.pending || now.setAside !== before.setAside
      if (isChanged || now.activity !== before.activity) void list()
    })
    return () => {
      isShown = false
      stop()
    }
  }, [userId])
  return unsent
}

/**
 * Unsent work would be lost, because nothing of a learner stays on the device. So the learner decides. Works without a
 * profile.
 */
export function LogOutButton({ variant }: { variant: 'secondary' | 'quiet' }) {
  const t = useTranslations()
  const [lost, setLost] = useState<readonly Write[]>([])
  const { run: press } = useAction(async () => {
    const unsent = (await listWrites(userOfSession())).filter(isWork)
    if (unsent.length === 0) signOut()
    else setLost(unsent)
  })
  return (
    <>
      <Button variant={variant} icon={<Icon name="logOut" />} onClick={() => press()}>
        {t('session.logOut')}
      </Button>
      <Sheet
        isOpen={lost.length > 0}
        title={t('profile.leaveTitle')}
        onClose={() => setLost([])}
        footer={
          <Stack gap={8}>
            <Button onClick={() => setLost([])}>{t('profile.leaveStay')}</Button>
            <Button variant="danger" onClick={signOut}>
              {t('session.logOut')}
            </Button>
          </Stack>
        }
      >
        <Stack gap={12}>
          <p>{t('profile.leaveText')}</p>
          <WaitingList writes={lost} />
        </Stack>
      </Sheet>
    </>
  )
}
