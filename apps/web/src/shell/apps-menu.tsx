import { ActionIcon, Menu } from '@mantine/core'
import { IconExternalLink, IconGridDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../lib/lab-settings.ts'
import { webLink } from '../lib/web-link.ts'

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
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon className={className} variant="subtle" color="gray" size={40} aria-label="Apps">
          <IconGridDots size={19} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {apps.map(({ name, link }) => (
          <Menu.Item
            key={link}
            component="a"
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={15} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
