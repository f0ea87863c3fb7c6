import { push } from '@archwire/contract/client/push'
import type { SilentHours } from '@archwire/contract/push/routes.ts'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { Field } from '../../ui/form/field.tsx'
import styles from './push-dialog.module.css'

const usual: SilentHours = { from: '20:00', to: '07:00' }

/** When no device of the person shows anything; what comes then is shown once it is over. */
export function SilentHoursForm({ hours }: { hours: SilentHours | null }) {
  const { me } = useSession()
  const [typed, setTyped] = useState(hours ?? usual)
  const save = useCall(push.setSilentHours)
  const ids = { from: useId(), to: useId() }
  const changed = hours === null || hours.from !== typed.from || hours.to !== typed.to
  const valid = typed.from !== '' && typed.to !== '' && typed.from !== typed.to
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
          <Field key={end} id={ids[end]} label={end === 'from' ? 'From' : 'Until'}>
            <input
              id={ids[end]}
              className={styles.time}
              type="time"
              required
              value={typed[end]}
              onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
            />
          </Field>
        ))}
        <Button variant="default" disabled={!valid || !changed} loading={save.isPending} onClick={() => set(typed)}>
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
