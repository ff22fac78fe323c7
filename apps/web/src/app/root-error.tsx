import { Component, type ReactNode } from 'react'
import { Button, buttonClass } from '../components/button.tsx'
import { KiteMark } from '../components/kite.tsx'
import { ChunkLoadError } from '../lib/chunk-loading.ts'
import { useLanguage } from '../lib/i18n/language.ts'
import { paths } from '../lib/paths.ts'
import styles from './root-error.module.css'

/** Catches what no screen has caught. React logs the error to the console. */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? <>{this.props.children}</> : <RootError error={this.state.error} />
  }
}

/** The last resort: has its words from the document, needs no router, and leaves by full page loads, which start everything afresh. */
const RootError = ({ error }: { error: unknown }) => {
  const language = useLanguage((state) => state.language)
  const t = window.fatalTexts[language] ?? window.fatalTexts.en
  return (
    <main className={styles.screen}>
      <span className={styles.mark}>
        <KiteMark />
      </span>
      <h1 className={styles.title}>{t.title}</h1>
      <p className={styles.text}>{t.text}</p>
      {error instanceof ChunkLoadError && <p className={styles.detail}>{error.message}</p>}
      <Button onClick={() => location.reload()}>{t.reload}</Button>
      <a className={buttonClass({ variant: 'quiet' })} href={paths.home}>
        {t.home}
      </a>
    </main>
  )
}
