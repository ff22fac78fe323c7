import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import styles from './quiz-frame.module.css'
import { Scene, type SceneName } from './quiz-scenes.tsx'

type QuizFrameProps = {
  /** Above the picture on a phone. */
  counter?: ReactNode
  scene: SceneName
  progress?: number
  /** Words on the picture. */
  promise?: ReactNode
  /** A phone shows the picture too, not only a laptop. */
  isPictureNeeded?: boolean
  children: ReactNode
}

/** A screen of the quiz: on a laptop the picture stands beside the words, and stays when the step changes. */
export function QuizFrame({ counter, scene, progress, promise, isPictureNeeded = false, children }: QuizFrameProps) {
  return (
    <div className={styles.frame}>
      {counter}
      <div className={classNames(styles.picture, !isPictureNeeded && styles.beside, !promise && styles.tall)}>
        <Scene name={scene} {...(progress === undefined ? {} : { progress })} />
        {promise}
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
