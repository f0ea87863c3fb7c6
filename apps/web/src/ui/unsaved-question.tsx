import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { sessionIsOver } from '../lib/session.tsx'
import { askBeforeLeaving, mayLeave } from '../lib/unsaved-work.ts'
import { CarefulDialog } from './dialog.tsx'

/** Asks before another page replaces one with unsaved work; once for all of it, wherever on the page it stands. */
export function UnsavedQuestion() {
  const [asked, setAsked] = useState<string[] | null>(null)
  const answer = useRef<(leaves: boolean) => void>(undefined)
  const decide = (leaves: boolean) => {
    setAsked(null)
    answer.current?.(leaves)
  }
  useEffect(
    () =>
      askBeforeLeaving((what) => {
        // One question at a time: the latest caller has the newer one.
        answer.current?.(false)
        setAsked(what)
        return new Promise((resolve) => (answer.current = resolve))
      }),
    [],
  )
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !sessionIsOver() && !(await mayLeave()),
    enableBeforeUnload: false,
  })
  return (
    <CarefulDialog
      opened={asked !== null}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      {asked?.map((what) => (
        <p key={what}>{what}</p>
      ))}
    </CarefulDialog>
  )
}
