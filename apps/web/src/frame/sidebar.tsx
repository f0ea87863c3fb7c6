import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { copyright } from '../brand.tsx'
import { useSession } from '../lib/session.tsx'
import { menuFor, type MenuItem } from './menu.ts'
import { initialsOf } from '../lib/format.ts'
import styles from './frame.module.css'

/** Who I am, where I can go. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const session = useSession()
  return (
    <div className={styles.sidebar}>
      <ProfileCard />
      <nav aria-label="Main">
        <ul className={styles.menu}>
          {menuFor(session).map((item) => (
            <li key={item.title}>
              <MenuLink item={item} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <footer>{copyright}</footer>
    </div>
  )
}

function MenuLink({ item, onNavigate }: { item: MenuItem; onNavigate?: () => void }) {
  const Icon = item.icon
  const inside = (
    <>
      <Icon size={18} stroke={1.7} />
      {item.title}
    </>
  )
  if (item.disabled)
    return (
      <Tooltip label={item.disabled} multiline maw={220} position="right">
        <button type="button" className={styles.disabled} aria-disabled="true">
          {inside}
        </button>
      </Tooltip>
    )
  return (
    <Link to={item.to} activeProps={{ 'aria-current': 'page' }} onClick={onNavigate}>
      {inside}
    </Link>
  )
}

/** Management sees its role; practices their organization, its number and what they are in it (1 §2.4). */
function ProfileCard() {
  const { me, organization } = useSession()
  return (
    <div className={styles.profile}>
      <span className={styles.face} aria-hidden="true">
        {initialsOf(me.full_name)}
      </span>
      <div>
        <strong>{me.full_name}</strong>
        {me.is_management ? (
          <>
            <span>{me.roles[0]?.label}</span>
            <span className="numeric">{me.account_number}</span>
          </>
        ) : (
          <>
            {organization && <span>{organization.name}</span>}
            <span className="numeric">
              {organization ? `${organization.account_number} · ${organization.pivot.role.label}` : me.account_number}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
