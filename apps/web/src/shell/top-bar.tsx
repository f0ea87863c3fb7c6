import { ActionIcon } from '@mantine/core'
import { IconHelp, IconLogout, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Wordmark } from '../brand.tsx'
import { NotificationBell } from '../features/notifications/bell.tsx'
import { allowed, useSession } from '../lib/session.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { Tip } from '../ui/tip.tsx'
import { AppsMenu } from './apps-menu.tsx'
import styles from './top-bar.module.css'
import { OrganizationFilter } from './organization-filter.tsx'
import { paletteKeys, preloadPalette } from './palette/host.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

interface Props {
  onMenu: () => void
  onPalette: () => void
  onHelp: () => void
  onLogout: () => void
}

/**
 * Logo, search, organizations, apps, notifications, the way out (`screens/top-bar`). On phones rarely used items are in
 * the drawer.
 */
export function TopBar({ onMenu, onPalette, onHelp, onLogout }: Props) {
  const { me, organization } = useSession()
  return (
    <header className={styles.topBar}>
      <ActionIcon
        className={styles.menuButton}
        variant="subtle"
        color="gray"
        size={40}
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to="/" className={styles.logo} aria-label="Archwire, home">
        <Wordmark size={27} />
      </Link>
      <button
        type="button"
        className={styles.paletteButton}
        aria-label={`Search or go to, ${paletteKeys}`}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={onPalette}
      >
        <IconSearch size={17} stroke={1.8} aria-hidden="true" />
        <span>Search or go to…</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <div className={styles.tools}>
        {!me.is_management && me.organizations.length > 1 && <SeveralOrganizations />}
        {me.is_management && allowed(me, organization, 'organizations.view') && <OrganizationFilter />}
        <AppsMenu className={styles.rare} />
        <SchemeSwitch className={styles.rare} />
        <RareButton label="Help" tip="Help and keyboard shortcuts" onClick={onHelp}>
          <IconHelp size={19} stroke={1.7} />
        </RareButton>
        <NotificationBell />
        <RareButton label="Log out" onClick={onLogout}>
          <IconLogout size={19} stroke={1.7} />
        </RareButton>
      </div>
    </header>
  )
}

interface RareButtonProps {
  label: string
  /** Shown on hover, where it says more than the label. */
  tip?: string
  onClick: () => void
  children: ReactNode
}

/** A rarely used item: on phones it is in the drawer. */
const RareButton = ({ label, tip = label, onClick, children }: RareButtonProps) => (
  <Tip label={tip}>
    <ActionIcon className={styles.rare} variant="subtle" color="gray" size={40} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tip>
)

const loadSwitch = () => import('./organization-switch.tsx')

/** Few people have several: for the others its code does not come. */
function SeveralOrganizations() {
  const part = useDeferredImport(loadSwitch, true)
  return part && <part.OrganizationSwitch />
}
