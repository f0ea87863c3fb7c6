import { Tooltip } from '@mantine/core'
import { IconExternalLink, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { copyright } from '../brand.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { useApps } from './apps-menu.tsx'
import styles from './sidebar.module.css'
import type { MenuItem } from './menu.ts'
import { PlaceIcon } from './place-icon.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SchemeChoice } from './scheme-switch.tsx'
import { useListSearch, useMenu } from './use-menu.ts'

const loadThisDevice = () => import('./this-device.tsx')

/** Identity and navigation. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const rows = useMenu().filter(({ row }) => row !== undefined)
  const device = useDeferredImport(loadThisDevice, false)
  return (
    <div className={styles.sidebar}>
      <ProfileCard />
      <nav aria-label="Main">
        <ul className={styles.menu}>
          {rows.map((item) => (
            <li key={item.title}>
              <MenuLink item={item} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <footer>
        {device && <device.ThisDevice />}
        {copyright}
      </footer>
    </div>
  )
}

/** The menu as a phone's drawer: the places, and what the top bar has no room for. */
export function DrawerMenu({ onNavigate, onLogout }: { onNavigate: () => void; onLogout: () => void }) {
  const apps = useApps()
  return (
    <div className={styles.drawer}>
      <Sidebar onNavigate={onNavigate} />
      <div className={styles.drawerTools}>
        <SchemeChoice />
        <ul className={styles.menu}>
          {apps.map(({ name, link }) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noopener noreferrer">
                <IconExternalLink size={18} stroke={1.7} />
                {name}
              </a>
            </li>
          ))}
          <li>
            <button type="button" onClick={onLogout}>
              <IconLogout size={18} stroke={1.7} />
              Log out
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}

function MenuLink({ item, onNavigate }: { item: MenuItem; onNavigate?: (() => void) | undefined }) {
  const search = useListSearch()(item)
  const inside = (
    <>
      <PlaceIcon name={item.icon} size={18} />
      {item.title}
    </>
  )
  if (item.disabled)
    return (
      <Tooltip
        label={item.disabled}
        multiline
        maw={220}
        position="right"
        events={{ hover: true, focus: true, touch: true }}
      >
        <button type="button" className={styles.disabled} aria-disabled="true">
          {inside}
          <span className="visually-hidden">: {item.disabled}</span>
        </button>
      </Tooltip>
    )
  return (
    <Link
      to={item.to}
      search={search}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onNavigate}
    >
      {inside}
    </Link>
  )
}
