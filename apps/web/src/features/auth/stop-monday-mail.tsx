import { today } from '@archwire/contract/client/today'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { AccessPage, PressPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { dropToken } from './one-time-link.ts'

type State = { at: 'ready' | 'working' | 'done' | 'dead' } | { at: 'failed'; reason: string }

/** Turns off the Monday mail, from the link in one, without a sign-in: opening the page changes nothing (`today/switch`). */
export function StopMail({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'ready' })

  async function stop() {
    setState({ at: 'working' })
    try {
      await call(today.stopMail, { params: { token: token || 'none' } })
      dropToken('/monday-mail')
      setState({ at: 'done' })
    } catch (error) {
      const dead = error instanceof ApiError && error.status === 404
      setState(dead ? { at: 'dead' } : { at: 'failed', reason: messageOf(error) })
    }
  }

  if (state.at === 'ready')
    return (
      <PressPage
        title="Turn off the Monday email?"
        lead="You can turn it on again at the end of the page Today."
        label="Turn it off"
        onPress={() => void stop()}
      />
    )
  if (state.at === 'failed')
    return (
      <PressPage
        title="The Monday email is still on"
        lead={state.reason}
        label="Try again"
        onPress={() => void stop()}
      />
    )
  if (state.at === 'working')
    return (
      <AccessPage title="Turning off the Monday email…">
        <Working />
      </AccessPage>
    )
  if (state.at === 'done')
    return (
      <AccessPage title="The Monday email is off" lead="You can turn it on again at the end of the page Today.">
        <OpenToday />
      </AccessPage>
    )
  return (
    <AccessPage
      title="This link is no longer valid"
      lead="It is more than a year old, or your email address has changed. You can turn off the Monday email at the end of the page Today."
    >
      <OpenToday />
    </AccessPage>
  )
}

const OpenToday = () => (
  <Link className={styles.go} to="/today">
    Open Today
  </Link>
)
