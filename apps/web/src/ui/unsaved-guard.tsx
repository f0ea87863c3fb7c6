import { useBlocker } from '@tanstack/react-router'
import { sessionIsOver } from '../lib/session.tsx'
import { ConfirmDialog } from './dialog.tsx'

interface Props {
  unsaved: boolean
  /** What would be lost. */
  what: string
}

/** Asks before another page takes the place of one with unsaved work. The browser itself asks when the tab is closed. */
export function UnsavedGuard({ unsaved, what }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname && !sessionIsOver(),
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {what}
    </ConfirmDialog>
  )
}
