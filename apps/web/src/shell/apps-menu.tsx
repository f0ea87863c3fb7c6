import { IconExternalLink, IconGridDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../lib/lab-settings.ts'
import { webLink } from '../lib/web-link.ts'
import { MenuButton } from '../ui/menu/menu-button.tsx'

/** Sibling applications of the lab, with addresses that may be followed. */
export function useApps(): { name: string; link: string }[] {
  const { data } = useQuery(settingsQuery)
  return (data?.settings.apps ?? []).flatMap(({ name, link }) => {
    const safe = webLink(link)
    return safe ? { name, link: safe } : []
  })
}

/** Links to sibling applications; hidden while there are none. */
export function AppsMenu({ className }: { className: string | undefined }) {
  const apps = useApps()
  if (apps.length === 0) return null
  return (
    <MenuButton
      className={className}
      size={40}
      label="Apps"
      icon={<IconGridDots size={19} stroke={1.7} />}
      items={apps.map(({ name, link }) => ({ label: name, href: link, after: <IconExternalLink size={15} /> }))}
    />
  )
}
