import { patients } from '@archwire/contract/client/patients'
import type { HistoryEntry } from '@archwire/contract/patients/schema.ts'
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
import type { ComponentType } from 'react'
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
  correction_requested: IconTool,
  correction_started: IconTool,
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

/** Everything that happened to a case. */
export function CaseHistory({ patientId }: { patientId: number }) {
  const { data, error, refetch } = useQuery(query(patients.history, { params: { id: patientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries = gatherHistory(data?.history ?? []).map((entry) => {
    const Icon = icons[entry.event] ?? IconPoint
    return {
      ...entry,
      who: entry.user_name,
      icon: <Icon size={15} stroke={1.8} />,
      more: moreAbout(entry, patientId),
    }
  })
  return <Timeline label="History" entries={entries} />
}

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
