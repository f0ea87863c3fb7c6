import { accounts } from '@archwire/contract/client/accounts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { sayOnNextPage } from '../../lib/next-page.ts'
import { createForm, focusField, refuseFields } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { AccessForm, AccessPage, PressPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { useBotCheck } from '../../lib/bot-check.ts'
import { nameProblems } from '../../ui/form/checks.ts'
import { NameFields } from './name-fields.tsx'
import { dropToken, mayPass } from './one-time-link.ts'
import { passwordProblems } from './password-checks.ts'
import { PasswordFields } from './password-fields.tsx'
import { SignedInAlready, signedInName } from './signed-in-already.tsx'
import { useReloadable, withTyped } from './use-reloadable.ts'
import { useRepeatable } from './use-repeatable.ts'

const names = ['first_name', 'last_name'] as const

const makeForm = () =>
  createForm({
    initial: withTyped({ email: '', first_name: '', last_name: '', password: '', password_confirmation: '' }),
    validate: (values) => ({ ...nameProblems(values, 'first_name', 'last_name'), ...passwordProblems(values) }),
  })

interface Invitation {
  /** The practice or partner lab. */
  organization: string
  /** Where the invitation was sent. */
  email: string
}

/** What the invitation says, once for each link; or why it opens nothing. */
const useInvitation = (token: string): { invitation: Invitation | undefined; error: Error | null } => {
  const { data: invitation, error } = useQuery({
    queryKey: ['accounts', 'invitation', token],
    queryFn: () => call(accounts.readInvitation, { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  })
  return { invitation, error }
}

type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** Sign-up from an invitation (`access/invitation`): name, password, and the human verification as a separate step. */
export function CreateUser({ token }: { token: string }) {
  const [form] = useState(makeForm)
  useReloadable(form, names)
  const repeatable = useRepeatable()
  const [state, setState] = useState<{ busy: boolean; refusal?: string; isUnproven?: boolean }>({ busy: false })
  const [done, setDone] = useState<{ message: string; name: string }>()
  const proof = useRef<HTMLInputElement>(null)
  const [human, setHuman] = useState<'asked' | 'checking' | 'proven'>('asked')
  const solution = useRef<Promise<string>>(undefined)
  const botCheck = useBotCheck()
  const navigate = useNavigate()
  useEffect(() => focusField(form, 'first_name'), [form])
  const { invitation, error: unread } = useInvitation(token)
  const email = invitation?.email
  useEffect(() => {
    if (email !== undefined) form.set('email', email)
  }, [form, email])

  async function prove() {
    setState({ busy: false })
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
    if (!solved || human === 'asked') {
      setState({ busy: false, isUnproven: true })
      return proof.current?.focus()
    }
    setState({ busy: true })
    const { email: _, ...values } = form.values()
    try {
      const { body, idempotencyKey } = await repeatable.attempt(values, async () => ({
        ...values,
        token: token || 'none',
        bot_check: await solved,
      }))
      const { message } = await call(accounts.createUser, { body }, { idempotencyKey })
      dropToken('/create-user')
      const name = await signedInName()
      if (name !== undefined) return setDone({ message, name })
      sayOnNextPage(message)
      await navigate({ to: '/login', state: { email } })
    } catch (error) {
      const inPlace = refuseFields(form, error)
      setState({ busy: false, ...(inPlace ? {} : { refusal: messageOf(error) }) })
      if (repeatable.unanswered(error)) return
      // A solution counts once: the next try needs a new one.
      solution.current = undefined
      setHuman('asked')
      const wrong = Object.keys(form.values()).find((field) => form.errorOf(field as keyof Values))
      if (wrong) focusField(form, wrong)
    }
  }

  if (done) return <SignedInAlready title="Your account is ready" {...done} />
  const refusal = state.refusal ?? (unread ? messageOf(unread) : undefined)
  return (
    <AccessPage
      title="Create your account"
      lead={
        <>
          You were invited to work with {invitation ? <Name of={invitation.organization} /> : 'a practice'} on Archwire.
        </>
      }
    >
      <AccessForm submit={submit} busy={state.busy} label="Sign Up" working="Signing up…" refusal={refusal}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" readOnly />
        <NameFields form={form} />
        <PasswordFields form={form} />
        <div>
          <label className={styles.human}>
            {/* Not disabled once it is checked: that would take the focus away. */}
            <input
              ref={proof}
              type="checkbox"
              checked={human !== 'asked'}
              aria-disabled={human !== 'asked'}
              aria-invalid={state.isUnproven}
              aria-describedby={state.isUnproven ? 'not-proven' : undefined}
              onChange={() => human === 'asked' && void prove()}
            />
            {human === 'checking' ? 'Checking…' : 'I am human'}
          </label>
          {state.isUnproven && (
            <p className={styles.unproven} id="not-proven">
              Please confirm that you are human.
            </p>
          )}
        </div>
      </AccessForm>
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

/** A name that a browser does not translate. */
const Name = ({ of }: { of: string }) => <b translate="no">{of}</b>

/** Joins the practice with the person's existing account, at a press (`access/invitation`, `access/press`). */
export function ConfirmInvitation({ token }: { token: string }) {
  const [state, setState] = useState<{ busy: boolean; message?: string; reason?: string; again?: boolean }>({
    busy: false,
  })
  // What keeps it from being accepted is said at the press.
  const { invitation } = useInvitation(token)
  const toSignIn = { to: '/login', state: { email: invitation?.email } } as const

  async function confirm() {
    setState({ busy: true })
    try {
      await call(accounts.confirmInvitation, { body: { token: token || 'none' } })
      dropToken('/confirm-invitation')
      setState({ busy: false, message: 'The invitation was confirmed. Please, try to log in now.' })
    } catch (error) {
      const message = 'There was an issue confirming your invitation.'
      const again = error instanceof ApiError && mayPass(error)
      setState({ busy: false, message, reason: messageOf(error), again })
    }
  }

  if (state.message)
    return (
      <AccessPage title={state.message} lead={state.reason}>
        {state.again && (
          <button type="button" className={styles.submit} onClick={() => void confirm()}>
            Try again
          </button>
        )}
        <Link className={state.again ? styles.home : styles.go} {...toSignIn}>
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
      lead={
        invitation ? (
          <>
            Accept to work with <Name of={invitation.organization} />. You sign in with your account{' '}
            <Name of={invitation.email} />.
          </>
        ) : (
          'Accept to work with the practice that invited you. You sign in with the account that you have.'
        )
      }
      label="Accept invitation"
      onPress={() => void confirm()}
    />
  )
}
