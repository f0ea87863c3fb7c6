import { accounts } from '@archwire/contract/client/accounts'
import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { createForm, focusField, refuseFields, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { NameFields } from './name-fields.tsx'
import { useBotCheck } from '../../lib/bot-check.ts'
import { emailProblem, nameProblems } from '../../ui/form/checks.ts'
import { passwordProblems } from './password-checks.ts'
import { PasswordFields } from './password-fields.tsx'
import { SendAgain } from './send-again.tsx'
import { useReloadable, withTyped } from './use-reloadable.ts'
import { useRepeatable } from './use-repeatable.ts'

const stepOne = ['first_name', 'last_name', 'email'] as const
const stepTwo = ['password', 'password_confirmation'] as const

const makeForm = (email: string) =>
  createForm({
    initial: withTyped({ first_name: '', last_name: '', email, password: '', password_confirmation: '' }),
    validate: (values) => ({
      ...nameProblems(values, 'first_name', 'last_name'),
      ...emailProblem(values.email),
      ...passwordProblems(values),
    }),
  })

/** Sign-up in two steps (`access/sign-up`): name and email, which the server checks; then the password. */
export function SignUp(invited: { labPartner: string | undefined; email: string | undefined }) {
  const [form] = useState(() => makeForm(invited.email ?? ''))
  const { history } = useRouter()
  const inHistory = useRouterState({ select: ({ location }) => location.state.step ?? 1 })
  const [state, setState] = useState<{ busy: boolean; refusal?: string }>({ busy: false })
  useReloadable(form, stepOne)
  const repeatable = useRepeatable()
  const botCheck = useBotCheck()
  const navigate = useNavigate()
  const wanting = useFormPart(form, () => stepOne.some((name) => form.problems()[name]))
  // The browser's Back and Forward go between the steps.
  const step = inHistory === 2 && !wanting ? 2 : 1
  const fields = step === 1 ? stepOne : stepTwo
  const email = useFormPart(form, () => form.values().email.trim())

  // Where the first step is not filled in, as in a copied tab, the sign-up begins there.
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
      const { valid, message } = await call(accounts.validateEmail, { query: { email } })
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
        lab_partner: invited.labPartner,
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
            Choose the password that you will sign in with as <b translate="no">{email}</b>.
          </>
        )
      }
    >
      <AccessForm
        submit={step === 1 ? next : signUp}
        busy={state.busy}
        label={step === 1 ? 'Next' : 'Signup'}
        working={step === 1 ? 'Checking…' : 'Signing up…'}
        refusal={state.refusal}
        onTouch={botCheck.begin}
      >
        {step === 1 ? (
          <>
            <NameFields form={form} />
            <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          </>
        ) : (
          <PasswordFields form={form} username={email} />
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
          Already have an account?{' '}
          <Link to="/login" state={{ email }}>
            Sign in
          </Link>
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
      <p className={styles.lead}>Nothing there after a few minutes? Look in the spam folder, too.</p>
      {email && <SendAgain {...state} send={() => resend(email)} />}
      <p className={styles.links}>
        <Link to="/login" state={{ email }}>
          Go to sign-in
        </Link>
        {email && <Link to="/sign-up">Wrong address? Sign up again</Link>}
      </p>
    </AccessPage>
  )
}
