import { push } from '@archwire/contract/client/push'
import type { SilentHours } from '@archwire/contract/push/routes.ts'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { readTime } from '../../lib/typed-dates.ts'
import { describedBy, Field } from '../../ui/form/field.tsx'
import { useComposed } from '../../ui/form/use-composed.ts'
import styles from './push-dialog.module.css'

const usual: SilentHours = { from: '20:00', to: '07:00' }

/** When no browser of the person shows anything; what comes then is shown once it is over. */
export function SilentHoursForm({ hours }: { hours: SilentHours | null }) {
  const { me } = useSession()
  const [typed, setTyped] = useState(hours ?? usual)
  const save = useCall(push.setSilentHours)
  const ids = { from: useId(), to: useId() }
  const [from, to] = [readTime(typed.from), readTime(typed.to)]
  const read = from !== undefined && to !== undefined && from !== to ? { from, to } : null
  const changed = hours === null || hours.from !== from || hours.to !== to
  const set = (silent_hours: SilentHours | null) => save.mutate({ body: { silent_hours } })
  return (
    <section aria-label="Silent hours">
      <h3 className={styles.title}>Silent hours</h3>
      <p className={styles.quiet}>
        No notifications are shown during these hours. You get one summary when they end
        {me.time_zone ? ` (${me.time_zone.replaceAll('_', ' ')})` : ''}.
      </p>
      <div className={styles.hours}>
        {(['from', 'to'] as const).map((end) => (
          <TimeField
            key={end}
            id={ids[end]}
            label={end === 'from' ? 'From' : 'Until'}
            text={typed[end]}
            problem={end === 'to' && from !== undefined && from === to ? 'The same as From.' : undefined}
            onText={(text) => setTyped({ ...typed, [end]: text })}
          />
        ))}
        <Button variant="default" disabled={!read || !changed} loading={save.isPending} onClick={() => set(read)}>
          {hours ? 'Save' : 'Set'}
        </Button>
        {hours && (
          <Button variant="subtle" disabled={save.isPending} onClick={() => set(null)}>
            None
          </Button>
        )}
      </div>
    </section>
  )
}

interface TimeFieldProps {
  id: string
  label: string
  text: string
  /** What else is wrong with it. */
  problem: string | undefined
  onText: (text: string) => void
}

/** A time of the day as text (`screens/typed-dates`); what is wrong is said once it is left. */
function TimeField({ id, label, text, problem, onText }: TimeFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const time = readTime(text)
  const error = isTyping ? undefined : time === undefined ? 'Write a time like 20:00 or 8 PM.' : problem
  const composed = useComposed<HTMLInputElement>(text, ({ value }) => {
    setTyping(true)
    onText(asLine(value))
  })
  return (
    <Field id={id} label={label} error={error}>
      <input
        id={id}
        className={styles.time}
        autoComplete="off"
        maxLength={20}
        size={8}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, undefined)}
        onBlur={() => {
          setTyping(false)
          if (time !== undefined) onText(time)
        }}
        {...composed}
      />
    </Field>
  )
}
