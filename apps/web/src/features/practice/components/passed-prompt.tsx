import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { KitePanels } from '../../../components/kite.tsx'
import { usePeakMotion } from '../../../components/use-peak-motion.ts'
import { type Judged, wonPoints } from '../prompt-attempt.ts'
import { Celebration } from './celebration.tsx'
import styles from './passed-prompt.module.css'

type PassedPromptProps = {
  judged: Judged
  /** The points and the answer, which move with it. */
  scene: RefObject<HTMLElement | null>
  /** No earlier text of this task was found. */
  isFirstVisit: boolean
}

/**
 * The peak of a prompt that has passed: its points light up along the string, the answer unrolls, and the kite lifts.
 * A tap, Escape, Enter or Space shows the end at once.
 */
export function PassedPrompt({ judged, scene, isFirstVisit }: PassedPromptProps) {
  const t = useTranslations('practice')
  const box = useRef<HTMLDivElement>(null)
  const lead = useLead(judged, isFirstVisit)
  const { isMoving, skip } = usePeakMotion(scene, 'prompt')
  useEffect(() => {
    // Not returned: newer browsers give a promise, which is no cleanup.
    box.current?.scrollIntoView({ block: 'end' })
  }, [])
  useEffect(() => {
    const element = scene.current
    if (!isMoving || element === null) return undefined
    const skipByKey = (event: KeyboardEvent): void => {
      if (!['Escape', 'Enter', ' '].includes(event.key) || isOnButton(event)) return
      event.preventDefault()
      event.stopPropagation()
      skip()
    }
    element.addEventListener('click', skip, true)
    element.addEventListener('keydown', skipByKey, true)
    return () => {
      element.removeEventListener('click', skip, true)
      element.removeEventListener('keydown', skipByKey, true)
    }
  }, [isMoving, scene, skip])
  return (
    <div ref={box} className={styles.passed}>
      <div className={styles.picture} aria-hidden="true">
        <svg className={styles.sky} viewBox="0 0 120 160" focusable="false">
          <circle className={styles.sun} cx="66" cy="70" r="52" />
          <path className={styles.wind} d="M6 40c16 7 30 5 44-5M84 132c14 5 26 4 36-4" />
          <path className={styles.line} d="M76 92C84 116 16 122 16 160" />
          <g className={styles.kite}>
            <g transform="translate(76 92) rotate(20) scale(3.3) translate(-18 -24)">
              <KitePanels />
            </g>
          </g>
        </svg>
        <span className={styles.burst}>
          <Celebration />
        </span>
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>{t('passedTitle')}</h3>
        <Badge tone="good">{t('score', { score: judged.evaluation.score })}</Badge>
        {lead !== null && <p className={styles.lead}>{lead}</p>}
        <p className={styles.comment}>{judged.evaluation.comment}</p>
      </div>
    </div>
  )
}

/** What won: the points that the last try had not, or that there was no other try. It stays while marks change. */
const useLead = (judged: Judged, isFirstVisit: boolean): string | null => {
  const t = useTranslations()
  const locale = useLocale()
  const [won] = useState(() => wonPoints(judged).map(({ name }) => name))
  const [isFirstTry] = useState(isFirstVisit && judged.before === null)
  if (isFirstTry) return t('practice.firstTry')
  if (won.length === 0) return null
  const points = won.map((title) => t('common.quoted', { title }))
  return t('practice.won', { points: new Intl.ListFormat(locale).format(points) })
}

const isOnButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('a, button, textarea') !== null
