import { accounts } from '@archwire/contract/client/accounts'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { sayOnNextPage } from '../../lib/next-page.ts'
import { loginOf } from '../../lib/session.tsx'
import { createForm, focusField, refuseFields, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { emailProblem } from '../../ui/form/checks.ts'
import { dropToken } from './one-time-link.ts'
import { SendAgain } from './send-again.tsx'
import { SignedInAlready, signedInName } from './signed-in-already.tsx'
import { passwordProblems } from './password-checks.ts'
import { PasswordFields } from './password-fields.tsx'

/** Requests a link to set a new password; its message is the same for every address. */
export function ForgotPassword() {
  const { history } = useRouter()
  const [form] = useState(() =>
    createForm({
      initial: { email: history.location.state.email ?? '' },
      validate: ({ email }) => emailProblem(email),
    }),
  )
  const [state, setState] = useState<{ busy: boolean; refusal?: string; sent?: string; again?: boolean }>({
    busy: false,
  })
  const botCheck = useBotCheck()
  const typed = useFormPart(form, () => form.values().email.trim())
  const isSent = state.sent !== undefined
  useEffect(() => {
    if (!isSent) focusField(form, 'email')
  }, [form, isSent])

  async function submit() {
    form.visitAll()
    if (form.problems().email) return focusField(form, 'email')
    setState(({ sent }) => ({ busy: true, sent }))
    try {
      const body = { email: form.values().email.trim(), bot_check: await botCheck.take() }
      const { message } = await call(accounts.requestReset, { body })
      setState(({ sent }) => ({ busy: false, sent: message, again: sent !== undefined }))
    } catch (error) {
      const inPlace = refuseFields(form, error)
      setState(({ sent }) => ({ busy: false, sent, ...(inPlace ? {} : { refusal: messageOf(error) }) }))
      focusField(form, 'email')
    }
  }

  const back = (
    <Link to="/login" state={{ email: typed }}>
      Back to sign-in
    </Link>
  )
  if (isSent)
    return (
      <AccessPage title="Check your email" lead={`${state.sent} It works once, for one hour.`}>
        <p className={styles.lead}>
          You entered <b translate="no">{typed}</b>. Nothing there after a few minutes? Look in the spam folder, too.
        </p>
        <SendAgain
          busy={state.busy}
          refusal={state.refusal}
          sent={state.again ? 'Your request was sent again.' : undefined}
          send={submit}
        />
        <p className={styles.links}>
          {back}
          <button type="button" className={styles.link} onClick={() => setState({ busy: false })}>
            Enter another email
          </button>
        </p>
      </AccessPage>
    )
  return (
    <AccessPage title="Forgot password" lead="Enter your email, and we’ll send you a link to set a new password.">
      <AccessForm
        submit={submit}
        busy={state.busy}
        label="Send Request"
        working="Sending…"
        refusal={state.refusal}
        onTouch={botCheck.begin}
      >
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
      </AccessForm>
      <p className={styles.links}>{back}</p>
    </AccessPage>
  )
}

const managementNames: readonly string[] = ['super_admin', 'admin', 'tech_support', 'supervisor', 'lab_partner']

interface ResetProps {
  token: string
  /** A first password instead of a new one. */
  initial: boolean
  userRole: string | undefined
}

/** Sets the password with the token of the mail (`access/links`). */
export function ResetPassword({ token, initial, userRole }: ResetProps) {
  const [form] = useState(() =>
    createForm({ initial: { password: '', password_confirmation: '' }, validate: passwordProblems }),
  )
  const [state, setState] = useState<{ busy: boolean; refusal?: string; isDead?: boolean }>({ busy: false })
  const [done, setDone] = useState<{ message: string; name: string }>()
  const ready = useFormPart(form, () => form.changed() && Object.keys(form.problems()).length === 0)
  const navigate = useNavigate()
  useEffect(() => focusField(form, 'password'), [form])

  async function submit() {
    form.visitAll()
    const [wrong] = Object.keys(form.problems())
    if (wrong) return focusField(form, wrong)
    setState({ busy: true })
    try {
      const { message } = await call(accounts.reset, { body: { ...form.values(), token } })
      dropToken('/reset-password')
      // A new password ends the person's own sessions: the one that is left belongs to someone else.
      const name = await signedInName()
      if (name !== undefined) return setDone({ message, name })
      sayOnNextPage(message)
      await navigate({ to: loginOf(managementNames.includes(userRole ?? '')) })
    } catch (error) {
      const inPlace = refuseFields(form, error)
      const isDead = error instanceof ApiError && error.status === 422
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error), isDead }) })
      focusField(form, 'password')
    }
  }

  if (done) return <SignedInAlready title="The new password is set" {...done} />
  return (
    <AccessPage title={initial ? 'Choose your password' : 'Set a new password'}>
      <AccessForm
        submit={submit}
        busy={state.busy}
        disabled={!ready}
        label="Save password"
        working="Saving…"
        refusal={
          state.refusal && (
            <>
              {state.refusal} {state.isDead && <Link to="/forgot-password">Ask for a new link</Link>}
            </>
          )
        }
      >
        <PasswordFields form={form} />
      </AccessForm>
      <p className={styles.links}>
        <Link to="/login">Back to sign-in</Link>
      </p>
    </AccessPage>
  )
}
