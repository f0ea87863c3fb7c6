import { push } from '@archwire/contract/client/push'
import type { PushBrowser } from '@archwire/contract/push/routes.ts'
import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { query, useCall } from '../../lib/query.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { Ago } from '../../ui/badges.tsx'
import styles from './push-dialog.module.css'
import { SilentHoursForm } from './silent-hours.tsx'
import { abilityOfBrowser, isKnown, turnOff, turnOn, type Ability } from './this-browser.ts'

const why: Record<Exclude<Ability, 'can'>, string> = {
  blocked:
    'This browser blocks notifications from the portal. Allow them in the browser’s settings for this site, then open this again.',
  cannot: 'This browser cannot show notifications while the portal is closed.',
  'when installed':
    'On iPhone and iPad, only the installed app shows notifications: tap Share, then “Add to Home Screen”, and open the portal from there.',
}

/** Notices in this browser, one's other browsers, and when none of them shows anything (`notices/push`, `notices/silent`). */
export function PushDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(query(push.get, {}))
  return (
    <Modal
      opened
      onClose={onClose}
      title="Notifications in your browsers"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.settings}>
        <p className={styles.quiet}>
          You are notified when a setup waits for your approval, a case is on hold, a file needs your attention, or
          someone writes to you. Notifications never name a patient.
        </p>
        {isPending && <p className={styles.quiet}>Looking for your browsers…</p>}
        {error && (
          <p role="alert">
            {messageOf(error)}{' '}
            <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        {data?.public_key && (
          <>
            <ThisBrowser publicKey={data.public_key} browsers={data.browsers} />
            <Browsers browsers={data.browsers.filter(({ is_this }) => !is_this)} />
            <SilentHoursForm hours={data.silent_hours} />
          </>
        )}
      </div>
    </Modal>
  )
}

function ThisBrowser({ publicKey, browsers }: { publicKey: string; browsers: PushBrowser[] }) {
  const { me } = useSession()
  const client = useQueryClient()
  const [ability, setAbility] = useState(abilityOfBrowser)
  const on = useMutation({
    mutationFn: () => turnOn(publicKey, me.id),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => {
      setAbility(abilityOfBrowser())
      void refreshShown(client, changesOf(push.addBrowser))
    },
  })
  const remove = useCall(push.removeBrowser, { announce: 'aloud', onSuccess: turnOff })
  const here = browsers.find(({ is_this }) => is_this)
  const isOn = isKnown(browsers)
  return (
    <section className={styles.here} aria-label="This browser">
      <div>
        <strong>This browser</strong>
        <p className={styles.quiet}>
          {ability === 'can' ? (isOn ? 'Notifications are on.' : 'Notifications are off.') : why[ability]}
        </p>
      </div>
      {here && (
        <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ params: { id: here.id } })}>
          Turn off
        </Button>
      )}
      {!here && ability === 'can' && (
        <Button loading={on.isPending} onClick={() => on.mutate()}>
          Turn on
        </Button>
      )}
    </section>
  )
}

function Browsers({ browsers }: { browsers: PushBrowser[] }) {
  if (browsers.length === 0) return null
  return (
    <section aria-label="Your other browsers">
      <h3 className={styles.title}>Your other browsers</h3>
      <ul className={styles.browsers}>
        {browsers.map((browser) => (
          <Browser key={browser.id} browser={browser} />
        ))}
      </ul>
    </section>
  )
}

function Browser({ browser: { id, name, created_at, last_pushed_at } }: { browser: PushBrowser }) {
  const remove = useCall(push.removeBrowser)
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>
          On since <Ago at={created_at} />
          {last_pushed_at && (
            <>
              {' '}
              · last notified <Ago at={last_pushed_at} />
            </>
          )}
        </small>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { id } })}
      >
        Remove
      </Button>
    </li>
  )
}
