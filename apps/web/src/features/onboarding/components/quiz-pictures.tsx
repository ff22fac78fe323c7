import { lazy, Suspense } from 'react'
import { loadPart } from '../../../lib/load-part.ts'
import type { SceneName } from './quiz-scenes.tsx'
import styles from './quiz-frame.module.css'

const loadIcons = () => import('./quiz-icons.tsx')
const loadScenes = () => import('./quiz-scenes.tsx')

const LazyIcon = lazy(() => loadPart(loadIcons, (module) => module.OptionIcon))
const LazyScene = lazy(() => loadPart(loadScenes, (module) => module.Scene))

/** The box is there at once; the icon comes with its script. */
export function OptionIcon({ option }: { option: string }) {
  return (
    <span className={styles.icon} aria-hidden="true">
      <Suspense>
        <LazyIcon option={option} />
      </Suspense>
    </span>
  )
}

/** Fills its frame, which has a size of its own. */
export function Scene(props: { name: SceneName; progress?: number }) {
  return (
    <Suspense>
      <LazyScene {...props} />
    </Suspense>
  )
}
