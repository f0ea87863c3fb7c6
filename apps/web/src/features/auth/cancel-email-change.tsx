import { accounts } from '@archwire/contract/client/accounts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { AccessPage, Working } from './access-page.tsx'
import styles from './access.module.css'

type State = { at: 'working' | 'dead' } | { at: 'done'; message: string } | { at: 'failed'; reason: string }

/** Cancels a change of the address, from the notice to the old address (`access/new-address`). */
export function CancelEmailChange({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'working' })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    call(accounts.cancelEmailChange, { body: { token: token || 'none' } }).then(
      ({ message }) => setState({ at: 'done', message }),
      (error: unknown) =>
        setState(
          error instanceof ApiError && error.status === 422
            ? { at: 'dead' }
            : { at: 'failed', reason: messageOf(error) },
        ),
    )
  }, [token])

  if (state.at === 'working')
    return (
      <AccessPage title="Calling the change off...">
        <Working />
      </AccessPage>
    )
  if (state.at === 'done')
    return (
      <AccessPage
        title="The change is called off"
        lead={`${state.message} Whoever asked for it knows your password: set a new one now.`}
      >
        <SetNewPassword />
      </AccessPage>
    )
  if (state.at === 'failed')
    return (
      <AccessPage title="The change was not called off" lead={`${state.reason} Open the link of the mail once more.`} />
    )
  return (
    <AccessPage
      title="This link is no longer good"
      lead="It has expired, was used before, or the address has changed already. If you did not change it, set a new password now; if that mail does not come, tell us at once."
    >
      <SetNewPassword />
    </AccessPage>
  )
}

const SetNewPassword = () => (
  <Link className={styles.go} to="/forgot-password">
    Set a new password
  </Link>
)
