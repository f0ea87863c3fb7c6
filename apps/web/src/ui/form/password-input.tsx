import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react'
import styles from './field.module.css'

/** A password field whose characters can be shown. They are hidden again once the form is sent. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Browsers offer to save passwords, and store other text among their suggestions.
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <span className={styles.secret}>
      <input {...props} ref={input} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
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
