import styles from './access.module.css'

interface Props {
  busy: boolean
  /** What the server answered, to the first press or to a later one. */
  sent?: string | undefined
  refusal?: string | undefined
  send: () => Promise<void>
}

/** Sends an email again that did not arrive, and says what came of it. */
export const SendAgain = ({ busy, sent, refusal, send }: Props) => (
  <>
    {sent && <output className={styles.done}>{sent}</output>}
    {refusal && (
      <div className={styles.refusal} role="alert">
        {refusal}
      </div>
    )}
    <button type="button" className={styles.second} aria-disabled={busy} onClick={() => busy || void send()}>
      {busy ? 'Sending…' : 'Send the email again'}
    </button>
  </>
)
