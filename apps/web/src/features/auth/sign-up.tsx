import { accounts } from '@archwire/contract/client/accounts'
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { createForm, focusField, refuseFields, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { emailProblem, required } from '../../ui/form/checks.ts'
import { passwordProblems } from './password-checks.ts'
import { PasswordFields } from './password-fields.tsx'
import { useRepeatable } from './use-repeatable.ts'

const stepOne = ['first_name', 'last_name', 'email'] as const
const stepTwo = ['password', 'password_confirmation'] as const

const makeForm = (email: string) =>
  createForm({
    initial: { first_name: '', last_name: '', email, password: '', password_confirmation: '' },
    validate: (values) => ({
      ...required(values, 'first_name', 'last_name'),
      ...emailProblem(values.email),
      ...passwordProblems(values),
    }),
  })

/** Sign-up in two steps (`access/sign-up`): name and email, which the server checks; then the password. */
export function SignUp({ labPartner, email }: { labPartner: string | undefined; email: string | undefined }) {
  const [form] = useState(() => makeForm(email ?? ''))
  const { history } = useRouter()
  const inHistory = useRouterState({ select: ({ location }) => location.state.step ?? 1 })
  const [state, setState] = useState<{ busy: boolean; refusal?: string }>({ busy: false })
  const repeatable = useRepeatable()
  const botCheck = useBotCheck()
  const navigate = useNavigate()
  const wanting = useFormPart(form, () => stepOne.some((name) => form.problems()[name]))
  // The browser's Back and Forward go between the steps.
  const step = inHistory === 2 && !wanting ? 2 : 1
  const fields = step === 1 ? stepOne : stepTwo

  // After a reload the first step has to be filled in again.
  useEffect(() => {
    if (wanting && inHistory === 2) history.replace(history.location.href, {})
  }, [history, inHistory, wanting])
  useEffect(() => focusField(form, step === 1 ? 'first_name' : 'password'), [form, step])

  /** Focuses the first invalid field of this step; returns whether there is one. */
  function stopAtProblem(): boolean {
    for (const name of fields) form.visit(name)
    const wrong = fields.find((name) => form.problems()[name])
    if (wrong) focusField(form, wrong)
    return wrong !== undefined
  }

  async function next() {
    if (stopAtProblem()) return
    setState({ busy: true })
    try {
      const { valid, message } = await call(accounts.validateEmail, { query: { email: form.values().email.trim() } })
      setState({ busy: false })
      if (valid) return history.push(history.location.href, { step: 2 })
      form.refuse({ email: [message] })
      focusField(form, 'email')
    } catch (error) {
      setState({ busy: false, refusal: messageOf(error) })
    }
  }

  async function signUp() {
    if (stopAtProblem()) return
    setState({ busy: true })
    const values = form.values()
    try {
      const { body, idempotencyKey } = await repeatable.attempt(values, async () => ({
        ...values,
        email: values.email.trim(),
        lab_partner: labPartner,
        bot_check: await botCheck.take(),
      }))
      await call(accounts.register, { body }, { idempotencyKey })
      await navigate({ to: '/sign-up-success', state: { email: values.email.trim() } })
    } catch (error) {
      repeatable.unanswered(error)
      const inPlace = refuseFields(form, error)
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error) }) })
      if (stepOne.some((name) => form.errorOf(name))) history.back()
      else focusField(form, 'password')
    }
  }

  return (
    <AccessPage
      title={step === 1 ? 'Welcome to Archwire' : 'Almost there!'}
      lead={
        step === 1 ? (
          'Let’s get started.'
        ) : (
          <>
            Choose the password that you will sign in with as <b translate="no">{form.values().email.trim()}</b>.
          </>
        )
      }
    >
      <AccessForm
        submit={step === 1 ? next : signUp}
        busy={state.busy}
        label={step === 1 ? 'Next' : 'Signup'}
        working={step === 1 ? 'Checking…' : 'Signing up…'}
        disabled={step === 1 && wanting}
        refusal={state.refusal}
        onTouch={botCheck.begin}
      >
        {step === 1 ? (
          <>
            <div className={styles.pair}>
              <TextField form={form} name="first_name" label="First name" autoComplete="given-name" maxLength={100} />
              <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" maxLength={100} />
            </div>
            <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
          </>
        ) : (
          <PasswordFields form={form} />
        )}
      </AccessForm>
      {step === 2 && (
        <button type="button" className={styles.second} onClick={() => history.back()}>
          Back
        </button>
      )}
      <p className={styles.lead}>In order to start submitting cases, there is a one-time $200 registration fee</p>
      <p className={styles.links}>
        <span>
          Already have an account? <Link to="/login">Sign in</Link>
        </span>
      </p>
    </AccessPage>
  )
}

/** The page after sign-up: look for the mail that verifies the address, or have it sent again. */
export function SignUpSuccess() {
  const email = useRouterState({ select: ({ location }) => location.state.email })
  const [state, setState] = useState<{ busy: boolean; refusal?: string; sent?: string }>({ busy: false })

  async function resend(to: string) {
    setState({ busy: true })
    try {
      const { message } = await call(accounts.resendVerification, { body: { email: to } })
      setState({ busy: false, sent: message })
    } catch (error) {
      setState({ busy: false, refusal: messageOf(error) })
    }
  }

  return (
    <AccessPage
      title="Check your email"
      lead={
        <>
          We have just sent an email to {email ? <b translate="no">{email}</b> : 'you'}. Click <b>VERIFY</b> in it: that
          logs you in to finish your registration.
        </>
      }
    >
      {state.sent && <output className={styles.done}>{state.sent}</output>}
      {state.refusal && (
        <div className={styles.refusal} role="alert">
          {state.refusal}
        </div>
      )}
      <p className={styles.lead}>Nothing there after a few minutes? Look in the spam folder, too.</p>
      {email && (
        <button type="button" className={styles.second} disabled={state.busy} onClick={() => void resend(email)}>
          {state.busy ? 'Sending…' : 'Send the email again'}
        </button>
      )}
      <p className={styles.links}>
        <Link to="/login" state={{ email }}>
          Go to sign-in
        </Link>
      </p>
    </AccessPage>
  )
}
