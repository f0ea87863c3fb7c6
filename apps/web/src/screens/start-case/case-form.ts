import type { locations } from '@archwire/contract/client/locations'
import type { organizations } from '@archwire/contract/client/organizations'
import type { rxForms } from '@archwire/contract/client/rx-forms'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { emptyRxForm, type RxFormContext, type RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { settle, validate, visibleFields } from '@archwire/contract/rx-forms/rules.ts'
import { createContext, use } from 'react'
import type { Me } from '../../lib/session.tsx'
import type { LinkQuery } from '../../lib/upload/send-file.ts'
import { createForm, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { photos, stlScans, UploadQueue } from '../../features/files/index.ts'

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

/** A form with the practice's usual choices. */
function startValues(practice: Practice, me: Me): RxFormValues {
  const { data, metadata } = practice.preference
  const { jaws_id, submission_completed_by, location_id } = data.defaults
  const { locations } = practice
  const usual =
    locations.find(({ id }) => id === location_id) ?? locations.find(({ is_main }) => is_main) ?? locations[0]
  return {
    ...emptyRxForm(metadata.today),
    jaws_id: jaws_id as RxFormValues['jaws_id'],
    submission_completed_by: submission_completed_by as RxFormValues['submission_completed_by'],
    user_id: defaultDoctor(practice, me),
    location_id: usual?.id ?? null,
  }
}

const contextOf = ({ preference, doctors, locations }: Practice): RxFormContext => ({
  today: preference.metadata.today,
  has_partner: preference.metadata.third_party_partner !== null,
  rush_case_enabled: preference.metadata.rush_case_enabled,
  bracket_library_ids: (preference.data.options.bracket_libraries ?? []).map(({ id }) => id),
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
  return Object.fromEntries(kept) as Partial<RxFormValues>
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

/** A new form, with the draft laid over the practice's usual choices. */
export function makeCaseForm(
  practice: Practice,
  me: Me,
  draft: Draft | null,
  getLink: (query: LinkQuery) => ReturnType<ConstructorParameters<typeof UploadQueue>[1]>,
): CaseForm {
  const context = contextOf(practice)
  const start = startValues(practice, me)
  const { shipping_method } = practice.preference.data.defaults
  const form = createForm({
    initial: start,
    settle: (values) => {
      const settled = settle(values, context)
      // The rules know the product's default method; the practice's own preference takes precedence.
      const newlyShips = values.shipping_method === null && settled.shipping_method !== null
      return newlyShips ? { ...settled, shipping_method } : settled
    },
    validate: (values) => validate(values, context),
  })
  if (draft) form.fill(atOwnPlaces(readDraft(draft.data, start), context))
  const { stl_files, rx_intraoral_photos } = form.values()
  return {
    ...practice,
    form,
    context,
    scans: new UploadQueue(stlScans(rxFormFields.stl_files.max), getLink, stl_files),
    photos: new UploadQueue(photos(rxFormFields.rx_intraoral_photos.max), getLink, rx_intraoral_photos),
    kept: { at: draft?.updated_at ?? null },
  }
}
