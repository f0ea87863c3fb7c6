import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { useSeen } from '../../lib/seen.ts'
import { toast } from '../../lib/toast.ts'
import { dropWork, heldWork, holdWork, putWorkAside } from '../../lib/unsaved-work.ts'
import { refuseAndFocus, useFormPart, type FormStore, type Texts } from './store.ts'

interface Options<R extends Route, V extends object> {
  route: ClientRoute<R>
  /** The id of the record that it is about: what was typed is kept for this one. */
  recordId: number
  /** Creates the form, when the dialog opens. */
  make: () => FormStore<V>
  /** What is sent of the input; `seen` is what the person saw when the question was asked. */
  input: (values: V, seen: string) => Input<R>
  /** What a decision names (`seen` of the record); absent where nothing is decided. */
  seen?: string
  /** Whether an untouched form may be sent, too. */
  untouched?: boolean
  /** `aloud`: the page shows what was done. False: the dialog itself says so. */
  announce?: 'aloud' | false
  /** Called when the server refuses the input. */
  onRefused?: (error: Error) => unknown
  onDone: (answer: Output<R>) => unknown
}

const unsent = 'Text in a dialog has not been sent yet.'
const kept = 'Your text is kept until you open this again.'

/**
 * A dialog that collects input and sends it once: its form, whether it can be sent, the call, and the server's messages
 * at their fields. What was typed stays when it is closed, and is there when it is opened again (`screens/unsaved`).
 * `dialog` goes to `FormDialog`.
 */
export function useFormDialog<R extends Route, V extends object>(options: Options<R, V>) {
  const { route, recordId, make, input, untouched = true, announce, onRefused, onDone } = options
  const key = `${route.name}:${recordId}`
  const [form] = useState(() => {
    const begun = make()
    const held = heldWork<{ values: Partial<V>; texts: Texts<V> }>(key)
    if (held) begun.fill(held.values, held.texts)
    return begun
  })
  useEffect(
    () =>
      form.subscribe(() => {
        if (form.changed()) holdWork(key, unsent, { values: form.values(), texts: form.texts() })
        else dropWork(key)
      }),
    [form, key],
  )
  const ready = useFormPart(form, () => (untouched || form.changed()) && Object.keys(form.problems()).length === 0)
  const { seen, refused } = useSeen(options.seen ?? '')
  const call = useCall(route, {
    announce,
    onSuccess: (answer) => {
      dropWork(key)
      toast.outdated(kept)
      return onDone(answer)
    },
    onError: (error) => {
      refused(error)
      onRefused?.(error)
      return refuseAndFocus(form, error)
    },
  })
  const onConfirm = () => {
    form.visitAll()
    call.mutate(input(form.values(), seen))
  }
  const onCancel = () => putWorkAside(key)
  const onAside = () => void (form.changed() && toast.info(kept))
  const dialog = { opened: true, ready, busy: call.isPending, onConfirm, onCancel, onAside }
  return { form, busy: call.isPending, dialog }
}
