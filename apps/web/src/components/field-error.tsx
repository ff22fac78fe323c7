import { Icon } from './icon.tsx'
import styles from './field-error.module.css'

/** Says at once what is wrong. The live region is always there, so that the first message is heard too. */
export const FieldError = ({ id, message }: { id?: string; message: string | null | undefined }) => (
  <p id={id} role="alert" className={message ? styles.error : 'visually-hidden'}>
    {message && (
      <>
        <Icon name="warning" />
        <span>{message}</span>
      </>
    )}
  </p>
)
