import type { Fragment } from '@kitewise/contract/entities'
import { createContext, type ReactNode, use } from 'react'
import type { Components } from 'react-markdown'
import { Markdown } from '../../../components/markdown.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { placedPractices, remarkPractice } from '../remark-practice.ts'
import { fragmentHeadingId } from '../use-lesson-walk.ts'
import styles from './lesson.module.css'

const PracticePlace = ({ number }: { number?: string }) => use(PracticeSlots)(Number(number))

const plugins = [remarkPractice]
// The library's type knows only HTML elements; the plugin creates this one.
const components = { 'practice-place': PracticePlace } as Components

type FragmentSectionProps = {
  fragment: Fragment
  /** Zero-based index in the lesson. */
  index: number
  /** The current one is as tall as the screen, so it can scroll to the top. */
  isCurrent: boolean
  /** The language of the text, if it differs from the interface; practices set their own. */
  lang?: string | undefined
  /** Draws the n-th practice of the fragment, counted from 1. */
  renderPractice: (number: number) => ReactNode
}

/** One idea: title, text, and its practices at their placeholders; practices without one come last. */
export function FragmentSection({ fragment, index, isCurrent, lang, renderPractice }: FragmentSectionProps) {
  const headingId = fragmentHeadingId(index)
  const placed = placedPractices(fragment.content)
  return (
    <section
      className={classNames(styles.fragment, isCurrent && styles.current)}
      lang={lang}
      aria-labelledby={headingId}
    >
      <h2 id={headingId} className={styles.fragmentTitle} tabIndex={-1}>
        {fragment.title}
      </h2>
      <PracticeSlots value={renderPractice}>
        <Markdown text={fragment.content} plugins={plugins} components={components} />
      </PracticeSlots>
      {fragment.practices.map(({ id }, position) =>
        placed.has(position + 1) ? null : <div key={id}>{renderPractice(position + 1)}</div>,
      )}
    </section>
  )
}

/** A context, so that the Markdown around a practice is not re-rendered. */
const PracticeSlots = createContext<(number: number) => ReactNode>(() => null)
