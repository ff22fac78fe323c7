import styles from './progress.module.css'

/** @param percent 0 to 100; more is drawn as 100  @param label what progresses, for screen readers */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      className={styles.barTrack}
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg className={styles.barFill} width={`${shown}%`} />
    </div>
  )
}
