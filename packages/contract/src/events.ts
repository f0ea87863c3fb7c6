/** Realtime events: ids only, clients fetch what they show. Who hears one is decided by the scope of the API (1 §7, decisions §1). */
export const realtimeEvents = [
  'patient.changed',
  'organization.changed',
  'location.changed',
  'promotion_code.changed',
  'announcement.updated',
  'notification.created',
  'session.ended',
  'resync',
] as const
export type RealtimeEvent = (typeof realtimeEvents)[number]

/** What travels on the stream. */
export interface RealtimeMessage {
  event: RealtimeEvent
  /** Ids of the records, gathered. */
  ids: number[]
}

/** Facts of a case's history, in past tense words for people. Internal ones are not shown to practices. */
export const caseEvents = {
  submitted: { says: 'Case submitted', internal: false },
  work_started: { says: 'Work on the setup started', internal: false },
  technician_set: { says: 'Technician set', internal: true },
  steps_saved: { says: 'Work steps saved', internal: true },
  file_added: { says: 'File added', internal: false },
  file_ready: { says: 'File checked', internal: true },
  file_flagged: { says: 'File flagged', internal: false },
  setup_uploaded: { says: 'Setup uploaded', internal: false },
  ready: { says: 'Setup sent to the doctor for approval', internal: false },
  approved: { says: 'Setup approved', internal: false },
  changes_requested: { says: 'Changes asked for', internal: false },
  setup_completed: { says: 'Setup completed', internal: false },
  print_requested: { says: 'Printing asked for', internal: false },
  print_started: { says: 'Printing started', internal: false },
  shipping_changed: { says: 'Shipping changed', internal: false },
  label_printed: { says: 'Label printed', internal: true },
  request_completed: { says: 'Request completed', internal: false },
  request_canceled: { says: 'Request canceled', internal: false },
  settled: { says: 'Nothing left to produce', internal: false },
  held: { says: 'Put on hold', internal: false },
  unheld: { says: 'Taken off hold', internal: false },
  shared: { says: 'Share link made', internal: false },
  share_revoked: { says: 'Share link closed', internal: false },
  pin_added: { says: 'Comment pinned to the scan', internal: false },
  pin_changed: { says: 'Comment on the scan reworded', internal: false },
  pin_done: { says: 'Comment on the scan done', internal: false },
  pin_reopened: { says: 'Comment on the scan opened again', internal: false },
  pin_removed: { says: 'Comment on the scan removed', internal: false },
  measurement_saved: { says: 'Measurement saved', internal: false },
  measurement_removed: { says: 'Measurement removed', internal: false },
  doctor_notes_changed: { says: 'Doctor notes changed', internal: false },
  management_notes_changed: { says: 'Tech notes changed', internal: false },
  internal_notes_changed: { says: 'Internal notes changed', internal: true },
} as const satisfies Record<string, { says: string; internal: boolean }>
export type CaseEventName = keyof typeof caseEvents
