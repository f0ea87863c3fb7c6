import { auth } from '@archwire/contract/client/auth'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { desktop } from '../../brand.tsx'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { AccessPage, Working } from './access-page.tsx'
import styles from './access.module.css'
import { desktopTarget, type DesktopTarget } from './desktop-target.ts'

type State = { target: DesktopTarget } | { refusal: string | null; title: string } | undefined

/** A computer on which the application signs in, as its link names it (`licenses/device`). */
export interface LinkedDevice {
  device_id?: string | undefined
  device_name?: string | undefined
  device_details?: string | undefined
}
const expired = 'This link has expired!'

/**
 * The deep-link page (`access/desktop`): people with a valid code or session are led to the desktop application, or to
 * the requested page.
 */
export function OpenDesktop({ code, q, device = {} }: { code: string; q: string | undefined; device?: LinkedDevice }) {
  const [state, setState] = useState<State>()
  const router = useRouter()
  const begun = useRef(false)
  useEffect(() => {
    // A code counts once: an effect that runs twice must not use it twice.
    if (begun.current) return
    begun.current = true
    findTarget(code, q, device).then(
      (target) => {
        setState({ target })
        if (target.kind === 'page') router.history.replace(target.path)
        else if (q !== undefined) location.assign(target.address)
      },
      (error: unknown) => {
        const refused = error instanceof ApiError && error.status === 401
        // No seat, a license that is off, a blocked device: the link itself still works.
        const kept = error instanceof ApiError && error.status === 409
        setState({ refusal: refused ? null : messageOf(error), title: kept ? 'This device cannot sign in' : expired })
      },
    )
  }, [code, q, device, router])

  if (!state)
    return (
      <AccessPage title="Checking your link">
        <Working />
      </AccessPage>
    )
  if ('refusal' in state)
    return (
      <AccessPage
        title={state.title}
        lead={
          state.refusal ??
          `Links from ${desktop.name} work once, for five minutes. Open a new one there, or sign in here.`
        }
      >
        {state.refusal !== null && (
          <button className={styles.submit} type="button" onClick={() => location.reload()}>
            Try again
          </button>
        )}
        <a className={styles.go} href="/login">
          Go to sign-in
        </a>
      </AccessPage>
    )
  const { target } = state
  return (
    <AccessPage
      title={`Open ${desktop.name}`}
      lead={`Your browser asks whether to open ${desktop.name}. Allow it to continue there. If nothing happens, press Open. If ${desktop.name} is not installed on this computer, ask the lab for it.`}
    >
      <a className={styles.go} href={target.kind === 'app' ? target.address : target.path}>
        Open
      </a>
    </AccessPage>
  )
}

/** Asks with the code, else with the session; returns where to go. 401: neither is valid. */
async function findTarget(code: string, q: string | undefined, device: LinkedDevice): Promise<DesktopTarget> {
  // A code counts once: what is needed of the person is asked with it, the lab's scheme included.
  const { deep_link_scheme: scheme } = await call(auth.me, { query: device }, code === '' ? {} : { bearer: code })
  const next = code === '' ? (await call(auth.desktopCode, {})).desktop_code : await codeAfter(code)
  return desktopTarget(q, { scheme, code: next, origin: location.origin })
}

/** What opens the application for a person who came with `bearer`: a code opens once and cannot create another. */
async function codeAfter(bearer: string): Promise<string | undefined> {
  return call(auth.desktopCode, {}, { bearer }).then(
    ({ desktop_code }) => desktop_code,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined
      throw error
    },
  )
}
