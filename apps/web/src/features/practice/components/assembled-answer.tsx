import type { AnswerPiece, Evaluation } from '@kitewise/contract/entities'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/use-foreign-language.ts'
import styles from './answer.module.css'

/** What an assistant might answer, put together from the author's pieces: one per point, worse where the prompt lacks the point. */
export const AssembledAnswer = ({ evaluation }: { evaluation: Evaluation }) => {
  const t = useTranslations('practice')
  const id = useId()
  const { answer } = evaluation
  if (answer.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('answerTitle')}
      </h3>
      <AnswerPieces evaluation={evaluation} />
      {answer.some(({ otherText }) => otherText !== '') && <p className={styles.help}>{t('answerHelp')}</p>}
    </section>
  )
}

/** The pieces as one message. */
export const AnswerPieces = ({ evaluation: { answer, points, taskLanguage } }: { evaluation: Evaluation }) => (
  <div className={styles.message}>
    {answer.map((piece) => (
      <Piece
        // A piece that has changed with the prompt is shown as it is now.
        key={`${piece.point} ${piece.text}`}
        piece={piece}
        name={points.find(({ id }) => id === piece.point)?.name ?? ''}
        taskLanguage={taskLanguage}
      />
    ))}
  </div>
)

type PieceProps = {
  piece: AnswerPiece
  /** Of the point; empty where the piece depends on none. */
  name: string
  taskLanguage: string
}

/** One part of the answer. Its point is a button that shows the other version. */
const Piece = ({ piece, name, taskLanguage }: PieceProps) => {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(taskLanguage)
  const [isFlipped, setFlipped] = useState(false)
  const suffers = piece.suffers !== isFlipped
  const label = t(suffers ? 'pieceFlipBack' : 'pieceFlip')
  return (
    <div className={classNames(styles.piece, suffers && styles.suffers)}>
      <div key={String(isFlipped)} className={isFlipped ? styles.turned : undefined}>
        <p className={styles.text} lang={lang}>
          {isFlipped ? piece.otherText : piece.text}
        </p>
        {suffers && name !== '' && (
          <p className={styles.reason}>
            <Icon name="warning" />
            <span>{t('pieceSuffers', { point: name })}</span>
          </p>
        )}
      </div>
      {name !== '' && piece.otherText !== '' && (
        <button
          type="button"
          className={styles.flip}
          title={label}
          aria-label={`${name}: ${label}`}
          onClick={() => setFlipped(!isFlipped)}
        >
          <Icon name="swap" />
          <span lang={lang}>{name}</span>
        </button>
      )}
    </div>
  )
}
