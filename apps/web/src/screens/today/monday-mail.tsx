import { today } from '@archwire/contract/client/today'
import { Button } from '@mantine/core'
import { useCall } from '../../lib/query.ts'
import styles from './today.module.css'

/** Whether these numbers come by email on Mondays, and the button that turns that off and on again (`today/switch`). */
export function MondayMail({ on }: { on: boolean }) {
  const set = useCall(today.setMail, { announce: 'aloud' })
  return (
    <section className={styles.mail} aria-label="Monday email">
      <p>
        {on
          ? 'You get these numbers by email on Mondays when something waits.'
          : 'You do not get these numbers by email on Mondays.'}
      </p>
      <Button
        variant="default"
        size="xs"
        loading={set.isPending}
        onClick={() => set.mutate({ body: { enabled: !on } })}
      >
        {on ? 'Turn off the Monday email' : 'Turn on the Monday email'}
      </Button>
    </section>
  )
}
