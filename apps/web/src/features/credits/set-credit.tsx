import { credits as calls } from '@archwire/contract/client/credits'
import { creditProblem, datesProblem } from '@archwire/contract/credits/rules.ts'
import type { Credits } from '@archwire/contract/credits/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm, type Errors } from '../../ui/form/store.ts'
import { useRecordDialog } from '../../ui/form/use-record-dialog.ts'

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
  const { today } = useLabClock()
  const { record, form, dialog } = useRecordDialog({
    what: 'credit',
    record: { ...credits, id: organizationId },
    make: makeForm,
    route: calls.set,
    input: ({ value, ...days }, version) => ({
      params: { id: organizationId },
      body: { ...days, value: value!, version },
    }),
    onClose,
  })
  return (
    <FormDialog title="Set credit" confirm="Set credit" {...dialog}>
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
