import type { locations } from '@archwire/contract/client/locations'
import type { organizations } from '@archwire/contract/client/organizations'
import type { rxForms } from '@archwire/contract/client/rx-forms'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { zoneOfPlace } from '@archwire/contract/core/places.ts'
import { rxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { emptyRxForm, type RxFormContext, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import {
  everybody,
  firstChoices,
  usualEntries,
  type Allowed,
  type UsualChoices,
} from '@archwire/contract/rx-forms/preferences.ts'
import { readTeeth, settleTeeth } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { settle, validate, visibleFields } from '@archwire/contract/rx-forms/rules.ts'
import { createContext, use } from 'react'
import { browserZone } from '../../lib/lab-clock.ts'
import { serverNow } from '../../lib/server-time.ts'
import type { Me } from '../../lib/session.tsx'
import type { LinkQuery } from '../../lib/upload/send-file.ts'
import { createForm, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { photos, stlScans, UploadQueue } from '../../features/files/index.ts'
import { makeArchAnswer, type ArchAnswer } from './arch-question.ts'
import { filesOf, textsOf } from './draft-data.ts'

export type Preference = OutputOf<typeof organizations.rxFormPreference>
export type Member = OutputOf<typeof organizations.listMembers>['members'][number]
export type Location = OutputOf<typeof locations.listAssigned>['locations'][number]
export type Draft = NonNullable<OutputOf<typeof rxForms.getDraft>['draft']>

/** What Start A Case knows about the practice. */
export interface Practice {
  organizationId: number
  preference: Preference
  /** Doctors by last name; empty for people who submit as themselves. */
  doctors: Member[]
  locations: Location[]
}

/** A form with what its fields have to know. */
export interface CaseForm extends Practice {
  form: FormStore<RxFormValues>
  context: RxFormContext
  scans: UploadQueue
  photos: UploadQueue
  /** What a person said about an ordered arch that no scan shows. */
  archAnswer: ArchAnswer
  /** Of a form that was submitted: the fields that may still be changed. Absent: all of a new one. */
  open?: ReadonlySet<RxFormName>
  /** Why the other fields cannot be changed. */
  closed?: string
  /** Of a form that was submitted: what it held when this page began. */
  before?: RxFormValues
  /** When the server last kept this form as it knows it; null: it did not. */
  kept: { at: string | null }
}

export const CaseFormContext = createContext<CaseForm | null>(null)

export function useCaseForm(): CaseForm {
  const caseForm = use(CaseFormContext)
  if (!caseForm) throw new Error('useCaseForm outside Start A Case')
  return caseForm
}

/** Whether a field applies to the current form. */
export function useShown(name: keyof ReturnType<typeof visibleFields>): boolean {
  const { form, context } = useCaseForm()
  return useFormPart(form, () => visibleFields(form.values(), context)[name])
}

/** The doctor of a new case: the practice's preference, else the current user if a doctor, else the only doctor. */
function defaultDoctor({ preference, doctors }: Practice, me: Me): number | null {
  const isDoctor = (id: number | null) => doctors.some((doctor) => doctor.id === id)
  const preferred = preference.data.defaults.default_doctor_id
  if (isDoctor(preferred)) return preferred
  if (isDoctor(me.id)) return me.id
  return doctors.length === 1 ? doctors[0]!.id : null
}

/** The doctor and the place of another case. */
export interface Like {
  user_id?: number | undefined
  location_id?: number | undefined
}

/** The practice's calendar day at one of its locations (`rx-form/whose-today`). */
export function todayAt(
  { preference, locations }: Pick<Practice, 'preference' | 'locations'>,
  locationId: number | null,
  now = serverNow(),
): Day {
  const place = locations.find(({ id }) => id === locationId)
  const zone = (place && zoneOfPlace(place.country, place.state)) ?? preference.metadata.time_zone ?? browserZone()
  return dayIn(zone, new Date(now))
}

/** A form with the practice's usual choices, doctor and place as those of another case where they can be chosen. */
function startValues(practice: Practice, me: Me, like: Like): RxFormValues {
  const { data } = practice.preference
  const { locations } = practice
  const { location_id } = data.defaults
  const doctor = practice.doctors.find(({ id }) => id === like.user_id)
  const place =
    locations.find(({ id }) => id === like.location_id) ??
    locations.find(({ id }) => id === location_id) ??
    locations.find(({ is_main }) => is_main) ??
    locations[0]
  return {
    ...emptyRxForm(todayAt(practice, place?.id ?? null)),
    ...usualOf(practice.preference),
    user_id: doctor?.id ?? defaultDoctor(practice, me),
    location_id: place?.id ?? null,
  }
}

/** What the fields of a form begin with here. */
const usualOf = ({ data: { defaults } }: Preference): UsualChoices =>
  Object.fromEntries(
    (Object.keys(firstChoices) as (keyof UsualChoices)[]).map((name) => [name, defaults[name] ?? firstChoices[name]]),
  ) as unknown as UsualChoices

/** Who may do the work of a new case here. */
const allowedOf = ({ data: { options } }: Preference): Allowed => {
  const ids = (list: Preference['data']['options'][string] | undefined) => list?.map(({ id }) => id) ?? everybody
  return {
    submission_completed_by: ids(options.assignments),
    print_assignment: ids(options.print_assignments),
    insert_brackets_assignment: ids(options.insert_brackets_assignments),
  }
}

export const contextOf = ({ preference, doctors, locations }: Practice): RxFormContext => ({
  // A page may be open overnight: the day is read when a form is checked.
  get today() {
    return dayIn(preference.metadata.lab_time_zone, new Date(serverNow()))
  },
  today_at: (locationId) => todayAt({ preference, locations }, locationId),
  has_partner: preference.metadata.third_party_partner !== null,
  rush_case_enabled: preference.metadata.rush_case_enabled,
  // Who submits as themselves is sent their own alone.
  bracket_libraries: preference.data.bracket_libraries.map(({ id, member_ids }) => ({
    id,
    member_ids: preference.metadata.may_select_doctor ? member_ids : [],
  })),
  allowed: allowedOf(preference),
  usual: usualOf(preference),
  may_select_doctor: preference.metadata.may_select_doctor,
  doctor_ids: doctors.map(({ id }) => id),
  location_ids: locations.map(({ id }) => id),
})

/** Keeps of a draft only what still fits the form; the rules settle the rest. */
export function readDraft(data: Record<string, unknown>, start: RxFormValues): Partial<RxFormValues> {
  const kept = Object.entries(start).flatMap(([key, usual]) => {
    const value = data[key]
    if (value === undefined) return []
    const fits =
      usual === null ||
      value === null ||
      (typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual))
    return fits ? [[key, value]] : []
  })
  return { ...(Object.fromEntries(kept) as Partial<RxFormValues>), tooth_chart: readTeeth(data.tooth_chart) }
}

/** Locations of a draft that are no longer available to this person are replaced by the usual one. */
function atOwnPlaces(kept: Partial<RxFormValues>, { location_ids }: RxFormContext): Partial<RxFormValues> {
  const mayName = (id: number | null | undefined) => id === null || id === undefined || location_ids.includes(id)
  const { location_id, shipping_location_id, ...rest } = kept
  return {
    ...rest,
    ...(mayName(location_id) && location_id !== undefined && { location_id }),
    ...(mayName(shipping_location_id) && shipping_location_id !== undefined && { shipping_location_id }),
  }
}

type Shown = Partial<Record<RxFormName, boolean>>

/**
 * Settles a form whose fields begin with the practice's usual choices as they come to apply. The rules do so where nothing
 * is chosen yet; these fields have a value while they do not apply. What a draft holds stands.
 */
function beginsAsUsual(context: RxFormContext) {
  const usual = context.usual!
  const beginning = usualEntries.flatMap(([name, { kind, preset }]) => (preset || kind === 'toggle' ? [name] : []))
  let before: Shown | undefined
  let standing = false
  return {
    settle: (values: RxFormValues): RxFormValues => {
      // What is said of an arch that is not treated goes with the submit: another click on the jaws brings it back till then.
      const settled = { ...settle(values, context), tooth_chart: settleTeeth(values.tooth_chart, 3) }
      const now: Shown = visibleFields(settled, context)
      const begun = standing ? [] : beginning.filter((name) => now[name] && !before?.[name])
      before = now
      return { ...settled, ...Object.fromEntries(begun.map((name) => [name, usual[name]])) }
    },
    asItStands: (fill: () => void) => {
      standing = true
      fill()
      standing = false
    },
  }
}

/** A new form, with the draft laid over the practice's usual choices. */
export function makeCaseForm(
  practice: Practice,
  me: Me,
  draft: Draft | null,
  getLink: (query: LinkQuery) => ReturnType<ConstructorParameters<typeof UploadQueue>[1]>,
  like: Like = {},
): CaseForm {
  const context = contextOf(practice)
  const start = startValues(practice, me, like)
  const beginning = beginsAsUsual(context)
  const form = createForm({
    initial: start,
    settle: beginning.settle,
    validate: (values) => validate(values, context),
  })
  if (draft) {
    const kept = atOwnPlaces(readDraft(draft.data, start), context)
    beginning.asItStands(() => form.fill(kept, textsOf(draft, ['impression_date', 'bonding_date'])))
  }
  const files = draft && filesOf(draft)
  const kinds = { scans: stlScans(rxFormFields.stl_files.max), photos: photos(rxFormFields.rx_intraoral_photos.max) }
  return {
    ...practice,
    form,
    context,
    scans: new UploadQueue(kinds.scans, getLink, files?.scans, files?.lostScans),
    photos: new UploadQueue(kinds.photos, getLink, files?.photos, files?.lostPhotos),
    archAnswer: makeArchAnswer(draft?.data.arch_answer),
    kept: { at: draft?.updated_at ?? null },
  }
}
