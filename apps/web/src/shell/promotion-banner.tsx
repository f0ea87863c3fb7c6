import { ActionIcon } from '@mantine/core'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { needsSetup } from '../lib/guard.ts'
import { settingsQuery } from '../lib/lab-settings.ts'
import { useSession } from '../lib/session.tsx'
import { webLink } from '../lib/web-link.ts'
import styles from './promotion-banner.module.css'

const closedKey = (userId: number) => `archwire.promotion.${userId}`

/**
 * The lab's current offer to practices that can start cases: they have paid for their account, and are not disabled
 * (`screens/promotion`). Once closed it stays hidden for this session, or until its text changes.
 */
export function PromotionBanner() {
  const { me, organization } = useSession()
  const { data } = useQuery(settingsQuery)
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey(me.id)))
  const promotion = data?.settings.promotion
  if (me.is_management || !organization || organization.disabled || needsSetup(organization)) return null
  if (!promotion?.enabled || promotion.text === '' || closed === promotion.text) return null
  const link = webLink(promotion.link)
  const close = () => {
    sessionStorage.setItem(closedKey(me.id), promotion.text)
    setClosed(promotion.text)
  }
  return (
    <aside className={styles.promotion} aria-label="Promotion">
      <p>
        {promotion.text}{' '}
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            Learn more
            <IconExternalLink size={14} aria-hidden="true" />
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
      </p>
      <ActionIcon variant="transparent" size={32} aria-label="Close the promotion" onClick={close}>
        <IconX size={16} />
      </ActionIcon>
    </aside>
  )
}
