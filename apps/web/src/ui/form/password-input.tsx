import { useState, type InputHTMLAttributes } from 'react'
import styles from './field.module.css'

/** A password field whose characters can be shown. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className={styles.secret}>
      <input {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        aria-controls={props.id}
        aria-label={isShown ? 'Hide characters' : 'Show characters'}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  )
}
