import { auth } from '@archwire/contract/client/auth'
import { call } from '../lib/api.ts'

const quietMs = 60_000
const kinds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Who turns a model asks the server for nothing, and is no idler: hands on it are told at most once a minute, so that the
 * session goes on (`access/idle`). The frame around the viewer does not see what happens in here.
 */
export function tellStillHere(): void {
  let told = 0
  const tell = () => {
    if (performance.now() - told < quietMs) return
    told = performance.now()
    void call(auth.me, {}, { byHand: true }).catch(() => {})
  }
  for (const kind of kinds) addEventListener(kind, tell, { capture: true, passive: true })
}

/** A viewer in a tab of its own shows nothing more once another tab says that the session is over. */
export function leaveWithSession(): void {
  if (window.top !== window) return
  const channel = new BroadcastChannel('archwire-realtime')
  channel.addEventListener('message', ({ data }: MessageEvent<{ event?: string }>) => {
    if (data.event === 'session.ended') location.replace('/login')
  })
}
