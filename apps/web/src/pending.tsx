import { use, type ReactNode } from 'react'
import { SessionContext } from './lib/session.tsx'
import { FramePending } from './shell/frame-pending.tsx'
import { PagePending } from './ui/page-states.tsx'
import { isForVisitors } from './visitor-router.tsx'

/** What is shown while a page loads: its outline within the shell; before there is a shell, with the outline of that. */
export function Pending(): ReactNode {
  const isInShell = use(SessionContext) !== null
  // Home only leads on, and not always into the shell.
  if (location.pathname === '/') return null
  return isInShell || isForVisitors(location.pathname) ? <PagePending /> : <FramePending />
}
