import layout from '../../components/layout.module.css'
import type { Data } from '../../lib/call.ts'
import styles from './draft-preview.module.css'

type Draft = Data<'contentDraft'>
type Finding = Draft['findings'][number]

/** A draft's files, read-only, with what the content check says at the lines that it means. */
export function DraftSource({ draft: { files, findings } }: { draft: Draft }) {
  const isShown = ({ file }: Finding): boolean => files.some(({ name }) => file.endsWith(name))
  const elsewhere = findings.filter((finding) => !isShown(finding))
  return (
    <section className={layout.stack} aria-label="Source">
      <Summary findings={findings} />
      {elsewhere.length > 0 ? <Findings findings={elsewhere} hasFile /> : null}
      {files.map(({ name, text }) => (
        <File key={name} name={name} text={text} findings={findings.filter(({ file }) => file.endsWith(name))} />
      ))}
    </section>
  )
}

const Summary = ({ findings }: { findings: readonly Finding[] }) => {
  const errors = findings.filter(({ level }) => level === 'error').length
  if (findings.length === 0) return <p>The content check found nothing in these files.</p>
  const at = findings.map(({ file, line }) => ({ file, line, name: file.split('/').at(-1) }))
  return (
    <p>
      <span className={`${layout.tag} ${errors > 0 ? layout.bad : layout.good}`}>Errors: {errors}</span>{' '}
      <span className={layout.tag}>Warnings: {findings.length - errors}</span>{' '}
      {at.map(({ file, line, name }, index) => (
        // The same line can have several findings.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          <a href={`#${lineId(file, line)}`}>{`${name}:${line}`}</a>{' '}
        </span>
      ))}
    </p>
  )
}

const lineId = (file: string, line: number): string => `${file.split('/').at(-1)}-${line}`

type FileParts = { name: string; text: string; findings: readonly Finding[] }

const File = ({ name, text, findings }: FileParts) => (
  <details open={name.endsWith('.md') || findings.length > 0}>
    <summary>
      <code>{name.split('/').at(-1)}</code>
    </summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
    <div className={styles.source} tabIndex={0} role="region" aria-label={name}>
      <ol className={styles.lines}>
        {text.split('\n').map((words, index) => {
          const own = findings.filter(({ line }) => line === index + 1)
          return (
            <li
              // Lines have no other name.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              id={lineId(name, index + 1)}
              className={own.length > 0 ? `${styles.line} ${styles.marked}` : styles.line}
            >
              <code>{words === '' ? ' ' : words}</code>
              {own.length > 0 ? <Findings findings={own} /> : null}
            </li>
          )
        })}
      </ol>
    </div>
  </details>
)

const Findings = ({ findings, hasFile = false }: { findings: readonly Finding[]; hasFile?: boolean }) => (
  <ul className={styles.findings}>
    {findings.map(({ level, file, line, rule, message, fix }) => (
      <li key={`${file} ${line} ${rule} ${message}`} className={level === 'error' ? layout.error : layout.soft}>
        <strong>{level === 'error' ? 'Error' : 'Warning'}</strong>
        {hasFile ? ` in ${file}:${line}` : ''}: {message}. {fix}.
      </li>
    ))}
  </ul>
)
