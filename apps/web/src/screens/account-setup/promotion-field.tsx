import { promotionCodes } from '@archwire/contract/client/promotion-codes'
import { refusingCardNumbers } from '@archwire/contract/core/card-number.ts'
import { formatMoney, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { fieldsOf, line } from '@archwire/contract/core/record-fields.ts'
import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { useOnce } from '../../ui/once.ts'
import { createForm, focusField, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './account-setup.module.css'

/** The code as it is typed. */
export interface CodeValues {
  code: string
}
export type CodeForm = FormStore<CodeValues>

const fields = fieldsOf(refusingCardNumbers({ code: line(100).optional() }))

export const makeCodeForm = (): CodeForm => createForm<CodeValues>({ initial: { code: '' }, validate: fields.problems })

interface Props {
  organizationId: number
  form: CodeForm
  /** The code that is applied. */
  applied: ValidPromotionCode | null
  /** What it takes off. */
  off: Cents
  locked: boolean
  onChange: (applied: ValidPromotionCode | null) => void
}

/** A promotion code for the start-up fee: one at a time, checked by the server (`billing/code`). */
export function PromotionField({ organizationId, form, applied, off, locked, onChange }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const ready = useFormPart(form, () => form.values().code.trim() !== '' && Object.keys(form.problems()).length === 0)
  const check = useMutation({
    mutationFn: (code: string) =>
      call(promotionCodes.validate, {
        params: { code },
        query: { promotion_code_type_id: 1, organization_id: organizationId },
      }),
    onSuccess: ({ promotion_code }) => {
      onChange(promotion_code)
      // It was disabled while the code was checked, and has another name now.
      requestAnimationFrame(() => button.current?.focus())
    },
    onError: (error) => {
      form.refuse({ code: [messageOf(error)] })
      focusField(form, 'code', { select: true })
    },
  })
  const submit = useOnce(() => {
    if (applied) {
      onChange(null)
      requestAnimationFrame(() => focusField(form, 'code', { select: true }))
    } else check.mutate(form.values().code.trim())
  }, check.isPending)
  return (
    <form
      className={styles.promotion}
      noValidate
      aria-label="Promotion code"
      onSubmit={(event) => {
        event.preventDefault()
        form.visitAll()
        if (applied || (ready && !check.isPending)) submit()
      }}
    >
      <fieldset disabled={applied !== null || locked}>
        <TextField form={form} {...fields.input('code')} label="Promotion code" autoComplete="off" />
      </fieldset>
      <Button
        ref={button}
        type="submit"
        variant="default"
        disabled={locked || !(applied || ready)}
        loading={check.isPending}
      >
        {applied ? 'Remove code' : 'Apply'}
      </Button>
      <output>{applied && `${applied.code} takes ${formatMoney(toDollars(off))} off the start-up fee.`}</output>
    </form>
  )
}
