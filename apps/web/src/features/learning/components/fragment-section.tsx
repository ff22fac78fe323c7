import type { Fact, Fragment, Picture } from '@kitewise/contract/entities'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Components } from 'react-markdown'
import { Markdown } from '../../../components/markdown.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { placedPractices, remarkLesson } from '../remark-lesson.ts'
import { fragmentHeadingId } from '../use-lesson-walk.ts'
import { ChatBubble, FactCard, LessonPicture } from './lesson-parts.tsx'
import styles from './lesson.module.css'

const PracticePlace = ({ number }: { number?: string }) => use(Parts).renderPractice(Number(number))

const PicturePlace = ({ number }: { number?: string }) => {
  const picture = use(Parts).pictures[Number(number) - 1]
  return picture && <LessonPicture picture={picture} />
}

const FactPlace = ({ number }: { number?: string }) => {
  const { facts, lang } = use(Parts)
  const fact = facts[Number(number) - 1]
  return fact && <FactCard fact={fact} lang={lang} />
}

const Bubble = ({ speaker = '', children }: { speaker?: string; children?: ReactNode }) => (
  <ChatBubble speaker={speaker} isAssistant={use(Parts).assistant === speaker}>
    {children}
  </ChatBubble>
)

const plugins = [remarkLesson]
// The library's type knows only HTML elements; the plugin creates these.
const components = {
  'practice-place': PracticePlace,
  'picture-place': PicturePlace,
  'fact-place': FactPlace,
  'chat-bubble': Bubble,
} as Components

type FragmentSectionProps = {
  fragment: Fragment
  /** Zero-based index in the lesson. */
  index: number
  /** The current one is as tall as the screen, so it can scroll to the top. */
  isCurrent: boolean
  /** The language of the text, if it differs from the interface; practices set their own. */
  lang?: string | undefined
  /** The assistant's name in the lesson's chats. */
  assistant?: string | undefined
  /** Draws the n-th practice of the fragment, counted from 1. */
  renderPractice: (number: number) => ReactNode
}

/** One idea: title, text, and its practices at their placeholders; practices without one come last. */
export function FragmentSection({ fragment, index, isCurrent, lang, assistant, renderPractice }: FragmentSectionProps) {
  const headingId = fragmentHeadingId(index)
  const parts = useMemo(
    () => ({ renderPractice, pictures: fragment.pictures ?? [], facts: fragment.facts ?? [], assistant, lang }),
    [renderPractice, fragment, assistant, lang],
  )
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
      <Parts value={parts}>
        <Markdown text={fragment.content} plugins={plugins} components={components} />
      </Parts>
      {fragment.practices.map(({ id }, position) =>
        placed.has(position + 1) ? null : <div key={id}>{renderPractice(position + 1)}</div>,
      )}
    </section>
  )
}

type FragmentParts = Pick<FragmentSectionProps, 'renderPractice' | 'assistant' | 'lang'> & {
  pictures: readonly Picture[]
  facts: readonly Fact[]
}

/** What the text of a fragment refers to. A context, so that the Markdown around it is not re-rendered. */
const Parts = createContext<FragmentParts>({ renderPractice: () => null, pictures: [], facts: [] })
