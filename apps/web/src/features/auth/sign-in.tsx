import { auth } from '@archwire/contract/client.gen.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { copyright, Wordmark } from '../../brand.tsx'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { homeOf, meQuery } from '../../lib/session.tsx'
import { createForm, focusField } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { ArchArt } from './arch-art.tsx'
import styles from './sign-in.module.css'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const makeForm = () =>
  createForm({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      ...(email.trim() === ''
        ? { email: ['Required'] }
        : emailPattern.test(email.trim())
          ? {}
          : { email: ['Enter a valid email'] }),
      ...(password === '' ? { password: ['Required'] } : {}),
    }),
  })

/**
 * Sign-in for both profiles; the management page differs in its title only (1 §2.1). Plain elements: this page must be
 * there before the component library is.
 */
export function SignIn({ management, path }: { management: boolean; path: string | undefined }) {
  const [form] = useState(makeForm)
  const [remember, setRemember] = useState(true)
  const [state, setState] = useState<{ busy: boolean; refusal?: string }>({ busy: false })
  const client = useQueryClient()
  const router = useRouter()

  useEffect(() => focusField('email'), [])

  async function submit() {
    form.visitAll()
    const [missing] = Object.keys(form.problems())
    if (missing) return focusField(missing)
    setState({ busy: true })
    const { email, password } = form.values()
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      const { user } = await call(auth.login, {
        body: { email: email.trim(), password, remember_me: remember, management, time_zone },
      })
      client.clear()
      client.setQueryData(meQuery().queryKey, user)
      await router.invalidate()
      router.history.push(path ?? homeOf(user))
    } catch (error) {
      if (error instanceof ApiError) form.refuse(error.fields)
      setState({ busy: false, refusal: messageOf(error) })
      focusField('password')
    }
  }

  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <Wordmark size={34} />
          <h1>{management ? 'Sign in to Admin Dashboard' : 'Sign in'}</h1>
          {state.refusal && (
            <p className={styles.refusal} role="alert">
              {state.refusal}
            </p>
          )}
          <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
          <TextField form={form} name="password" label="Password" type="password" autoComplete="current-password" />
          <label className={styles.remember}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
            Remember me
          </label>
          <button className={styles.submit} type="submit" disabled={state.busy}>
            {state.busy ? 'Signing in…' : 'Sign in'}
          </button>
        </form>
        <footer className={styles.foot}>{copyright}</footer>
      </main>
      <ArchArt />
    </div>
  )
}
