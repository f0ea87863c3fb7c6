import { Button } from '@mantine/core'
import { useState } from 'react'
import { EditOnClick } from './edit-on-click.tsx'
import { formatTimes } from './step-times.ts'
import type { Step } from './steps.ts'
import { TechnicianSelect } from './technician-picker.tsx'
import { TimeCell } from './time-cell.tsx'
import styles from './workflow-table.module.css'

interface Props {
  step: Step
  onChange: (to: Partial<Step>) => void
}

/** Who does a step, as text; pressed, it is a list of people. */
export function StepTechnician({ step, onChange }: Props) {
  const [before, setBefore] = useState<Step | null>(null)
  const label = `Technician of ${step.process}`
  const close = () => setBefore(null)
  return (
    <EditOnClick
      label={label}
      text={step.tech_name ?? 'No one yet'}
      isEmpty={step.user_id === null}
      isOpen={before !== null}
      onOpen={() => setBefore(step)}
      onClose={close}
      onCancel={() => before && onChange({ user_id: before.user_id, tech_name: before.tech_name })}
    >
      <TechnicianSelect
        label={label}
        value={step.user_id === null ? null : { id: step.user_id, full_name: step.tech_name ?? '' }}
        onChange={(person) => onChange({ user_id: person?.id ?? null, tech_name: person?.full_name ?? null })}
        onChosen={close}
      />
    </EditOnClick>
  )
}

const times = [
  ['started_at', 'finished_at', 'started', 'Start'],
  ['finished_at', 'started_at', 'finished', 'End'],
] as const

interface TimesProps extends Props {
  now: number
  onTyping: (isTyping: boolean) => void
  problemId: string | undefined
}

/** When a step was done, as text; pressed, its two times can be corrected by hand. */
export function StepTimes({ step, now, onChange, onTyping, problemId }: TimesProps) {
  const [before, setBefore] = useState<Step | null>(null)
  const close = () => {
    setBefore(null)
    onTyping(false)
  }
  return (
    <EditOnClick
      label={`Times of ${step.process}`}
      text={formatTimes(step, now) ?? '–'}
      isEmpty={step.started_at === null && step.finished_at === null}
      isOpen={before !== null}
      onOpen={() => setBefore(step)}
      onClose={close}
      onCancel={() => before && onChange({ started_at: before.started_at, finished_at: before.finished_at })}
    >
      <span className={styles.times}>
        {times.map(([name, other, word, shown]) => (
          <label key={name}>
            <span aria-hidden="true">{shown}</span>
            <TimeCell
              label={`${step.process}, ${word}`}
              value={step[name]}
              other={step[other]}
              now={now}
              onTyping={onTyping}
              problemId={problemId}
              onChange={(at) => onChange({ [name]: at })}
            />
          </label>
        ))}
        <Button size="compact-sm" variant="default" onClick={close}>
          Done
        </Button>
      </span>
    </EditOnClick>
  )
}
