import { auth } from '@archwire/contract/client/auth'
import { call } from '../lib/api.ts'
import { isOfAnother } from '../lib/person.ts'
import { tabsChannel, type TabMessage } from '../lib/tabs.ts'

const quietMs = 60_000
const kinds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Turning a model sends nothing to the server, but is not idling: input is reported at most once a minute, so that the
 * session continues (`access/idle`). The frame around the viewer does not see the input here.
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

/** A viewer in its own tab hides everything once another tab reports that the session is over, or another's. */
export function leaveWithSession(): void {
  if (window.top !== window) return
  const channel = new BroadcastChannel(tabsChannel)
  channel.addEventListener('message', ({ data: { event, ids } }: MessageEvent<TabMessage>) => {
    if (event === 'session.ended' || (event === 'session.begun' && ids.some(isOfAnother))) location.replace('/login')
  })
}
