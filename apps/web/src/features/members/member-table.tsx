import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import type { Member } from '@archwire/contract/members/schema.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../lib/session.tsx'
import { Tag } from '../../ui/badges.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { useMemberRights } from './rights.ts'
import plain from '../../ui/plain-table.module.css'
import styles from './members.module.css'

/** What a person wants to do with a member. */
export interface Asked {
  action: 'change_role' | 'hand_over' | 'remove'
  member: Member
}

interface Props {
  members: readonly Member[]
  rights: ReturnType<typeof useMemberRights>
  onAsk: (asked: Asked) => void
}

const actions = [
  { action: 'change_role', label: 'Change role' },
  { action: 'hand_over', label: 'Hand over cases' },
  { action: 'remove', label: 'Remove' },
] as const

/** The members by last name. One's own row has no actions. */
export function MemberTable({ members, rights, onAsk }: Props) {
  const { me } = useSession()
  if (members.length === 0)
    return <EmptyState title="No members yet." text="Members are listed here as soon as they join." />
  const doctors = members.filter(({ is_doctor }) => is_doctor).length
  const offers = (member: Member, action: Asked['action']): boolean =>
    member.id !== me.id &&
    (action === 'hand_over' ? rights.handsOver && member.is_doctor && doctors > 1 : member.can[action])
  return (
    <table className={`${plain.table} ${styles.table}`} aria-label="Members">
      <thead>
        <tr>
          <th>Name</th>
          <th>Email</th>
          <th>Role</th>
          <th data-screen-only>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td className={styles.name} title={member.full_name}>
              {rights.opens(member) ? (
                <Link to="/users/$id" params={{ id: member.id }} translate="no">
                  {member.full_name}
                </Link>
              ) : (
                member.full_name
              )}
              {member.id === me.id && <Tag>You</Tag>}
              {member.is_doctor && <Tag tone="blue">Doctor</Tag>}
            </td>
            <td className={styles.email} title={readableEmail(member.email)}>
              {readableEmail(member.email)}
            </td>
            <td>{member.pivot.role.label}</td>
            <td className={styles.actions} data-screen-only>
              {actions
                .filter(({ action }) => offers(member, action))
                .map(({ action, label }) => (
                  <Button
                    key={action}
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${label}: ${member.full_name}`}
                    onClick={() => onAsk({ action, member })}
                  >
                    {label}
                  </Button>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
