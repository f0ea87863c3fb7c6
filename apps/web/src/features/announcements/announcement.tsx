import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announcementQuery } from '../../lib/lab-settings.ts'
import { AnnouncementBanner } from './announcement-banner.tsx'

const dismissedKey = (userId: number) => `archwire.announcement.${userId}`

/** The lab's message above the lists; once closed, it stays hidden until it changes (`notices/announcements`). */
export function Announcement({ userId }: { userId: number }) {
  const { data } = useQuery(announcementQuery)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey(userId)))
  const announcement = data?.announcement
  if (!announcement || announcement.body.trim() === '') return null
  const edition = `${announcement.id} ${announcement.updated_at}`
  if (dismissed === edition) return null
  const dismiss = () => {
    localStorage.setItem(dismissedKey(userId), edition)
    setDismissed(edition)
  }
  return <AnnouncementBanner body={announcement.body} onDismiss={dismiss} />
}
