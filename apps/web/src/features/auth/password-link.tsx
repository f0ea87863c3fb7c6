import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { accounts } from '@archwire/contract/client/accounts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.tsx'
import { Section } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { useBotCheck } from '../../lib/bot-check.ts'
import styles from './password-link.module.css'

type State = { at: 'ready' } | { at: 'busy' } | { at: 'sent'; email: string } | { at: 'refused'; reason: string }

/** A signed-in person changes the password as one who forgot it does: by a link in an email (`access/links`). */
export function PasswordLink() {
  const { me } = useSession()
  const botCheck = useBotCheck()
  const [state, setState] = useState<State>({ at: 'ready' })

  async function send() {
    setState({ at: 'busy' })
    try {
      await call(accounts.requestReset, { body: { email: me.email, bot_check: await botCheck.take() } })
      setState({ at: 'sent', email: me.email })
    } catch (error) {
      setState({ at: 'refused', reason: messageOf(error) })
    }
  }

  return (
    <Section title="Password">
      <div className={styles.part}>
        <p>To change your password, ask for a link to set a new one. A new password signs you out everywhere.</p>
        {state.at === 'sent' && (
          <Note>
            We have sent a link to {readableEmail(state.email)}. It works once, for one hour. Check your email.
          </Note>
        )}
        {state.at === 'refused' && <Note tone="error">{state.reason}</Note>}
        <Button variant="default" loading={state.at === 'busy'} onClick={() => void send()}>
          Send a link to set a new password
        </Button>
      </div>
    </Section>
  )
}
