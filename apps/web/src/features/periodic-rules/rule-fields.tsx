import type { Day } from '@archwire/contract/core/dates.ts'
import { periodicRuleFields, ruleTypes, type RuleType } from '@archwire/contract/periodic-rules/fields.ts'
import { daysProblem, valueProblem } from '@archwire/contract/periodic-rules/rules.ts'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { dollars, NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

export interface RuleValues {
  type: RuleType
  /** Dollars as they are shown: of a discount below zero. */
  value: number | null
  custom_description: string
  is_active: boolean
  applied_from: Day | null
  applied_to: Day | null
}

/** What is sent: the type decides the sign, however the value was typed. */
export const sentValue = ({ type, value }: Pick<RuleValues, 'type' | 'value'>): number =>
  type === 'Discount' ? -Math.abs(value!) : Math.abs(value!)

function validate({ type, ...values }: RuleValues): Errors<RuleValues> {
  const { value, applied_from, applied_to } = values
  const nothing = value !== null && !Number.isNaN(value) ? valueProblem(sentValue({ type, value })) : undefined
  const days = daysProblem(applied_from, applied_to)
  return {
    ...(nothing && { value: [nothing] }),
    ...(days && { applied_to: [days] }),
    ...periodicRuleFields.problems(values),
  }
}

export const makeRuleForm = (rule?: PeriodicRule): FormStore<RuleValues> =>
  createForm<RuleValues>({
    initial: {
      type: rule?.type ?? 'Charge',
      value: rule ? (rule.type === 'Discount' ? -rule.value : rule.value) : null,
      custom_description: rule?.custom_description ?? '',
      is_active: rule?.is_active ?? true,
      applied_from: rule?.applied_from ?? null,
      applied_to: rule?.applied_to ?? null,
    },
    validate,
  })

interface Props {
  form: FormStore<RuleValues>
  /** What the person may not change is shown and stays (`contracts/who-rules`). */
  may: { value: boolean; switchOn: boolean }
}

/** The fields of a periodic rule, on its own page and where one is added (`contracts/rules`). */
export function RuleFields({ form, may }: Props) {
  const { today } = useLabClock()
  const flip = (type: RuleType) => {
    const { value } = form.values()
    if (value !== null && !Number.isNaN(value)) form.set('value', sentValue({ type, value }))
  }
  return (
    <FieldGroup
      title="Periodic rule"
      note={!may.value && <p>Value and days are changed by people who manage invoices.</p>}
    >
      {may.value && (
        <ChoiceField form={form} name="type" label="Type" options={ruleTypes} onChange={(type) => flip(type)} />
      )}
      <NumberField
        form={form}
        name="value"
        label="Value ($)"
        help="Once on each monthly invoice. A discount is below zero."
        negative
        readOnly={!may.value}
        required
        {...dollars}
      />
      <Wide>
        <TextField
          form={form}
          {...periodicRuleFields.input('custom_description')}
          label="Description"
          help="As the invoice names it."
        />
      </Wide>
      {may.value && (
        <>
          <DayField
            form={form}
            name="applied_from"
            label="Applied from"
            placeholder="Any day"
            help="On the lab’s calendar; the closing day of the invoice decides."
            clearable
            today={today}
          />
          <DayField form={form} name="applied_to" label="Applied to" placeholder="No end" clearable today={today} />
        </>
      )}
      {may.switchOn && <ToggleField form={form} name="is_active" label="Active" />}
    </FieldGroup>
  )
}
