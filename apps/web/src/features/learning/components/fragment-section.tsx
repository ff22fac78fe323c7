import type { Fact, Fragment, Picture } from '@kitewise/contract/entities'
import type { Components } from 'hast-util-to-jsx-runtime'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { Markdown } from '../../../components/markdown.tsx'
import { placedPractices, remarkLesson } from '../remark-lesson.ts'
import { ChatBubble, FactCard, LessonPicture } from './lesson-parts.tsx'
import styles from './lesson.module.css'

const PracticePlace = ({ number }: { number?: string }) => <>{use(Parts).renderPractice(Number(number))}</>

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

// The library's type knows only HTML elements; the plugin creates these.
const components = {
  'practice-place': PracticePlace,
  'picture-place': PicturePlace,
  'fact-place': FactPlace,
  'chat-bubble': Bubble,
} as Components

type FragmentTextProps = {
  fragment: Fragment
  /** All of its text, or one card's. */
  text: string
  /** The language of the text, if it differs from the interface; practices set their own. */
  lang?: string | undefined
  /** The assistant's name in the lesson's chats. */
  assistant?: string | undefined
  /** Draws the n-th practice of the fragment, counted from 1, at its placeholder in the text. */
  renderPractice?: (number: number) => ReactNode
}

const noPractice = (): null => null

export function FragmentText({ fragment, text, lang, assistant, renderPractice = noPractice }: FragmentTextProps) {
  const parts = useMemo(
    () => ({ renderPractice, pictures: fragment.pictures ?? [], facts: fragment.facts ?? [], assistant, lang }),
    [renderPractice, fragment, assistant, lang],
  )
  return (
    <Parts value={parts}>
      <Markdown text={text} transform={remarkLesson} components={components} />
    </Parts>
  )
}

type FragmentSectionProps = Omit<FragmentTextProps, 'text'> & {
  /** Zero-based index in the lesson. */
  index: number
  renderPractice: (number: number) => ReactNode
}

/** One idea: title, text, and its practices at their placeholders; practices without one come last. */
export function FragmentSection({ fragment, index, lang, assistant, renderPractice }: FragmentSectionProps) {
  const headingId = `fragment-${index}`
  const placed = placedPractices(fragment.content)
  return (
    <section className={styles.fragment} lang={lang} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.fragmentTitle} tabIndex={-1}>
        {fragment.title}
      </h2>
      <FragmentText
        fragment={fragment}
        text={fragment.content}
        lang={lang}
        assistant={assistant}
        renderPractice={renderPractice}
      />
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
