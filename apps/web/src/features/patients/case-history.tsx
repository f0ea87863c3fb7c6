import { patients } from '@archwire/contract/client/patients'
import type { HistoryEntry } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import {
  IconCheck,
  IconDental,
  IconFile,
  IconFileAlert,
  IconInbox,
  IconMapPin,
  IconMapPinCheck,
  IconMessage,
  IconPackage,
  IconPencil,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconPoint,
  IconPrinter,
  IconRulerMeasure,
  IconRotate3d,
  IconSend,
  IconSubtask,
  IconTag,
  IconTool,
  IconTrash,
  IconTruck,
  IconUser,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { query } from '../../lib/query.ts'
import { ErrorState } from '../../ui/states.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { WhatWasApproved } from './approval.tsx'
import { gatherHistory } from './gathered-history.ts'

const icons: Record<string, ComponentType<{ size: number; stroke: number }>> = {
  submitted: IconInbox,
  work_started: IconSubtask,
  technician_set: IconUser,
  steps_saved: IconSubtask,
  steps_ended: IconSubtask,
  file_added: IconFile,
  file_flagged: IconFileAlert,
  file_deleted: IconTrash,
  photo_described: IconPhoto,
  setup_uploaded: IconRotate3d,
  ready: IconSend,
  approved: IconCheck,
  changes_requested: IconMessage,
  setup_completed: IconCheck,
  print_requested: IconPrinter,
  print_started: IconPrinter,
  shipping_changed: IconTruck,
  print_packed: IconPackage,
  correction_requested: IconTool,
  correction_started: IconTool,
  correction_uploaded: IconRotate3d,
  tray_corrected: IconCheck,
  correction_completed: IconCheck,
  correction_reopened: IconTool,
  correction_changed: IconTool,
  flawed_tray_removed: IconTrash,
  label_printed: IconTag,
  request_completed: IconPackage,
  request_canceled: IconX,
  settled: IconCheck,
  held: IconPlayerPause,
  unheld: IconPlayerPlay,
  pin_added: IconMapPin,
  pin_changed: IconMapPin,
  pin_done: IconMapPinCheck,
  pin_reopened: IconMapPin,
  pin_removed: IconX,
  measurement_saved: IconRulerMeasure,
  measurement_removed: IconX,
  bite_placed: IconDental,
  doctor_notes_changed: IconPencil,
  management_notes_changed: IconPencil,
  internal_notes_changed: IconPencil,
}

/** Up to so many gathered entries are shown at once; more unfold. */
const mostShown = 3

/** Everything that happened to a case; `first`: the latest entries are shown, the others by a button. */
export function CaseHistory({ patientId, first = Infinity }: { patientId: number; first?: number }) {
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(query(patients.history, { params: { id: patientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = gatherHistory(data?.history ?? []).map((entry) => {
    const Icon = icons[entry.event] ?? IconPoint
    const isLong = entry.of > mostShown
    return {
      ...entry,
      note: isLong ? null : entry.note,
      who: entry.user_name,
      icon: <Icon size={15} stroke={1.8} />,
      more: isLong ? <All note={entry.note} /> : moreAbout(entry, patientId),
    }
  })
  const more = entries.length - first
  // A button for one entry takes as much room as the entry.
  if (more < 2) return <Timeline label="History" entries={entries} />
  return (
    <>
      <Timeline label="History" entries={all ? entries : entries.slice(0, first)} />
      <Button variant="default" size="compact-md" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show only the latest entries' : `Show ${more} earlier entries`}
      </Button>
    </>
  )
}

/** The lines of an entry that represents several. */
const All = ({ note }: { note: string | null }) => (
  <details>
    <summary>Show all</summary>
    <blockquote>{note}</blockquote>
  </details>
)

/** What was approved; of a note or a comment, its text before. */
function moreAbout({ event, before }: HistoryEntry, patientId: number) {
  if (event === 'approved' || event === 'setup_completed') return <WhatWasApproved patientId={patientId} />
  if (before === null) return null
  if (before === '') return <small>It was empty before.</small>
  return (
    <details>
      <summary>Text before</summary>
      <blockquote>{before}</blockquote>
    </details>
  )
}
