import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { sessionIsOver } from '../lib/session.tsx'
import { guardWork, mayLeave } from '../lib/unsaved-work.ts'
import { ConfirmDialog } from './dialog.tsx'

interface Props {
  unsaved: boolean
  /** What would be lost. */
  what: string
}

/** Asks before another page replaces one with unsaved work. The browser itself asks when the tab is closed. */
export function UnsavedGuard({ unsaved, what }: Props) {
  const [asking, setAsking] = useState(false)
  const answer = useRef<(leaves: boolean) => void>(undefined)
  const decide = (leaves: boolean) => {
    setAsking(false)
    answer.current?.(leaves)
  }
  useEffect(() => {
    if (!unsaved) return undefined
    return guardWork(() => {
      // One question at a time: the latest caller has the newer one.
      answer.current?.(false)
      setAsking(true)
      return new Promise((resolve) => (answer.current = resolve))
    })
  }, [unsaved])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !sessionIsOver() && !(await mayLeave()),
    enableBeforeUnload: false,
  })
  return (
    <ConfirmDialog
      opened={asking}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      {what}
    </ConfirmDialog>
  )
}
