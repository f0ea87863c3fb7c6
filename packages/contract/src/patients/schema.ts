import { z } from 'zod'
import { actions, Day, Instant, OrganizationName, reasons, Status } from '../core/fields.ts'
import { PatientFile } from '../patient-files/schema.ts'
import { RxForm, RxFormRevision } from '../rx-forms/schema.ts'
import { TechWorkflow } from '../tech-workflows/routes.ts'

export const Person = z.strictObject({ id: z.int(), full_name: z.string(), account_number: z.string() })

/** The state of the work of one kind, for list chips. */
export const WorkflowSummary = z.strictObject({
  assigned_to: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  status: Status,
  status_updated_at: Instant,
  next_step: z.strictObject({ process: z.string(), tech_name: z.string().nullable() }).nullable(),
})

const identity = {
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  /** "Last, First (n)" for lists. */
  formatted_name: z.string(),
  case_number_text: z.string(),
  /** `C-` and the id: on labels, found by search, shown where the case number is empty. */
  case_code: z.string(),
  numeric_suffix: z.int().nullable(),
  patient_status_id: z.int(),
  patient_status: Status,
  organization_id: z.int(),
  organization: OrganizationName,
  user_id: z.int().nullable(),
  user: Person.nullable(),
  is_on_hold: z.boolean(),
  rush_case: z.boolean(),
  /** When its doctor asked for changes; absent once the setup was sent again, or the case completed. */
  changes_asked_at: Instant.optional(),
  /**
   * Who is to work on the case now, as an Rx form assigns it: the lab, the practice or a partner. Absent while the doctor
   * decides, nobody may go on, or nothing is left to do (`work/late`).
   */
  acting: z.int().optional(),
  /** By when the setup is to be approved so that the case ships as planned; absent unless it waits for that (`cases/approve-by`). */
  approve_by: Instant.optional(),
  has_ios_file: z.boolean(),
  has_stl_file: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  setup_completed_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  ship_date: Day.nullable(),
  bonding_date: Day.nullable(),
  submission_completed_by: z.int().nullable(),
  impression_type: z.int().nullable(),
  /** Set while scans are processed; absent once none is (`scans/desktop`). */
  scans_waiting: z.literal(true).optional(),
  /** Scenes of the 3D viewer; null while there is none. */
  submission_viewer_id: z.string().nullable(),
  setup_viewer_id: z.string().nullable(),
  /** The open customer request; the newest where there are several (then they are duplicates). */
  open_request_id: z.int().nullable(),
  duplicated: z.boolean(),
  /** A flawed tray of an open request waits for its correction; absent else (`corrections/tray`). */
  has_pending_flawed_tray_request: z.literal(true).optional(),
  /** A corrected file was uploaded for such a tray, and waits for who may correct the tray with it; absent else (`corrections/waits`). */
  correction_uploaded: z.literal(true).optional(),
  /** The tray of 8 that the case is in; absent unless it is in one (`trays/of-eight`). */
  case_tray_number: z.string().optional(),
  case_tray: z.strictObject({ id: z.int(), shipping_id_text: z.string().nullable() }).optional(),
}

/** The columns of the lab's list of cases (`work/columns`); the patient's name is always the first one. */
export const caseListColumns = [
  'case_number',
  'practice',
  'doctor',
  'manager',
  'status',
  'step',
  'tech',
  'assigned',
  'impression',
  'tray',
  'ship',
  'created',
  'setup_completed',
  'completed',
  'modified',
] as const
export type CaseListColumn = (typeof caseListColumns)[number]

/** One line of a case list: built when the case changes, returned as stored. */
export const PatientSummary = z.strictObject({
  ...identity,
  /** Set where changes were requested and a setup was uploaded since (`cases/changes-asked`). */
  setup_is_newer: z.literal(true).optional(),
  /**
   * The parcel that a print of the case ships in, and the request of that print; only where the list keeps parcels together, and
   * only of a parcel with at least two prints (`requests/bundles`).
   */
  bundled_shipment_id: z.string().optional(),
  bundled_request_id: z.int().optional(),
  /** Messages to me that I have not read; absent where there are none (`work/unread`). */
  unread_messages: z.int().optional(),
  workflow_data: z.strictObject({
    initial_case_setup: WorkflowSummary.nullable(),
    /** Of the open print, if any. */
    printing_request: WorkflowSummary.nullable(),
    /** Of the flawed trays of the open request; absent without any. */
    flawed_tray: WorkflowSummary.optional(),
  }),
})
export type PatientSummary = z.infer<typeof PatientSummary>

export const OnHoldNote = z.strictObject({
  id: z.int(),
  name: z.string(),
  note: z.string(),
  created_at: Instant,
  is_on_hold_reason: z.boolean(),
  is_on_hold_note: z.boolean(),
  /** The doctor was told of this hold, and is to answer. */
  asks_doctor: z.boolean(),
})

/** What a person may be able to do with a case now. */
export const caseActions = [
  'approve',
  'request_changes',
  'mark_as_ready',
  'complete',
  'hold',
  'unhold',
  'assign',
  'work_steps',
  'request_print',
  'request_correction',
  'add_correction',
  'add_files',
  'add_ios',
  'add_report',
  'add_setup',
  'delete_photos',
  'delete_scans',
  'delete_ios',
  'delete_reports',
  'delete_setup',
  'delete_corrections',
  'write_doctor_notes',
  'write_management_notes',
  'read_internal_notes',
  'write_internal_notes',
  'modify',
  'modify_shipping',
  'cancel',
  'cancel_started',
  'edit_names',
  'edit_case_number',
  'edit_suffix',
  'archive',
  'restore',
  'remove',
] as const
export type CaseAction = (typeof caseActions)[number]

/** What the doctor asked for, while that is still to be done (`cases/changes-asked`). */
export const ChangesAsked = z.strictObject({
  at: Instant,
  /** Who asked. */
  user_name: z.string(),
  note: z.string(),
  /** Whether a setup was uploaded since. */
  setup_is_newer: z.boolean(),
})
export type ChangesAsked = z.infer<typeof ChangesAsked>

/** Who last changed a note, and when. */
const NoteChange = z.strictObject({ at: Instant, user_name: z.string() })

/** A case in full. `internal_notes` is null for people who may not read them. */
export const Patient = z.strictObject({
  ...identity,
  version: z.int(),
  /** Sent with decisions on what is shown here: state, setup, Rx form. */
  seen: z.string(),
  doctor_number: z.string().nullable(),
  /** The type of the practice, for people who assign types; null for others, and where it has none. */
  organization_type: z.string().nullable(),
  doctor_notes: z.string(),
  management_notes: z.string(),
  internal_notes: z.string().nullable(),
  /** Of each note its last change; null where nobody has written one, and for who may not read it. */
  notes_changed: z.strictObject({
    doctor_notes: NoteChange.nullable(),
    management_notes: NoteChange.nullable(),
    internal_notes: NoteChange.nullable(),
  }),
  /** What the desktop application notes, the newest first (`cases/treatment-notes`). */
  treatment_notes: z.array(z.strictObject({ id: z.int(), note: z.string(), updated_at: Instant })),
  on_hold_notes: z.array(OnHoldNote),
  changes_asked: ChangesAsked.nullable(),
  /** Whether the present setup was shown to me in 3D. */
  setup_shown: z.boolean(),
  third_party_partner: z.string().nullable(),
  /** The partner lab that work of the case may be assigned to: its own, else the one that the practice names. */
  assignable_partner: z.string().nullable(),
  rx_form: RxForm.nullable(),
  /** Changes of the form by others that I have not confirmed to have read, the newest first (`rx-form/revisions`). */
  rx_form_unread: z.array(RxFormRevision.omit({ seen_by: true })),
  patient_files: z.array(PatientFile),
  /** Of these the desktop files, the newest first, each with its scene if it is shown in 3D; the newest of them. */
  ios_files: z.array(z.strictObject({ id: z.int(), name: z.string(), viewer_id: z.string().nullable() })),
  ios_file_id: z.int().nullable(),
  initial_case_setup: TechWorkflow.nullable(),
  /** The open request, of several the newest; null while there is none. */
  customer_request: z.strictObject({ id: z.int(), status_id: z.int() }).nullable(),
  /** Newest first; a request in full has its own call. */
  customer_requests: z.array(
    z.strictObject({
      id: z.int(),
      status: Status,
      summary: z.string(),
      /** Print, Tray correction, or both (`requests/list`). */
      type: z.string(),
      tracking_number: z.string().nullable(),
      created_at: Instant,
      /** Of which jaws the reader can report that trays of the lab do not fit (`cases/misfit`): 1, 2, 3 both. */
      misfit_arches: z.int().min(1).max(3).nullable(),
    }),
  ),
  can: actions(...caseActions),
  why_not: reasons(...caseActions),
})
export type Patient = z.infer<typeof Patient>

export const HistoryEntry = z.strictObject({
  id: z.int(),
  at: Instant,
  user_name: z.string(),
  event: z.string(),
  /** What happened, as text. */
  label: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Why: a note or reason. */
  note: z.string().nullable(),
  /** Of a change to a note, or to a comment on a scan: its text before. */
  before: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
