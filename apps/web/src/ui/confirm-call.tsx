import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import type { ReactNode } from 'react'
import { useCall } from '../lib/query.ts'
import { ConfirmDialog } from './dialog.tsx'

interface Props<R extends Route> {
  /** It stays on the page while it is closed. */
  opened?: boolean
  title: string
  /** The verb on the main button. */
  confirm: string
  danger?: boolean
  /** What is called once it is confirmed. */
  route: ClientRoute<R>
  input: Input<R>
  /** `aloud`: the page shows what was done. */
  announce?: 'aloud'
  /** Instead of closing it. */
  onDone?: (answer: Output<R>) => unknown
  onClose: () => void
  children: ReactNode
}

/** Asks before a call. A refusal closes the question: it is said beside the page as it is by then. */
export function ConfirmCall<R extends Route>(props: Props<R>) {
  const { opened = true, route, input, announce, onDone, onClose, ...dialog } = props
  const call = useCall(route, {
    ...(announce && { announce }),
    onSuccess: onDone ?? onClose,
    onError: () => onClose(),
  })
  return (
    <ConfirmDialog
      {...dialog}
      opened={opened}
      busy={call.isPending}
      onConfirm={() => call.mutate(input)}
      onClose={onClose}
    />
  )
}
