import { accounts } from '@archwire/contract/client/accounts'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { sayOnNextPage } from '../../lib/next-page.ts'
import { loginOf } from '../../lib/session.tsx'
import { createForm, focusField, refuseFields, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { emailProblem } from '../../ui/form/checks.ts'
import { dropToken } from './one-time-link.ts'
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
  const [state, setState] = useState<{ busy: boolean; refusal?: string; sent?: string }>({ busy: false })
  const botCheck = useBotCheck()
  const typed = useFormPart(form, () => form.values().email.trim())
  useEffect(() => focusField(form, 'email'), [form])

  async function submit() {
    form.visitAll()
    if (form.problems().email) return focusField(form, 'email')
    setState({ busy: true })
    try {
      const body = { email: form.values().email.trim(), bot_check: await botCheck.take() }
      const { message } = await call(accounts.requestReset, { body })
      setState({ busy: false, sent: message })
    } catch (error) {
      const inPlace = refuseFields(form, error)
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error) }) })
      focusField(form, 'email')
    }
  }

  const back = (
    <p className={styles.links}>
      <Link to="/login" state={{ email: typed }}>
        Back to sign-in
      </Link>
    </p>
  )
  if (state.sent)
    return (
      <AccessPage title="Check your email" lead={`${state.sent} It works once, for one hour.`}>
        {back}
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
      {back}
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
  const [state, setState] = useState<{ busy: boolean; refusal?: string }>({ busy: false })
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
      sayOnNextPage(message)
      await navigate({ to: loginOf(managementNames.includes(userRole ?? '')) })
    } catch (error) {
      const inPlace = refuseFields(form, error)
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error) }) })
      focusField(form, 'password')
    }
  }

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
              {state.refusal} <Link to="/forgot-password">Ask for a new link</Link>
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
