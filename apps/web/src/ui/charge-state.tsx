import { useEffect, useRef } from 'react'
import type { ChargeProblem } from '../lib/use-charge.ts'
import styles from './charge-state.module.css'
import { Note } from './states.tsx'

interface Props {
  busy: boolean
  problem: ChargeProblem | undefined
  /** What a decline leaves, in a sentence. */
  declined?: string
}

/** What becomes of a charge, inside its dialog: that it is under way, or why it was not made. */
export const ChargeState = ({ busy, problem, declined }: Props) => (
  <>
    {problem && <Problem problem={problem} declined={declined} />}
    <output className={styles.progress}>{busy && 'The payment is being made. Please keep this page open.'}</output>
  </>
)

/** Gets the focus, because the button that was pressed says nothing of it. */
function Problem({ problem: { kind, message }, declined }: { problem: ChargeProblem; declined: string | undefined }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div ref={note} tabIndex={-1}>
      <Note tone={kind === 'unanswered' ? 'warning' : 'error'}>
        <span>
          {message}
          {kind === 'unanswered' && ' Nothing will be charged twice if you try again.'}
          {kind === 'declined' && declined && ` ${declined}`}
        </span>
      </Note>
    </div>
  )
}
