import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../lib/session.tsx'
import styles from './record-links.module.css'

interface Props {
  id: number
  /** Its name. */
  children: ReactNode
}

/** The name of an organization, which leads management to its page. */
export function OrganizationLink({ id, children }: Props) {
  const { me } = useSession()
  if (!me.is_management) return <span translate="no">{children}</span>
  return (
    <Link className={styles.link} to="/organizations/$id" params={{ id }} translate="no">
      {children}
    </Link>
  )
}

/** The name of a person of a practice, which leads management to their page. */
export function UserLink({ id, children }: Props) {
  const { me } = useSession()
  if (!me.is_management) return <span translate="no">{children}</span>
  return (
    <Link className={styles.link} to="/users/$id" params={{ id }} translate="no">
      {children}
    </Link>
  )
}
