import { IconFilePlus, IconUsers } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { managementRoles } from '@archwire/contract/roles.ts'
import { roleOf, type Session } from '../lib/session.tsx'

export interface MenuItem {
  title: string
  to: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** Why it cannot be opened now; undefined when it can. */
  disabled?: string
}

/** What the sidebar offers to this person (1 §2.4). */
export function menuFor({ me, organization }: Session): MenuItem[] {
  const role = roleOf(me)
  if (me.is_management)
    return role && (managementRoles as readonly string[]).includes(role)
      ? [{ title: 'Patients', to: '/patients-page', icon: IconUsers }]
      : []
  const items: MenuItem[] = [{ title: 'Patients', to: '/patients', icon: IconUsers }]
  if (organization)
    items.push({
      title: 'Start a New Case',
      to: `/organizations/${organization.id}/rx-forms/add`,
      icon: IconFilePlus,
      disabled: organization.suspended ? 'The subscription of this organization is suspended.' : undefined,
    })
  return items
}
