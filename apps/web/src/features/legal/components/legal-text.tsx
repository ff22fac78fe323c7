import { languageDetails } from '@kitewise/rules/language'
import { fillBrand } from '@kitewise/texts/brand'
import type { LegalNode } from '@kitewise/texts/web/legal-document'
import { type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Disclosure } from '../../../components/disclosure.tsx'
import { MarkdownLink } from '../../../components/markdown-link.tsx'
import { brand } from '../../../lib/brand.ts'
import type { LoadedLegal } from '../api.ts'
import styles from './legal-text.module.css'

const goTo = (id: string): void => document.getElementById(id)?.focus()

/** Later changes of the width leave the contents as the reader has them. */
const neverChanges = () => () => undefined

/** The address does not change, so Back leads to the previous page and not through the contents. */
const goToSection = (event: MouseEvent, id: string): void => {
  event.preventDefault()
  goTo(id)
}

/** A legal text with its date and contents. An address with `#section-3` opens there. */
export function LegalText({ language, document: { lastUpdated, intro, sections } }: LoadedLegal) {
  const t = useTranslations('legal')
  const locale = languageDetails[language].bcp47
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(lastUpdated))

  const isWide = useSyncExternalStore(
    neverChanges,
    () => window.matchMedia('(min-width: 960px)').matches,
    () => false,
  )

  useEffect(() => goTo(location.hash.slice(1)), [])

  return (
    <article className={styles.text} lang={locale}>
      <div className={styles.intro}>
        <p className={styles.date}>{t('lastUpdated', { date })}</p>
        <LegalNodes nodes={intro} />
      </div>
      <nav className={styles.contents} aria-label={t('contents')}>
        <Disclosure summary={t('contents')} isOpenAtFirst={isWide}>
          <ul className={styles.list}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => goToSection(event, id)}>
                  {withBrand(title)}
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      </nav>
      <div className={styles.sections}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id} className={styles.section} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1} className={styles.heading}>
              {withBrand(title)}
            </h2>
            <LegalNodes nodes={blocks} />
          </section>
        ))}
      </div>
    </article>
  )
}

/** Fills in `{{name}}` placeholders. The text check knows every name. */
const withBrand = (text: string): string => fillBrand(text, brand)

const renderNode = (node: LegalNode, index: number): ReactNode => {
  if (typeof node === 'string') return withBrand(node)
  const [Tag, children, href] = node
  const inside = children.map(renderNode)
  if (Tag === 'a')
    return (
      <MarkdownLink key={index} href={withBrand(href ?? '')}>
        {inside}
      </MarkdownLink>
    )
  return <Tag key={index}>{inside}</Tag>
}

/** Pieces of a legal text as elements. Their order never changes, so the index is the key. */
const LegalNodes = ({ nodes }: { nodes: LegalNode[] }) => <>{nodes.map(renderNode)}</>
