import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { PromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import {
  promotionCodePattern,
  promotionCodeTypes,
  type PromotionCodeType,
} from '@archwire/contract/promotion-codes/types.ts'
import { useCall } from '../../lib/query.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { OvertakenNote, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, useField, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface Values {
  code: string
  /** As it is typed. */
  value: string
  kind: 'fixed' | 'percent'
  promotion_code_type_id: PromotionCodeType
  is_active: boolean
  expires_at: Day | null
}

const amount = /^\d{1,7}(\.\d{1,2})?$/

function validate({ code, value, kind }: Values): Errors<Values> {
  const typed = value.trim()
  return {
    ...(code.trim() === ''
      ? { code: ['Required'] }
      : promotionCodePattern.test(code.trim())
        ? {}
        : { code: ['3 to 40 letters, digits or hyphens.'] }),
    ...(typed === ''
      ? { value: ['Required'] }
      : !amount.test(typed)
        ? { value: ['A number with at most two decimals.'] }
        : Number(typed) > 1_000_000
          ? { value: ['At most 1,000,000.'] }
          : Number(typed) === 0
            ? { value: ['Must be more than 0.'] }
            : kind === 'percent' && Number(typed) > 100
              ? { value: ['At most 100 percent.'] }
              : {}),
  }
}

const makeForm = (code?: PromotionCode) =>
  createForm<Values>({
    initial: {
      code: code?.code ?? '',
      value: code ? String(code.value) : '',
      kind: code && !code.is_fixed ? 'percent' : 'fixed',
      promotion_code_type_id: code?.promotion_code_type_id ?? 1,
      is_active: code?.is_active ?? true,
      expires_at: code?.expires_at ?? null,
    },
    validate,
  })

const kinds = [
  { id: 'fixed', label: 'Amount ($)' },
  { id: 'percent', label: 'Percent (%)' },
] as const

/** Adds a promotion code, or changes one. */
export function PromotionCodeDialog({ code, onClose }: { code: PromotionCode | undefined; onClose: () => void }) {
  const record = useRecordForm(code, makeForm)
  const { form } = record
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const options = { onSuccess: onClose, onError: record.refused }
  const add = useCall(promotionCodes.create, options)
  const save = useCall(promotionCodes.update, options)
  const kind = useField(form, 'kind')
  const type = useField(form, 'promotion_code_type_id')
  const expires = useField(form, 'expires_at')
  const active = useField(form, 'is_active')
  const submit = () => {
    const { code: word, value, kind: of, ...values } = form.values()
    const body = { ...values, code: word.trim(), value: Number(value), is_fixed: of === 'fixed' }
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
    >
      <OvertakenNote {...record} what="promotion code" />
      <TextField
        form={form}
        name="code"
        label="Code"
        required
        maxLength={40}
        focusFirst
        tidy={(text) => text.toUpperCase()}
      />
      <ChoiceField name="kind" label="Kind" options={kinds} value={kind.value} onChange={kind.set} />
      <TextField form={form} name="value" label="Value" required maxLength={10} inputMode="decimal" />
      <ChoiceField
        name="promotion_code_type_id"
        label="Takes off"
        options={promotionCodeTypes}
        value={type.value}
        onChange={type.set}
      />
      <DayField
        name="expires_at"
        label="Expires"
        help="The last day on which it is taken. Empty: never."
        placeholder="Never"
        clearable
        value={expires.value}
        error={expires.error}
        onChange={expires.set}
      />
      <ToggleField name="is_active" label="Active" value={active.value} onChange={active.set} />
    </FormDialog>
  )
}
