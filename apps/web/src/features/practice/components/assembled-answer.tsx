import type { AnswerPiece, EvaluatedPoint, Evaluation } from '@kitewise/contract/entities'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import styles from './answer.module.css'

/** An assistant's answer, assembled from the author's pieces: one per point, worse if the prompt lacks the point. */
export function AssembledAnswer({ evaluation }: { evaluation: Evaluation }) {
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

export function AnswerPieces({ evaluation: { answer, points, taskLanguage } }: { evaluation: Evaluation }) {
  return (
    <div className={styles.message}>
      {answer.map((piece) => (
        <Piece
          // A piece that changed with the prompt is shown in its current version.
          key={`${piece.point} ${piece.text}`}
          piece={piece}
          point={points.find(({ id }) => id === piece.point)}
          taskLanguage={taskLanguage}
        />
      ))}
    </div>
  )
}

type PieceProps = {
  piece: AnswerPiece
  point: EvaluatedPoint | undefined
  taskLanguage: string
}

/** One piece of the answer with its point, which is a button if the piece has another version. */
const Piece = ({ piece, point, taskLanguage }: PieceProps) => {
  const t = useTranslations('practice')
  const lang = useForeignLanguage(taskLanguage)
  const [isFlipped, setFlipped] = useState(false)
  const suffers = piece.suffers !== isFlipped
  const hasOther = piece.otherText !== ''
  const flip = t(suffers ? 'pieceFlipBack' : 'pieceFlip')
  const note = point && <PieceNote point={point} suffers={suffers} isFlipped={isFlipped} lang={lang} />
  return (
    <div className={classNames(styles.piece, suffers && styles.suffers)}>
      <p key={String(isFlipped)} className={classNames(styles.text, isFlipped && styles.turned)} lang={lang}>
        {isFlipped ? piece.otherText : piece.text}
      </p>
      {hasOther && note && (
        <button type="button" className={styles.note} title={flip} onClick={() => setFlipped(!isFlipped)}>
          {note}
          <span className="visually-hidden">{flip}</span>
          <Icon name="swap" />
        </button>
      )}
      {!hasOther && suffers && note && <p className={styles.note}>{note}</p>}
    </div>
  )
}

type PieceNoteProps = { point: EvaluatedPoint; suffers: boolean; isFlipped: boolean; lang: string | undefined }

const PieceNote = ({ point, suffers, isFlipped, lang }: PieceNoteProps) => {
  const t = useTranslations('practice')
  if (!suffers) return <span lang={lang}>{point.name} </span>
  const isWrong = point.state === 'wrong' && !isFlipped
  return (
    <>
      <Icon name="warning" />
      <span>{isWrong ? `${point.name}: ${t('wrong')}` : t('pieceSuffers', { point: point.name })} </span>
    </>
  )
}
