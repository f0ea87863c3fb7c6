import { accounts } from '@archwire/contract/client/accounts'
import { auth } from '@archwire/contract/client/auth'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { wordsOfLastPage, type LastWords } from '../../lib/next-page.ts'
import { beginsAt, leaveBehind } from '../../lib/session.tsx'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'
import { createForm, focusField, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { isOpenLink } from './sign-in-route.ts'
import { emailProblem, missing } from '../../ui/form/checks.ts'

/** Staff are never remembered; their browser only stores the address for them (`access/doors`). */
const rememberedEmail = 'archwire.management.email'

interface State {
  busy: boolean
  notice?: LastWords
  refusal?: string
  unverified?: boolean
}

const makeForm = (email: string) =>
  createForm({
    initial: { email, password: '' },
    validate: (values) => ({ ...emailProblem(values.email), ...missing(values, 'password') }),
  })

const loadDemo = () => import('./demo-accounts.tsx')

/** Sign-in for both profiles; the management page differs only in its title (`access/doors`). */
export function SignIn({ management, path }: { management: boolean; path: string | undefined }) {
  const router = useRouter()
  const [form] = useState(() => {
    const typed = router.history.location.state.email
    return makeForm(typed ?? (management ? (localStorage.getItem(rememberedEmail) ?? '') : ''))
  })
  const [remember, setRemember] = useState(true)
  const [state, setState] = useState<State>(() => ({ busy: false, notice: wordsOfLastPage() }))
  const botCheck = useBotCheck()
  const client = useQueryClient()
  const typed = useFormPart(form, () => form.values().email.trim())
  const demo = useDeferredImport(loadDemo, false)

  useEffect(leaveBehind, [])
  useEffect(() => focusField(form, form.values().email === '' ? 'email' : 'password'), [form])

  async function submit() {
    form.visitAll()
    const [missing] = Object.keys(form.problems())
    if (missing) return focusField(form, missing)
    setState({ busy: true })
    const { email, password } = form.values()
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      const bot_check = await botCheck.take()
      const body = { email: email.trim(), password, remember_me: remember, management, time_zone, bot_check }
      // Somebody is here: the page that follows counts from now on.
      const signedIn = call(auth.login, { body }, { byHand: true })
      // Comes beside the call: nobody needs it to see this page.
      const [{ user }, { beginSession }] = await Promise.all([signedIn, import('../../lib/begin-session.ts')])
      if (management && remember) localStorage.setItem(rememberedEmail, email.trim())
      else if (management) localStorage.removeItem(rememberedEmail)
      if (!beginSession(client, user)) return
      if (isOpenLink(path)) return location.assign(path)
      // What was loaded for the person before is not shown to this one.
      router.clearCache()
      router.history.push(path ?? beginsAt(user))
    } catch (error) {
      if (error instanceof ApiError) form.refuse(error.fields)
      const unverified = error instanceof ApiError && error.code === errorCodes.emailNotVerified
      setState({ busy: false, refusal: messageOf(error), unverified })
      focusField(form, 'password', { select: error instanceof ApiError && error.status === 401 })
    }
  }

  async function resend() {
    try {
      const { message } = await call(accounts.resendVerification, { body: { email: form.values().email.trim() } })
      setState({ busy: false, notice: { text: message, tone: 'done' } })
    } catch (error) {
      setState({ busy: false, refusal: messageOf(error), unverified: true })
    }
  }

  return (
    <AccessPage
      title={management ? 'Sign in to Admin Dashboard' : 'Sign in'}
      beside={
        demo && (
          <demo.DemoAccounts
            page={management ? '/management' : '/login'}
            onChoose={(email, password) => {
              form.set('email', email)
              form.set('password', password)
              focusField(form, 'password')
              botCheck.begin()
            }}
          />
        )
      }
    >
      <AccessForm
        submit={submit}
        busy={state.busy}
        label="Sign in"
        working="Signing in…"
        onTouch={botCheck.begin}
        notice={state.notice}
        refusal={
          state.refusal && (
            <>
              {state.refusal}
              {state.unverified && (
                <button type="button" className={styles.inline} onClick={() => void resend()}>
                  Resend Email
                </button>
              )}
            </>
          )
        }
      >
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
        <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
        <label className={styles.remember}>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
          Remember me
        </label>
      </AccessForm>
      <p className={styles.links}>
        <Link to="/forgot-password" state={{ email: typed }}>
          Forgot password?
        </Link>
        {!management && <Link to="/sign-up">Create an account</Link>}
      </p>
    </AccessPage>
  )
}
