import { notifications } from '@archwire/contract/client/notifications'
import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { query, useCall } from '../../lib/query.ts'
import { ownPath } from '../../lib/own-path.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { countInTab } from '../../lib/tab-title.ts'
import { toast } from '../../lib/toast.ts'
import { Ago, StatusBadge, Tag } from '../../ui/badges.tsx'
import { DropDown } from '../../ui/drop-down.tsx'
import styles from './bell.module.css'
import { markAllRead } from './mark-all-read.ts'
import { newest } from './newest.ts'

/**
 * What happened while I was away: unread number, newest first, by case; opening one marks it read (`notices/bell`,
 * `notices/link`).
 */
export function NotificationBell() {
  const [opened, setOpened] = useState(false)
  const [page, setPage] = useState(1)
  const { data, refetch } = useQuery(newest)
  const older = useQuery({
    ...query(notifications.list, { query: { page } }),
    enabled: opened && page > 1,
    placeholderData: keepPreviousData,
  })
  const read = useCall(notifications.markAsRead, { announce: false })
  const router = useRouter()
  const client = useQueryClient()
  const unread = data?.meta.unread ?? 0
  const count = unread > 99 ? '99+' : unread
  useEffect(() => {
    countInTab(unread)
    return () => countInTab(0)
  }, [unread])
  const { notifications: list = [], meta = undefined } = (page > 1 && older.data) || (data ?? {})
  const open = ({ id, link, read_at }: Notification) => {
    if (read_at === null) read.mutate({ params: { id } })
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
    <DropDown
      opened={opened}
      onChange={(open) => {
        // A case may have moved on without a word to this person.
        if (open) void refetch()
        setPage(1)
        setOpened(open)
      }}
      label="Notifications"
      className={styles.list}
      renderButton={(its) => (
        <ActionIcon
          {...its}
          variant="subtle"
          color="gray"
          size={40}
          className={styles.bell}
          aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        >
          <IconBell size={19} stroke={1.7} />
          {unread > 0 && <span className={styles.count}>{count}</span>}
        </ActionIcon>
      )}
    >
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
          {casesOf(list).map((notices) => (
            <li key={notices[0]!.id}>
              <CaseLine notice={notices[0]!} />
              <ul>
                {notices.map((notice) => (
                  <li key={notice.id}>
                    <button
                      type="button"
                      data-unread={notice.read_at === null || undefined}
                      onClick={() => open(notice)}
                    >
                      <span>
                        {notice.message}
                        {notice.patient_name && <span className="visually-hidden"> — {notice.patient_name}</span>}
                      </span>
                      <small>
                        <Ago at={notice.created_at} />
                        {notice.read_at === null && <span className="visually-hidden">, unread</span>}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {(page > 1 || meta?.next) && <Pages page={page} isLast={!meta?.next} onChange={setPage} />}
    </DropDown>
  )
}

interface PagesProps {
  page: number
  isLast: boolean
  onChange: (page: number) => void
}

/** Leads to what happened before, and back; at an end its button keeps the focus. */
function Pages({ page, isLast, onChange }: PagesProps) {
  const turn = (label: string, to: number, isEnd: boolean) => (
    <button
      type="button"
      aria-disabled={isEnd || undefined}
      onClick={({ currentTarget }) => {
        if (isEnd) return
        currentTarget.closest('[aria-label="Notifications"]')?.scrollTo(0, 0)
        onChange(to)
      }}
    >
      {label}
    </button>
  )
  return (
    <div className={styles.pages}>
      {turn('Newer', page - 1, page === 1)}
      {turn('Older', page + 1, isLast)}
    </div>
  )
}

/** The notices of each case, the case with the newest one first; what is about no case stands alone. */
const casesOf = (list: readonly Notification[]): Notification[][] => [
  ...Map.groupBy(list, ({ id, patient_id }) => (patient_id === null ? `notice ${id}` : patient_id)).values(),
]

/** Whose case it is, its number and its state now; nothing where a notice is about no case. */
function CaseLine({ notice: { patient_name, case: about } }: { notice: Notification }) {
  if (patient_name === null) return null
  return (
    <p className={styles.case}>
      <strong>{patient_name}</strong>
      {about && <span className={styles.number}>{about.number}</span>}
      {about && <StatusBadge status={about.patient_status} />}
      {about?.is_on_hold && <Tag tone="red">On hold</Tag>}
      {about?.is_canceled && <Tag>Canceled</Tag>}
      {about?.is_archived && <Tag>Archived</Tag>}
    </p>
  )
}
