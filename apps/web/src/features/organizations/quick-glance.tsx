import { isStaff } from '@archwire/contract/roles.ts'
import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { nameOf, roleOf, useSession } from '../../lib/session.tsx'
import { DropDown } from '../../ui/drop-down.tsx'
import styles from './organizations.module.css'

/** Loaded with the first glance that is opened. */
const Glance = lazy(async () => ({ default: (await import('./glance.tsx')).Glance }))

export interface GlanceProps {
  organization: { id: number; name: string; account_number: string }
}

/** A button beside the name of a practice that opens it at a glance, for the lab's staff (`organizations/quick-glance`). */
export function QuickGlance({ organization }: GlanceProps) {
  const { me } = useSession()
  const [opened, setOpened] = useState(false)
  if (!isStaff(roleOf(me))) return null
  const label = `${nameOf(organization)} at a glance`
  return (
    <DropDown
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      renderButton={(its) => (
        <ActionIcon
          {...its}
          className={styles.glance}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          title={label}
        >
          <IconInfoCircle size={16} stroke={1.7} />
        </ActionIcon>
      )}
    >
      <Suspense fallback={<p className={styles.glanceWaits}>Loading…</p>}>
        {opened && <Glance organization={organization} />}
      </Suspense>
    </DropDown>
  )
}
