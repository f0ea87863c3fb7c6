import type { Day } from '@archwire/contract/core/dates.ts'
import type { PaymentInfo } from '@archwire/contract/payments/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { useLabClock } from '../../lib/lab-clock.ts'
import { dropWork, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import type { HostedName } from '../../payment-fields/messages.ts'
import { settlePassword } from '../../ui/form/own-password.tsx'
import { createForm } from '../../ui/form/store.ts'
import { methodProblems, noMethod, type MethodValues } from './method-values.ts'

/** Where an unfinished form is kept. */
export const workKey = (organizationId: number, replaces: number | undefined): string =>
  `payment method:${organizationId}:${replaces ?? 'new'}`

/** What cannot be shown again: what was typed into fields of the provider, and the password. */
const notKept = { number: 0, cvv: 0, bank_account: 0, bank_routing: 0, current_password: '' }

/** The form of a new payment method, as far as it was filled in before. */
function beginForm(begun: Day, asksPassword: boolean, kept: Partial<MethodValues> | undefined) {
  let asks = asksPassword
  let today = begun
  const form = createForm<MethodValues>({
    initial: noMethod,
    validate: (values) => methodProblems(values, today, asks),
  })
  form.fill(kept ?? {})
  return {
    form,
    /** A page that is left open learns the new day. */
    learn: (day: Day) => void (today = day),
    /** The practice has a contract by now, or no longer. */
    ask: (password: boolean) => {
      if (asks === password) return
      asks = password
      form.fill(settlePassword(form.values(), password))
    },
  }
}

/** The form of a payment method: its values, kept until it is saved or given up (`screens/unsaved`). */
export function useMethodForm(info: PaymentInfo, replaces: number | undefined) {
  const { today } = useLabClock()
  const key = workKey(info.organization_id, replaces)
  const [{ form, ask, learn }] = useState(() => beginForm(today, info.needs_password, heldWork<MethodValues>(key)))
  useEffect(() => learn(today), [learn, today])
  useEffect(() => ask(info.needs_password), [ask, info.needs_password])
  useEffect(
    () =>
      form.subscribe(() => {
        if (form.changed()) holdWork(key, 'This payment method is not saved yet.', { ...form.values(), ...notKept })
        else dropWork(key)
      }),
    [form, key],
  )
  const reports = useRef({ completed: 0, all: 0 })
  return {
    form,
    giveUp: () => dropWork(key),
    /** Takes what the provider reports of its fields. */
    hear: (valid: ReadonlyMap<HostedName, boolean>) => {
      reports.current.all += 1
      for (const [name, isComplete] of valid) {
        if (!isComplete) form.set(name, -1)
        else if (form.values()[name] <= 0) form.set(name, ++reports.current.completed)
      }
    },
    /** How often the provider reported anything. */
    reported: () => reports.current.all,
  }
}
