import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Link, Router } from 'wouter'

const html = (node: ReactNode): string => render(node).container.innerHTML
const name = 'Ana'
const hi = ['Hi ', <b key="name">{name}</b>]

const link = (
  <Router>
    <Link href="/">Go {hi}</Link>
  </Router>
)
const option = (
  <select>
    <option>
      {name} ({1})
    </option>
  </select>
)
const drawing = (
  <svg>
    <text>
      Hi <tspan>Ana</tspan>
    </text>
  </svg>
)

/** What is drawn, and of which element. */
const drawn = {
  '<p>Hi</p>': <p>Hi</p>,
  '<p>Hi Ana!</p>': <p>Hi {name}!</p>,
  '<p>a1b</p>': <p>{['a', [1, null, false, 'b']]}</p>,
  '<p><span>Hi </span><i></i><span>!</span></p>': <p>Hi {<i />}!</p>,
  '<p><span>a1b</span><i></i></p>': <p>{['a', 1, null, 'b', <i key="i" />]}</p>,
  '<p><i></i><span data-blank=""> </span><i></i></p>': (
    <p>
      <i /> <i />
    </p>
  ),
  '<p><span data-blank="">  </span><i></i></p>': (
    <p>
      {false} {null} <i />
    </p>
  ),
  '<p><i></i></p>': <p>{['', <i key="i" />]}</p>,
  '<span>Hi Ana</span>': <>Hi {name}</>,
  '<p><i></i><span>Hi </span><b>Ana</b></p>': <p>{[<i key="i" />, hi]}</p>,
  '<a href="/"><span>Go </span><span>Hi </span><b>Ana</b></a>': link,
  '<select><option>Ana (1)</option></select>': option,
  '<code translate="no">kw_live</code>': <code>kw_live</code>,
  '<p><span>By </span><bdi translate="no">Ana</bdi></p>': (
    <p>
      By <bdi>{name}</bdi>
    </p>
  ),
  '<svg><text><tspan>Hi </tspan><tspan>Ana</tspan></text></svg>': drawing,
}

it.each(Object.entries(drawn))('a text is the only content of an element: %s', (expected, node) => {
  expect(html(node)).toBe(expected)
})

/** As Chrome's translator does. */
const translate = (container: Element): void => {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `«${text.textContent}»`
    text.parentNode?.replaceChild(font, text)
  }
}

const Counter = ({ count, isBusy = false }: { count: number; isBusy?: boolean }) => (
  <button type="button">
    {isBusy && <i />}
    {count} left{count > 1 && <b>!</b>}
  </button>
)

it('a translated text changes, comes and goes with its component', () => {
  const { container, rerender } = render(<Counter count={2} />)
  translate(container)
  expect(container.textContent).toBe('«2 left»«!»')
  rerender(<Counter count={1} isBusy />)
  expect(container.innerHTML).toBe('<button type="button"><i></i><span>1 left</span></button>')
  translate(container)
  rerender(<Counter count={3} />)
  expect(container.textContent).toBe('3 left!')
})

const Text = () => name
const Bare = ({ children }: { children: ReactNode }) => children
const Wrapped = ({ children }: { children: ReactNode }) => <>{children}</>

it('a component that returns a text, or its children as they are, does not compile', () => {
  // @ts-expect-error -- it returns a text
  void (<Text />)
  // @ts-expect-error -- its children may be a text
  void (<Bare>{name}</Bare>)
  expect(html(<Wrapped>{name}</Wrapped>)).toBe('<span>Ana</span>')
})
