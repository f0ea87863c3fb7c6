import { notifications } from '@archwire/contract/client/notifications'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { query, useCall } from '../../lib/query.ts'
import { ownPath } from '../../lib/own-path.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { toast } from '../../lib/toast.ts'
import { Ago } from '../../ui/badges.tsx'
import { DropDown } from '../../ui/drop-down.tsx'
import styles from './bell.module.css'
import { markAllRead } from './mark-all-read.ts'

const first = query(notifications.list, { query: { page: 1 } })

/**
 * What happened while I was away: unread number, newest first;
 * opening one marks it read (`notices/bell`, `notices/link`).
 */
export function NotificationBell() {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(first)
  const read = useCall(notifications.markAsRead, { announce: false })
  const router = useRouter()
  const client = useQueryClient()
  const unread = data?.meta.unread ?? 0
  const count = unread > 99 ? '99+' : unread
  const list = data?.notifications ?? []
  const open = (id: number, link: string, isRead: boolean) => {
    if (!isRead) read.mutate({ params: { id } })
    setOpened(false)
    const path = ownPath(link)
    if (path) router.history.push(path)
  }
  const readAll = useMutation({
    mutationFn: markAllRead,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => refreshShown(client, changesOf(notifications.markAsRead)),
  })
  return (
    <DropDown opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={styles.bell}
          aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
          onClick={() => setOpened((now) => !now)}
        >
          <IconBell size={19} stroke={1.7} />
          {unread > 0 && <span className={styles.count}>{count}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.list} aria-label="Notifications">
        <div className={styles.head}>
          <strong>Notifications</strong>
          {unread > 0 && (
            <button type="button" disabled={readAll.isPending} onClick={() => readAll.mutate()}>
              {readAll.isPending ? 'Marking…' : 'Mark all as read'}
            </button>
          )}
        </div>
        {list.length === 0 ? (
          <p className={styles.none}>Nothing new. Updates to your cases and your organization appear here.</p>
        ) : (
          <ul>
            {list.map((notice) => (
              <li key={notice.id}>
                <button
                  type="button"
                  data-unread={notice.read_at === null || undefined}
                  onClick={() => open(notice.id, notice.link, notice.read_at !== null)}
                >
                  <span>
                    {notice.message}
                    {notice.patient_name &&
                      !notice.message.includes(notice.patient_name) &&
                      ` — ${notice.patient_name}`}
                  </span>
                  <small>
                    <Ago at={notice.created_at} />
                    {notice.read_at === null && <span className="visually-hidden">, unread</span>}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </DropDown>
  )
}
