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
      <AccessPage title="Canceling the change…">
        <Working />
      </AccessPage>
    )
  if (state.at === 'done')
    return (
      <AccessPage
        title="Email change canceled"
        lead={`${state.message} The person who requested it knows your password: set a new one now.`}
      >
        <SetNewPassword />
      </AccessPage>
    )
  if (state.at === 'failed')
    return <AccessPage title="The change was not canceled" lead={`${state.reason} Open the link in the email again.`} />
  return (
    <AccessPage
      title="This link is no longer valid"
      lead="It has expired, was already used, or the address has already changed. If you did not change it, set a new password now. If you do not get that email, tell us right away."
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
