import type { Day } from '../core/dates.ts'
import type { Allowed, UsualChoices } from './preferences.ts'
import { rxFormEntries, type RxFormFields, type RxFormName, type UploadedFile } from './fields.ts'
import type { Tooth } from './teeth.ts'

/** Values by kind of field, as a person fills it in; null means nothing chosen yet. */
export interface ValuesByKind {
  line: string
  text: string
  flags: number
  toggle: boolean
  day: Day | null
  doctor: number | null
  location: number | null
  method: string | null
  libraries: number[]
  scans: UploadedFile[]
  photos: UploadedFile[]
  teeth: Tooth[]
}
export type ValueOf<F> = F extends { kind: 'choice'; options: readonly { id: infer Id }[] }
  ? F extends { preset: true }
    ? Id
    : Id | null
  : F extends { kind: infer K extends keyof ValuesByKind }
    ? ValuesByKind[K]
    : never

/** The Rx form as a person fills it in. Null: nothing chosen yet. */
export type RxFormValues = { -readonly [K in RxFormName]: ValueOf<RxFormFields[K]> }

/** What the form has to know about the practice and the moment to decide what applies. */
export interface RxFormContext {
  /** The lab's calendar day: deliveries are its (`requests/business-day`). */
  today: Day
  /** The practice's calendar day at one of its locations: impressions are its (`rx-form/whose-today`); absent: the lab's. */
  today_at?: (locationId: number | null) => Day
  has_partner: boolean
  rush_case_enabled: boolean
  /** The practice's bracket libraries; without members one is for everybody there. */
  bracket_libraries: readonly { id: number; member_ids: readonly number[] }[]
  /** Only people who may choose a doctor get the choice. */
  may_select_doctor: boolean
  doctor_ids: number[]
  location_ids: number[]
  /** Who may do the work at this practice; absent: everybody. */
  allowed?: Allowed
  /** What fields begin with that newly apply; absent: as with every practice at first. */
  usual?: UsualChoices
  /** Of a form that is changed: whether its case has scans of an arch already. */
  has_scans?: boolean
}

/** The initial value of each kind of field. */
const untouched: { [K in keyof ValuesByKind]: () => ValuesByKind[K] } = {
  line: () => '',
  text: () => '',
  flags: () => 0,
  toggle: () => false,
  day: () => null,
  doctor: () => null,
  location: () => null,
  method: () => null,
  libraries: () => [],
  scans: () => [],
  photos: () => [],
  teeth: () => [],
}

/**
 * A form that nothing is chosen in but what the table presets, with today as its impression date.
 */
export const emptyRxForm = (today: Day): RxFormValues => ({
  ...(Object.fromEntries(
    rxFormEntries.map(([name, field]) => [
      name,
      field.kind === 'choice' ? (field.preset ? field.usual : null) : untouched[field.kind](),
    ]),
  ) as unknown as RxFormValues),
  impression_date: today,
})
