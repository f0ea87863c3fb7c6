import { reports } from '@archwire/contract/client/reports'
import type { Day } from '@archwire/contract/core/dates.ts'
import { reportFields } from '@archwire/contract/reports/fields.ts'
import {
  reportDates,
  reportFormats,
  reportKinds,
  type ReportFormat,
  type ReportKind,
} from '@archwire/contract/reports/kinds.ts'
import { daysOfRange, rangeProblem, reportRanges, type ReportRange } from '@archwire/contract/reports/ranges.ts'
import { useState } from 'react'
import { useLabClock } from '../../lib/lab-clock.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, focusField, refuseAndFocus, useFormPart, type Errors } from '../../ui/form/store.ts'
import styles from './reports.module.css'

interface Values {
  kind: ReportKind
  range: ReportRange
  from: Day | null
  to: Day | null
  format: ReportFormat
}

function validate(values: Values): Errors<Values> {
  const { from, to } = values
  const problem = from !== null && to !== null ? rangeProblem({ from, to }) : undefined
  return { ...(problem && { to: [problem] }), ...reportFields.problems(values) }
}

/** Which report of which days, as what (`exports/ask`). */
export function ReportForm({ isBusy }: { isBusy: boolean }) {
  const { today } = useLabClock()
  const [form] = useState(() =>
    createForm<Values>({
      initial: { kind: 'cases', range: 'last_month', ...daysOfRange('last_month', today), format: 'csv' },
      validate,
    }),
  )
  const kind = useFormPart(form, () => form.values().kind)
  const make = useCall(reports.create, {
    announce: 'aloud',
    onError: (error) => refuseAndFocus(form, error),
  })
  const submit = () => {
    form.visitAll()
    const [first] = (['from', 'to'] as const).filter((name) => form.problems()[name])
    if (first) return focusField(form, first)
    const { kind: chosen, from, to, format } = form.values()
    make.mutate({ body: { kind: chosen, from: from!, to: to!, format } })
  }
  const takeRange = (range: ReportRange) => range !== 'custom' && form.fill(daysOfRange(range, today))
  // Days that a person enters are no longer those of a range.
  const byHand = () => form.set('range', 'custom')
  return (
    <form
      className={styles.form}
      aria-label="New report"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && !make.isPending) submit()
      }}
    >
      <SelectField form={form} name="kind" label="Report" options={reportKinds} help={reportDates[kind]} />
      <SelectField form={form} name="range" label="Range" options={reportRanges} onChange={takeRange} />
      <div className={styles.days}>
        <DayField form={form} name="from" label="First day" required today={today} max={today} onChange={byHand} />
        <DayField form={form} name="to" label="Last day" required today={today} max={today} onChange={byHand} />
      </div>
      <ChoiceField form={form} name="format" label="Format" options={reportFormats} />
      <div>
        <ActionButton
          why={isBusy ? 'You already have a report in progress.' : undefined}
          loading={make.isPending}
          onClick={submit}
        >
          Make report
        </ActionButton>
      </div>
      <p className={styles.quiet}>
        Days are those of the lab, at most 12 months. The report is made in the background: you can leave this page.
      </p>
    </form>
  )
}
