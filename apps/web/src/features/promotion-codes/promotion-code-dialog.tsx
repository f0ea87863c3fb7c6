import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { promotionCodeFields } from '@archwire/contract/promotion-codes/fields.ts'
import { valueProblem } from '@archwire/contract/promotion-codes/rules.ts'
import { promotionCodeTypes, type PromotionCodeType } from '@archwire/contract/promotion-codes/types.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { dollars, NumberField } from '../../ui/form/number-field.tsx'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useRecordDialog, type RecordDialog } from '../../ui/form/use-record-dialog.ts'

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

/** What is sent: months that were typed before the other type was chosen are not. */
const bodyOf = ({ code, value, kind, months, ...values }: Values) => ({
  ...values,
  months: values.promotion_code_type_id === 2 ? (months as Months) : 1,
  code: code.trim(),
  value: value!,
  is_fixed: kind === 'fixed',
})

const kinds = [
  { id: 'fixed', label: 'Amount ($)' },
  { id: 'percent', label: 'Percent (%)' },
] as const

const percent = { decimals: 2, sign: '%' }

interface Props {
  onClose: () => void
}

/** Adds a promotion code, or changes one. */
export const PromotionCodeDialog = ({ code, onClose }: Props & { code: PromotionCode | undefined }) =>
  code ? <ChangeCode code={code} onClose={onClose} /> : <AddCode onClose={onClose} />

const what = 'promotion code'

function AddCode({ onClose }: Props) {
  const asked = useRecordDialog({
    what,
    record: undefined,
    make: makeForm,
    route: promotionCodes.create,
    input: (values) => ({ body: bodyOf(values) }),
    onClose,
  })
  return <CodeDialog {...asked} title="Create Promotion Code" confirm="Create" />
}

function ChangeCode({ code, onClose }: Props & { code: PromotionCode }) {
  const asked = useRecordDialog({
    what,
    record: code,
    make: makeForm,
    route: promotionCodes.update,
    input: (values, version) => ({ params: { id: code.id }, body: { ...bodyOf(values), version } }),
    announce: 'aloud',
    onClose,
  })
  return <CodeDialog {...asked} title={`Promotion code ${code.code}`} confirm="Save" />
}

interface DialogProps extends RecordDialog<PromotionCode, Values> {
  title: string
  confirm: string
}

function CodeDialog({ record, form, dialog, ...words }: DialogProps) {
  const { today } = useLabClock()
  const kind = useFormPart(form, () => form.values().kind)
  const isMonthly = useFormPart(form, () => form.values().promotion_code_type_id === 2)
  return (
    <FormDialog {...words} {...dialog}>
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
