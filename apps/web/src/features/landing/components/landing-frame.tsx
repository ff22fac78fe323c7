import { languageDetails, textLanguages } from '@kitewise/rules/language'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ButtonLink } from '../../../components/button.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { KiteString, Logo } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { paths } from '../../../lib/paths.ts'
import { brand } from '../../../lib/brand.ts'
import styles from './landing.module.css'

/** The logo, and the way in for learners. */
export function LandingHeader() {
  const t = useTranslations('landing')
  return (
    <header className={styles.header}>
      <div className={styles.headerRow}>
        <Link className={styles.logo} to={paths.welcome(null)}>
          <Logo />
        </Link>
        <ButtonLink variant="quiet" width="fit" to={paths.login}>
          {t('logIn')}
        </ButtonLink>
      </div>
    </header>
  )
}

type LandingSectionProps = {
  title: string
  text?: string | undefined
  tone?: 'plain' | 'kite'
  id?: string
  children: ReactNode
}

export function LandingSection({ title, text, tone = 'plain', id, children }: LandingSectionProps) {
  const titleId = useId()
  return (
    <section id={id} className={classNames(styles.section, tone === 'kite' && styles.tinted)} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId} className={styles.sectionTitle}>
          {title}
        </h2>
        {text !== undefined && <p className={styles.sectionText}>{text}</p>}
      </div>
      {children}
    </section>
  )
}

/** The one thing to do on these pages: the quiz. */
export function StartButton() {
  const t = useTranslations('landing')
  return (
    <div className={styles.start}>
      <ButtonLink to={paths.quizStart}>{t('start')}</ButtonLink>
      <p className={styles.startNote}>{t('startNote')}</p>
    </div>
  )
}

export const questionNames = ['beginner', 'tools', 'time', 'languages', 'trial', 'cancel', 'refund', 'age'] as const

type QuestionName = (typeof questionNames)[number]

/** Questions with their answers, folded. */
export function Questions({ names }: { names: readonly QuestionName[] }) {
  const t = useTranslations('landing')
  return (
    <LandingSection title={t('questionsTitle')}>
      <div className={styles.questions}>
        {names.map((name) => (
          <Disclosure key={name} summary={t(`questions.${name}.question`, brand)}>
            <p className={styles.answer}>{t(`questions.${name}.answer`, brand)}</p>
          </Disclosure>
        ))}
      </div>
    </LandingSection>
  )
}

/** The end of the page: the action once more. */
export function Closing() {
  const t = useTranslations('landing')
  return (
    <section className={styles.closing}>
      <div className={styles.closingKite}>
        <KiteString />
      </div>
      <h2 className={styles.sectionTitle}>{t('closing')}</h2>
      <StartButton />
    </section>
  )
}

/** Legal texts, and the page in the other languages. @param courseId the course of the page, if it's about one */
export function LandingFooter({ courseId }: { courseId: string | null }) {
  const t = useTranslations('menu')
  const locale = useLocale()
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('label')}>
        <ul className={styles.links}>
          <li>
            <Link to={paths.terms}>{t('terms')}</Link>
          </li>
          <li>
            <Link to={paths.privacy}>{t('privacy')}</Link>
          </li>
          <li>
            <Link to={paths.subscriptionTerms}>{t('subscriptionTerms')}</Link>
          </li>
          <li>
            <Link to={paths.support}>{t('support')}</Link>
          </li>
        </ul>
      </nav>
      <ul className={styles.links}>
        {textLanguages.map((language) => {
          const { name, bcp47 } = languageDetails[language]
          return (
            <li key={language}>
              {/* Loads the page again, because the language is chosen at its start. */}
              <a
                href={paths.welcome(courseId, bcp47)}
                hrefLang={bcp47}
                lang={bcp47}
                aria-current={bcp47 === locale ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          )
        })}
      </ul>
      <p translate="no">{brand.company}</p>
    </footer>
  )
}
