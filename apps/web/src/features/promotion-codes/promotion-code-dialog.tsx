import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { promotionCodeFields } from '@archwire/contract/promotion-codes/fields.ts'
import { valueProblem } from '@archwire/contract/promotion-codes/rules.ts'
import { promotionCodeTypes, type PromotionCodeType } from '@archwire/contract/promotion-codes/types.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { dollars, NumberField } from '../../ui/form/number-field.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Values {
  code: string
  /** Dollars or percent. */
  value: number | null
  kind: 'fixed' | 'percent'
  promotion_code_type_id: PromotionCodeType
  /** For how many monthly invoices in a row; a code for the start-up fee has one. */
  months: number | null
  is_active: boolean
  expires_at: Day | null
}

/** Any number can be typed; what is sent is one of these. */
type Months = PromotionCode['months']

/** The fields' own problems; a percentage has a limit of its own. */
function validate(values: Values): Errors<Values> {
  const limit = valueProblem(values.value ?? 0, values.kind === 'fixed')
  const { months: problem, ...problems } = promotionCodeFields.problems({ ...values, months: values.months as Months })
  const isMonthly = values.promotion_code_type_id === 2
  return {
    ...(limit && { value: [limit] }),
    ...problems,
    ...(isMonthly && problem && { months: ['Enter a whole number from 1 to 12.'] }),
  }
}

const makeForm = (code?: PromotionCode) =>
  createForm<Values>({
    initial: {
      code: code?.code ?? '',
      value: code?.value ?? null,
      kind: code && !code.is_fixed ? 'percent' : 'fixed',
      promotion_code_type_id: code?.promotion_code_type_id ?? 1,
      months: code?.months ?? 1,
      is_active: code?.is_active ?? true,
      expires_at: code?.expires_at ?? null,
    },
    validate,
  })

const kinds = [
  { id: 'fixed', label: 'Amount ($)' },
  { id: 'percent', label: 'Percent (%)' },
] as const

const percent = { decimals: 2, sign: '%' }

/** Adds a promotion code, or changes one. */
export function PromotionCodeDialog({ code, onClose }: { code: PromotionCode | undefined; onClose: () => void }) {
  const record = useRecordForm('promotion code', code, makeForm)
  const { form } = record
  const { today } = useLabClock()
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const done = () => {
    record.giveUp()
    onClose()
  }
  const options = { onSuccess: done, onError: record.refused }
  const add = useCall(promotionCodes.create, options)
  const save = useCall(promotionCodes.update, { announce: 'aloud', ...options })
  const kind = useFormPart(form, () => form.values().kind)
  const isMonthly = useFormPart(form, () => form.values().promotion_code_type_id === 2)
  const submit = () => {
    form.visitAll()
    const { code: word, value, kind, months, ...values } = form.values()
    // What was typed before the other type was chosen is not sent.
    const kept = values.promotion_code_type_id === 2 ? (months as Months) : 1
    const body = { ...values, months: kept, code: word.trim(), value: value!, is_fixed: kind === 'fixed' }
    if (code) save.mutate({ params: { id: code.id }, body: { ...body, version: record.version } })
    else add.mutate({ body })
  }
  return (
    <FormDialog
      opened
      title={code ? `Promotion code ${code.code}` : 'Create Promotion Code'}
      confirm={code ? 'Save' : 'Create'}
      ready={record.changed && valid}
      busy={add.isPending || save.isPending}
      onConfirm={submit}
      onClose={onClose}
      onCancel={record.giveUp}
    >
      <OvertakenNote {...record} />
      <TextField
        form={form}
        {...promotionCodeFields.input('code')}
        label="Code"
        focusFirst
        tidy={(text) => text.toUpperCase()}
      />
      <ChoiceField form={form} name="kind" label="Kind" options={kinds} />
      {/* One field for both kinds, so that switching the kind keeps what was typed. */}
      <NumberField form={form} name="value" label="Value" required {...(kind === 'fixed' ? dollars : percent)} />
      <ChoiceField form={form} name="promotion_code_type_id" label="Takes off" options={promotionCodeTypes} />
      {isMonthly && (
        <NumberField
          form={form}
          name="months"
          label="Months"
          help="For how many monthly invoices in a row, 1 to 12."
          required
        />
      )}
      <DayField
        form={form}
        name="expires_at"
        label="Expires"
        help="The last day the code can be used. Leave empty for no end date."
        placeholder="Never"
        clearable
        today={today}
      />
      <ToggleField form={form} name="is_active" label="Active" />
    </FormDialog>
  )
}
