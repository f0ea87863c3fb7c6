import { auth } from '@archwire/contract/client/auth'
import { settings } from '@archwire/contract/client/settings'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { desktop } from '../../brand.tsx'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { AccessPage } from './access-page.tsx'
import styles from './access.module.css'
import { desktopTarget, type DesktopTarget } from './desktop-target.ts'

type State = { target: DesktopTarget } | { expired: true } | { reason: string } | undefined

/**
 * The deep-link page (`access/desktop`): whoever comes with a valid code or
 * session is led to the desktop application, or to the page that was asked for.
 */
export function OpenDesktop({ code, q }: { code: string; q: string | undefined }) {
  const [state, setState] = useState<State>()
  const router = useRouter()
  const begun = useRef(false)
  useEffect(() => {
    // A code counts once: an effect that runs twice must not spend it twice.
    if (begun.current) return
    begun.current = true
    findTarget(code, q).then(
      (target) => {
        setState({ target })
        if (target.kind === 'page') router.history.replace(target.path)
        else if (q !== undefined) location.assign(target.address)
      },
      (error: unknown) => {
        const refused = error instanceof ApiError && error.status === 401
        setState(refused ? { expired: true } : { reason: messageOf(error) })
      },
    )
  }, [code, q, router])

  if (!state)
    return (
      <AccessPage title="Checking your link">
        <output className={styles.lead}>One moment, please.</output>
      </AccessPage>
    )
  if ('expired' in state)
    return (
      <AccessPage
        title="This link has expired!"
        lead={`Links from ${desktop.name} work once, for five minutes. Open a new one there, or sign in here.`}
      >
        <a className={styles.go} href="/login">
          Go to sign-in
        </a>
      </AccessPage>
    )
  if ('reason' in state)
    return (
      <AccessPage title="This link could not be checked." lead={state.reason}>
        <button className={styles.submit} type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </AccessPage>
    )
  const { target } = state
  return (
    <AccessPage
      title={`Open ${desktop.name}`}
      lead={`Your browser asks whether it may open ${desktop.name}: allow it, and you go on there. Nothing happens? Press Open. If ${desktop.name} is not installed on this computer yet, ask the lab for it.`}
    >
      <a className={styles.go} href={target.kind === 'app' ? target.address : target.path}>
        Open
      </a>
    </AccessPage>
  )
}

/** Asks with the code, else with the session; returns where to go. 401: neither holds. */
async function findTarget(code: string, q: string | undefined): Promise<DesktopTarget> {
  const next = code === '' ? (await call(auth.desktopCode, {})).desktop_code : await codeAfter(code)
  // The lab's scheme is told to sessions only; whoever comes with a code alone has to do with the default.
  const scheme = await call(settings.get, {}).then(
    (answer) => answer.settings.deep_link_scheme,
    () => desktop.scheme,
  )
  return desktopTarget(q, { scheme, code: next, origin: location.origin })
}

/** What the application is opened with by somebody who came with `bearer`: a code opens once and begets none. */
async function codeAfter(bearer: string): Promise<string | undefined> {
  await call(auth.me, {}, { bearer })
  return call(auth.desktopCode, {}, { bearer }).then(
    ({ desktop_code }) => desktop_code,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    },
  )
}
