import { credits as calls } from '@archwire/contract/client/credits'
import { creditProblem, datesProblem } from '@archwire/contract/credits/rules.ts'
import type { Credits } from '@archwire/contract/credits/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'

interface Values {
  value: number | null
  valid_from: Day | null
  valid_to: Day | null
}
type Kept = Credits & { id: number }

function validate({ value, valid_from, valid_to }: Values): Errors<Values> {
  const [amount, dates] = [creditProblem(value), datesProblem(valid_from, valid_to)]
  return { ...(amount && { value: [amount] }), ...(dates && { valid_to: [dates] }) }
}

/** Begins with what is left and its days. */
const makeForm = (kept?: Kept) =>
  createForm<Values>({
    initial: { value: kept?.value ?? null, valid_from: kept?.valid_from ?? null, valid_to: kept?.valid_to ?? null },
    validate,
  })

interface Props {
  organizationId: number
  credits: Credits
  onClose: () => void
}

/** Replaces a practice's credit by another value and other days (`credits/balance`). */
export function SetCredit({ organizationId, credits, onClose }: Props) {
  const record = useRecordForm('credit', { ...credits, id: organizationId }, makeForm)
  const { form } = record
  const { today } = useLabClock()
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const save = useCall(calls.set, {
    onSuccess: () => {
      record.giveUp()
      onClose()
    },
    onError: record.refused,
  })
  const submit = () => {
    form.visitAll()
    const { value, ...days } = form.values()
    save.mutate({ params: { id: organizationId }, body: { ...days, value: value!, version: record.version } })
  }
  return (
    <FormDialog
      opened
      title="Set credit"
      confirm="Set credit"
      ready={record.changed && valid}
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
      onCancel={record.giveUp}
    >
      <OvertakenNote {...record} />
      <p>
        {credits.value > 0
          ? `This replaces the ${formatMoney(credits.value)} that are left. `
          : 'The next invoices use it before tax. '}
        Both days count, on the lab’s calendar.
      </p>
      <MoneyField form={form} name="value" label="Credit ($)" required />
      <DayField form={form} name="valid_from" label="From" placeholder="Any day" clearable today={today} />
      <DayField form={form} name="valid_to" label="To" placeholder="No end" clearable today={today} />
    </FormDialog>
  )
}
