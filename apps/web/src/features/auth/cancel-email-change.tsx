import { accounts } from '@archwire/contract/client/accounts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { AccessPage, PressPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { dropToken } from './one-time-link.ts'

type State = { at: 'ready' | 'working' | 'dead' } | { at: 'done'; lead: string } | { at: 'failed'; reason: string }

const afterThief = 'The person who requested it knows your password: set a new one now.'
const afterStaff = 'Our staff had asked for it. If you do not know why, please call us.'

/** Cancels a change of the address, from the notice to the old address (`access/new-address`). */
export function CancelEmailChange({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'ready' })

  async function cancel() {
    setState({ at: 'working' })
    try {
      const { message, by_staff } = await call(accounts.cancelEmailChange, { body: { token: token || 'none' } })
      dropToken('/cancel-email-change')
      setState({ at: 'done', lead: `${message} ${by_staff ? afterStaff : afterThief}` })
    } catch (error) {
      const dead = error instanceof ApiError && error.status === 422
      setState(dead ? { at: 'dead' } : { at: 'failed', reason: messageOf(error) })
    }
  }

  if (state.at === 'ready')
    return (
      <PressPage
        title="Cancel the email change?"
        lead="Someone asked to change the email address of your account. If that was not you, cancel the change. Your account keeps this address."
        label="Cancel the change"
        onPress={() => void cancel()}
      />
    )
  if (state.at === 'working')
    return (
      <AccessPage title="Canceling the change…">
        <Working />
      </AccessPage>
    )
  if (state.at === 'done')
    return (
      <AccessPage title="Email change canceled" lead={state.lead}>
        <SetNewPassword />
      </AccessPage>
    )
  if (state.at === 'failed')
    return (
      <PressPage
        title="The change was not canceled"
        lead={state.reason}
        label="Try again"
        onPress={() => void cancel()}
      />
    )
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
