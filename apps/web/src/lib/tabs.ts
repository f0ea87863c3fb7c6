import type { RealtimeMessage } from '@archwire/contract/subjects.ts'

/** What this browser's tabs tell each other: what the server reports, and who begins a session here (their id). */
export type TabMessage = RealtimeMessage | { event: 'session.begun'; ids: number[] }

/** Where they tell it. */
export const tabsChannel = 'archwire-realtime'

/** Tells all other tabs of this browser. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(tabsChannel)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message)
  channel.close()
}
