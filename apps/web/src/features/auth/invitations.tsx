import { accounts } from '@archwire/contract/client/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { sayOnNextPage } from '../../lib/next-page.ts'
import { createForm, focusField, refuseFields } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage, PressPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { required } from '../../ui/form/checks.ts'
import { dropToken } from './one-time-link.ts'
import { passwordProblems } from './password-checks.ts'
import { PasswordFields } from './password-fields.tsx'
import { useRepeatable } from './use-repeatable.ts'

const makeForm = () =>
  createForm({
    initial: { first_name: '', last_name: '', password: '', password_confirmation: '' },
    validate: (values) => ({ ...required(values, 'first_name', 'last_name'), ...passwordProblems(values) }),
  })

/** Sign-up from an invitation (`access/invitation`): name, password, and the human verification as a separate step. */
export function CreateUser({ token }: { token: string }) {
  const [form] = useState(makeForm)
  const repeatable = useRepeatable()
  const [state, setState] = useState<{ busy: boolean; refusal?: string }>({ busy: false })
  const [human, setHuman] = useState<'asked' | 'checking' | 'proven'>('asked')
  const solution = useRef<Promise<string>>(undefined)
  const botCheck = useBotCheck()
  const navigate = useNavigate()
  useEffect(() => focusField(form, 'first_name'), [form])

  async function prove() {
    setHuman('checking')
    solution.current = botCheck.take()
    await solution.current.then(
      () => setHuman('proven'),
      (error: unknown) => {
        setHuman('asked')
        setState({ busy: false, refusal: messageOf(error) })
      },
    )
  }

  async function submit() {
    form.visitAll()
    const [wrong] = Object.keys(form.problems())
    if (wrong) return focusField(form, wrong)
    const solved = solution.current
    if (!solved || human === 'asked') return setState({ busy: false, refusal: 'Please confirm that you are human.' })
    setState({ busy: true })
    const values = form.values()
    try {
      const { body, idempotencyKey } = await repeatable.attempt(values, async () => ({
        ...values,
        token: token || 'none',
        bot_check: await solved,
      }))
      const { message } = await call(accounts.createUser, { body }, { idempotencyKey })
      dropToken('/create-user')
      sayOnNextPage(message)
      await navigate({ to: '/login' })
    } catch (error) {
      const inPlace = refuseFields(form, error)
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error) }) })
      if (repeatable.unanswered(error)) return
      // A solution counts once: the next try needs a new one.
      solution.current = undefined
      setHuman('asked')
      focusField(form, 'first_name')
    }
  }

  return (
    <AccessPage title="Create your account" lead="You were invited to work with a practice on Archwire.">
      <AccessForm submit={submit} busy={state.busy} label="Sign Up" working="Signing up…" refusal={state.refusal}>
        <div className={styles.pair}>
          <TextField form={form} name="first_name" label="First name" autoComplete="given-name" maxLength={100} />
          <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" maxLength={100} />
        </div>
        <PasswordFields form={form} />
        <label className={styles.human}>
          <input
            type="checkbox"
            checked={human !== 'asked'}
            disabled={human !== 'asked'}
            onChange={() => void prove()}
          />
          {human === 'checking' ? 'Checking…' : human === 'proven' ? 'Thank you, human.' : 'I am human'}
        </label>
      </AccessForm>
    </AccessPage>
  )
}

/** Joins the practice with the person's existing account, at a press (`access/invitation`, `access/press`). */
export function ConfirmInvitation({ token }: { token: string }) {
  const [state, setState] = useState<{ busy: boolean; message?: string; reason?: string }>({ busy: false })

  async function confirm() {
    setState({ busy: true })
    try {
      await call(accounts.confirmInvitation, { body: { token: token || 'none' } })
      dropToken('/confirm-invitation')
      setState({ busy: false, message: 'The invitation was confirmed. Please, try to log in now.' })
    } catch (error) {
      const message = 'There was an issue confirming your invitation.'
      setState({ busy: false, message, reason: messageOf(error) })
    }
  }

  if (state.message)
    return (
      <AccessPage title={state.message} lead={state.reason}>
        <Link className={styles.go} to="/login">
          Go to Home
        </Link>
      </AccessPage>
    )
  if (state.busy)
    return (
      <AccessPage title="Confirming your invitation">
        <Working />
      </AccessPage>
    )
  return (
    <PressPage
      title="You are invited"
      lead="Accept to work with the practice that invited you. You sign in with the account that you have."
      label="Accept invitation"
      onPress={() => void confirm()}
    />
  )
}
