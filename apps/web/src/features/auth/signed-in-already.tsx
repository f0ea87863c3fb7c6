import { auth } from '@archwire/contract/client/auth'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/api.ts'
import { isSignedOut } from '../../lib/session.tsx'
import { AccessPage } from './access-page.tsx'
import styles from './access.module.css'

/** Who is signed in on this browser now, by name. */
export const signedInName = async (): Promise<string | undefined> =>
  isSignedOut()
    ? undefined
    : call(auth.me, {}).then(
        ({ user }) => user.full_name,
        () => undefined,
      )

/**
 * The link of one person was used in the browser of another: the sign-in page would lead away before it could say what
 * was done.
 */
export const SignedInAlready = ({ title, message, name }: { title: string; message: string; name: string }) => (
  <AccessPage title={title} lead={message}>
    <p className={styles.lead}>
      You are signed in on this browser as <b translate="no">{name}</b>. To sign in with the other account, sign out
      first.
    </p>
    <Link className={styles.go} to="/">
      Go to Home
    </Link>
  </AccessPage>
)
