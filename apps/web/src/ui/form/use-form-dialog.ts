import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { useSeen } from '../../lib/seen.ts'
import { refuseFields, useFormPart, type FormStore } from './store.ts'

interface Options<R extends Route, V extends object> {
  route: ClientRoute<R>
  /** Creates the form, when the dialog opens. */
  make: () => FormStore<V>
  /** What is sent of the input; `seen` is what the person saw when the question was asked. */
  input: (values: V, seen: string) => Input<R>
  /** What a decision names (`seen` of the record); absent where nothing is decided. */
  seen?: string
  /** Whether an untouched form may be sent, too. */
  untouched?: boolean
  onDone: (answer: Output<R>) => unknown
}

/**
 * A dialog that collects input and sends it once: its form, whether it can be sent, the call, and the server's messages
 * at their fields. `dialog` goes to `FormDialog`.
 */
export function useFormDialog<R extends Route, V extends object>(options: Options<R, V>) {
  const { route, make, input, untouched = true, onDone } = options
  const [form] = useState(make)
  const ready = useFormPart(form, () => (untouched || form.changed()) && Object.keys(form.problems()).length === 0)
  const { seen, refused } = useSeen(options.seen ?? '')
  const call = useCall(route, {
    onSuccess: onDone,
    onError: (error) => {
      refused(error)
      return refuseFields(form, error)
    },
  })
  const onConfirm = () => call.mutate(input(form.values(), seen))
  return { form, busy: call.isPending, dialog: { opened: true, ready, busy: call.isPending, onConfirm } }
}
