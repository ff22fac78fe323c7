import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../test-support/render-page.tsx'
import { Markdown } from './markdown.tsx'

const show = (text: string) => renderPage(<Markdown text={text} />).container

const linesOf = (text: string): number => show(text).querySelectorAll('blockquote br').length

describe('links in a text', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=c',
    'irc://example.com',
    'ircs://example.com',
    'mailto:ana@example.com',
    'xmpp:ana@example.com',
    '/courses',
    'page.html',
    '#top',
  ])('can lead to %s', (address) => {
    show(`[words](${address})`)
    expect(screen.getByRole('link', { name: /words/ }).getAttribute('href')).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'tel:123',
  ])('cannot lead to %s', (address) => {
    const container = show(`[words](${address})`)
    expect(container.querySelector('a')).toBe(null)
    expect(container.textContent).toBe('words')
  })

  it('open a new tab without opener or referrer when they lead outside, and say so', () => {
    show('[words](https://example.com)')
    const link = screen.getByRole('link', { name: 'words (opens in a new tab)' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('stay in this tab when they lead to our own pages', () => {
    show('[words](/courses)')
    expect(screen.getByRole('link', { name: 'words' }).hasAttribute('target')).toBe(false)
  })
})

it('shows HTML in a text as plain text', () => {
  const container = show('Try <img src=x onerror=alert(1)> and <b>this</b>.')
  expect(container.querySelector('img, b')).toBe(null)
  expect(container.textContent).toContain('<b>this</b>')
})

describe('a quote', () => {
  it.each([
    ['soft line breaks', '> one\n> two\n> three', 2],
    ['backslashes', '> one\\\n> two', 1],
    ['a soft line break inside bold text', '> **one\n> two**', 1],
    ['paragraphs', '> one\n>\n> two', 0],
  ])('keeps its lines with %s', (_, text, breaks) => {
    expect(linesOf(text)).toBe(breaks)
  })

  it('is the only place that keeps soft line breaks', () => {
    expect(show('one\ntwo').querySelectorAll('br')).toHaveLength(0)
  })
})

it('puts headings below the level of the title above them', () => {
  show('# One\n\n## Two\n\n### Three')
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H3', 'H3', 'H4'])
})

it('lets a wide table scroll by itself, also by keyboard', () => {
  show('| a | b |\n|---|---|\n| 1 | 2 |')
  expect(screen.getByRole('region', { name: 'Table' }).tabIndex).toBe(0)
})
