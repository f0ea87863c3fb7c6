import { useRouterState } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { FramePending } from './shell/frame-pending.tsx'

/**
 * Shows the outline of the shell until the router has something to show: who is signed in is not known before. Home only
 * leads on, and not always into the shell.
 */
export function WithOutline({ children }: { children: ReactNode }): JSX.Element {
  const isEmpty = useRouterState({ select: ({ matches }): boolean => matches.length === 0 })
  return (
    <>
      {isEmpty && outlineOf(location.pathname)}
      {children}
    </>
  )
}

/** The outline of an address, before anything of its page is there. */
export const outlineOf = (pathname: string): ReactNode => (pathname === '/' ? null : <FramePending />)
