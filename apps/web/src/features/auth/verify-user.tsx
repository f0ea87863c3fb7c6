import { accounts } from '@archwire/contract/client.gen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { beginSession } from '../../lib/session.tsx'
import { AccessPage } from './access-page.tsx'
import styles from './access.module.css'

/** Uses the link of the verification mail: verifies, signs in, goes home (1 §2.1, §4). */
export function VerifyUser({ token }: { token: string }) {
  const [state, setState] = useState<'verifying' | 'entering' | 'failed'>('verifying')
  const client = useQueryClient()
  const router = useRouter()
  const begun = useRef(false)

  useEffect(() => {
    // A link counts once: an effect that runs twice must not spend it twice.
    if (begun.current) return
    begun.current = true
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    call(accounts.verify, { body: { token: token || 'none', time_zone } }).then(
      async ({ user }) => {
        setState('entering')
        beginSession(client, user)
        await router.invalidate()
        await router.navigate({ to: '/', replace: true })
      },
      () => setState('failed'),
    )
  }, [client, router, token])

  if (state === 'failed')
    return (
      <AccessPage
        title="There was an issue verifying your account."
        lead="The link may have expired, or it was used before. Sign in to have a new one sent."
      >
        <Link className={styles.go} to="/login">
          Go to sign-in
        </Link>
      </AccessPage>
    )
  return (
    <AccessPage title={state === 'verifying' ? 'Verifying account...' : 'Logging you in...'}>
      <output className={styles.lead}>One moment, please.</output>
    </AccessPage>
  )
}
