import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { useRecordForm, type Versioned } from './record-form.tsx'
import { refuseAndFocus, useFormPart, type FormStore } from './store.ts'

interface RecordOptions<R extends Route, T extends Versioned, V extends object> {
  /** What it is: "promotion code". */
  what: string
  /** Its current version; undefined for a new one. */
  record: T | undefined
  /** Creates a form of a record. */
  make: (record: T | undefined) => FormStore<V>
  route: ClientRoute<R>
  /** What is sent of the input; the version is the one that the form was started with. */
  input: (values: V, version: number | undefined) => Input<R>
  /** `aloud`: the page shows what was done. */
  announce?: 'aloud' | undefined
  onClose: () => void
}

/**
 * A dialog with the form of a record that others may change in the meantime. `record` goes to `OvertakenNote`, `dialog`
 * to `FormDialog`.
 */
export function useRecordDialog<R extends Route, T extends Versioned, V extends object>(
  options: RecordOptions<R, T, V>,
) {
  const { route, input, announce, onClose } = options
  const record = useRecordForm(options.what, options.record, options.make)
  const { form } = record
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const call = useCall(route, {
    ...(announce && { announce }),
    onSuccess: () => {
      record.giveUp()
      onClose()
    },
    onError: record.refused,
  })
  const onConfirm = () => {
    form.visitAll()
    call.mutate(input(form.values(), record.version))
  }
  const dialog = {
    opened: true,
    ready: record.changed && valid,
    busy: call.isPending,
    onConfirm,
    onClose,
    onCancel: record.giveUp,
  }
  return { record, form, dialog }
}

/** What such a dialog consists of. */
export type RecordDialog<T extends Versioned, V extends object> = ReturnType<typeof useRecordDialog<Route, T, V>>

interface QuestionOptions<R extends Route, V extends object> {
  route: ClientRoute<R>
  /** Creates the form, when the dialog opens. */
  make: () => FormStore<V>
  /** Whether valid values may be sent; all may when it is left out. */
  ready?: (values: V) => boolean
  input: (values: V) => Input<R>
  announce?: 'aloud'
  onClose: () => void
  /** Instead of closing it. */
  onDone?: (answer: Output<R>) => unknown
  /** A refusal that is about no field leaves it open. */
  stays?: boolean
}

/**
 * A question with a few fields, such as a password, which are forgotten when it is closed (`useFormDialog` keeps them). A
 * refusal that is about no field closes it. `dialog` goes to `FormDialog`.
 */
export function useQuestion<R extends Route, V extends object>(options: QuestionOptions<R, V>) {
  const { route, make, ready = () => true, input, announce, onClose, onDone = onClose, stays = false } = options
  const [form] = useState(make)
  const isReady = useFormPart(form, () => Object.keys(form.problems()).length === 0 && ready(form.values()))
  const call = useCall(route, {
    ...(announce && { announce }),
    onSuccess: onDone,
    onError: (error) => {
      const isShown = refuseAndFocus(form, error)
      if (!isShown && !stays) onClose()
      return isShown
    },
  })
  const onConfirm = () => call.mutate(input(form.values()))
  return { form, dialog: { opened: true, ready: isReady, busy: call.isPending, onConfirm, onClose } }
}
