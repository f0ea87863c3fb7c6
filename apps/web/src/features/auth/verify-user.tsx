import { accounts } from '@archwire/contract/client/accounts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { beginSession } from '../../lib/begin-session.ts'
import { missing } from '../../ui/form/checks.ts'
import { createForm, focusField } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage, PressPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { dropToken, mayPass } from './one-time-link.ts'

type State =
  | { at: 'ready' | 'verifying' | 'entering' | 'failed' }
  /** Another browser signed up: that person knows the password. */
  | { at: 'asking'; busy: boolean; refusal?: string }
  /** The link is not the reason. */
  | { at: 'delayed'; reason: string }
  /** A changed address: it is verified, without a sign-in. */
  | { at: 'verified'; message: string }

/** A call without a response may have used the link; a refused one has not. */
const reasonOf = ({ status, message }: ApiError): string =>
  status === 0 ? message : `${message} Your link is still good.`

/**
 * Uses the link of a verification mail, at a press (`access/press`). At sign-up it signs in and goes home
 * (`access/whose-link`); a changed address is only verified.
 */
export function VerifyUser({ token }: { token: string }) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const [form] = useState(() =>
    createForm({ initial: { password: '' }, validate: (values) => missing(values, 'password') }),
  )
  const client = useQueryClient()
  const router = useRouter()

  async function verify(password?: string) {
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      const { user, message } = await call(
        accounts.verify,
        { body: { token: token || 'none', password, time_zone } },
        { byHand: true },
      )
      dropToken('/verify-user')
      if (!user) return setState({ at: 'verified', message })
      setState({ at: 'entering' })
      if (!beginSession(client, user)) return
      router.clearCache()
      await router.navigate({ to: '/', replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === errorCodes.passwordNeeded) setState({ at: 'asking', busy: false })
      else if (error instanceof ApiError && (error.fields.password || (password !== undefined && mayPass(error))))
        setState({ at: 'asking', busy: false, refusal: messageOf(error) })
      else if (error instanceof ApiError && mayPass(error)) setState({ at: 'delayed', reason: reasonOf(error) })
      else setState({ at: 'failed' })
      focusField(form, 'password')
    }
  }
  useEffect(() => {
    if (state.at === 'asking') focusField(form, 'password')
  }, [form, state.at])
  const press = () => {
    setState({ at: 'verifying' })
    void verify()
  }

  if (state.at === 'ready')
    return (
      <PressPage
        title="One more step"
        lead="Verify that this email address is yours. If you did not ask for this, close this page. Nothing will change."
        label="Verify my account"
        onPress={press}
      />
    )
  if (state.at === 'failed')
    return (
      <AccessPage
        title="There was an issue verifying your account."
        lead="The link may have expired, been used already, or been replaced by a newer email. Sign in to get a new one."
      >
        <GoToSignIn />
      </AccessPage>
    )
  if (state.at === 'delayed')
    return <PressPage title="Not verified yet" lead={state.reason} label="Try again" onPress={press} />
  if (state.at === 'verified')
    return (
      <AccessPage title="Your email address is verified" lead={state.message}>
        <GoToSignIn />
      </AccessPage>
    )
  if (state.at === 'asking') {
    const submit = async () => {
      form.visitAll()
      if (form.problems().password) return focusField(form, 'password')
      setState({ at: 'asking', busy: true })
      await verify(form.values().password)
    }
    return (
      <AccessPage
        title="Is it you?"
        lead="Enter the password that you chose when you signed up. If you did not sign up, close this page. Nothing will change."
      >
        <AccessForm submit={submit} busy={state.busy} label="Verify" working="Verifying…" refusal={state.refusal}>
          <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
        </AccessForm>
        <p className={styles.links}>
          <Link to="/forgot-password">Forgot password?</Link>
        </p>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={state.at === 'verifying' ? 'Verifying account...' : 'Logging you in...'}>
      <Working />
    </AccessPage>
  )
}

const GoToSignIn = () => (
  <Link className={styles.go} to="/login">
    Go to sign-in
  </Link>
)
