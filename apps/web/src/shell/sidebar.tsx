import { IconDots, IconExternalLink, IconHelp, IconLogout } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { copyright } from '../brand.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import { MenuButton } from '../ui/menu/menu-button.tsx'
import { Tip } from '../ui/tip.tsx'
import { useApps } from './apps-menu.tsx'
import styles from './sidebar.module.css'
import type { MenuItem } from './menu.ts'
import { PlaceIcon } from './place-icon.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SchemeChoice } from './scheme-switch.tsx'
import { useListSearch, useMenu } from './use-menu.ts'

/** What the menu ends with; it moves nothing when it comes. */
const loadFoot = () => import('./sidebar-foot.tsx')

/** Identity and navigation. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const items = useMenu()
  const rows = items.filter(({ row }) => row !== undefined)
  const foot = useDeferredImport(loadFoot, false)
  return (
    <div className={styles.sidebar}>
      <ProfileCard />
      <nav aria-label="Main">
        <ul className={styles.menu}>
          {rows.map((item) => (
            <li key={item.title}>
              <MenuRow item={item} more={items.filter(({ more }) => more === item.row)} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <footer>
        {foot && <foot.PromotionBanner />}
        {foot && <foot.GettingStarted onOpen={onNavigate} />}
        {foot && <foot.ThisBrowser />}
        {copyright}
      </footer>
    </div>
  )
}

interface DrawerProps {
  onNavigate: () => void
  onHelp: () => void
  onLogout: () => void
}

/** The menu as a phone's drawer: the places, and what the top bar has no room for. */
export function DrawerMenu({ onNavigate, onHelp, onLogout }: DrawerProps) {
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
            <button
              type="button"
              onClick={() => {
                onNavigate()
                onHelp()
              }}
            >
              <IconHelp size={18} stroke={1.7} />
              Help
            </button>
          </li>
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

interface RowProps {
  item: MenuItem
  /** The pages in its More menu. */
  more: readonly MenuItem[]
  onNavigate?: (() => void) | undefined
}

/** A row, and beside it the menu of the pages that belong to it (`screens/menu`). */
function MenuRow({ item, more, onNavigate }: RowProps) {
  const router = useRouter()
  const searchOf = useListSearch()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (more.length === 0) return <MenuLink item={item} onNavigate={onNavigate} />
  return (
    <div className={styles.withMore}>
      <MenuLink
        item={item}
        holdsPage={more.some(({ to }) => path === to || path.startsWith(`${to}/`))}
        onNavigate={onNavigate}
      />
      <MenuButton
        label={`More of ${item.title}`}
        className={styles.more}
        icon={<IconDots size={17} aria-hidden="true" />}
        items={more.map((page) => ({
          label: page.title,
          icon: <PlaceIcon name={page.icon} size={16} />,
          onClick: () => {
            onNavigate?.()
            void router.navigate({ to: page.to, search: searchOf(page) as object })
          },
        }))}
      />
    </div>
  )
}

interface LinkProps {
  item: MenuItem
  /** A page of its More menu is open. */
  holdsPage?: boolean
  onNavigate?: (() => void) | undefined
}

function MenuLink({ item, holdsPage = false, onNavigate }: LinkProps) {
  const search = useListSearch()(item)
  const inside = (
    <>
      <PlaceIcon name={item.icon} size={18} />
      {item.title}
    </>
  )
  if (item.disabled)
    return (
      <Tip label={item.disabled} focus touch position="right">
        <button type="button" className={styles.disabled} aria-disabled="true">
          {inside}
          <span className="visually-hidden">: {item.disabled}</span>
        </button>
      </Tip>
    )
  return (
    <Link
      to={item.to}
      search={search}
      activeOptions={{ includeSearch: false }}
      aria-current={holdsPage ? 'true' : undefined}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onNavigate}
    >
      {inside}
    </Link>
  )
}
