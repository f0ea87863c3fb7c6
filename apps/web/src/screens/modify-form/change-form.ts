import { rxFormFields, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import type { RxFormContext, RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { settleChange, validateChange } from '@archwire/contract/rx-forms/modification.ts'
import { librariesWith } from '@archwire/contract/rx-forms/preferences.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { photos, stlScans, UploadQueue } from '../../features/files/index.ts'
import { createForm } from '../../ui/form/store.ts'
import { makeArchAnswer } from '../start-case/arch-question.ts'
import { contextOf, type Practice } from '../start-case/case-form.ts'

/** The fields of a submitted form; its files are not part of a change. */
export function submittedValues(sent: Record<string, unknown>): RxFormValues {
  const { version: _, ...values } = sent
  return { ...values, stl_files: [], rx_intraoral_photos: [] } as unknown as RxFormValues
}

/** What the rules have to know; what was possible when the form was submitted stays possible for it. */
export function changeContext(practice: Practice, patient: Patient, before: RxFormValues): RxFormContext {
  const context = contextOf(practice)
  return {
    ...context,
    has_scans: patient.has_stl_file,
    bracket_libraries: librariesWith(context.bracket_libraries, before.bracket_libraries),
    has_partner: context.has_partner || patient.third_party_partner !== null,
    rush_case_enabled: context.rush_case_enabled || before.rush_case,
  }
}

/** With the doctor and the places that the form names, who may have left since: they can stay. */
export function withPresent(practice: Practice, { user }: Patient, form: RxForm): Practice {
  const gone = ' (no longer here)'
  const doctorIsGone =
    user !== null && practice.doctors.length > 0 && !practice.doctors.some(({ id }) => id === user.id)
  const places = [form.location, form.shipping_location].flatMap((place, index, all) =>
    place &&
    !practice.locations.some(({ id }) => id === place.id) &&
    all.findIndex((other) => other?.id === place.id) === index
      ? [{ ...practice.locations[0]!, id: place.id, location_name: place.name + gone, city: '', is_main: false }]
      : [],
  )
  const libraries = practice.preference.data.bracket_libraries
  const goneLibraries = form.bracket_libraries
    .filter(({ id }) => !libraries.some((library) => library.id === id))
    .map(({ id, name }) => ({ id, name: name + gone, member_ids: [], members: [] }))
  return {
    ...practice,
    preference: {
      ...practice.preference,
      data: { ...practice.preference.data, bracket_libraries: [...libraries, ...goneLibraries] },
    },
    doctors: doctorIsGone
      ? [...practice.doctors, { ...practice.doctors[0]!, id: user.id, full_name: user.full_name + gone }]
      : practice.doctors,
    locations: practice.locations.length > 0 ? [...practice.locations, ...places] : practice.locations,
  }
}

/** A form of what can still be changed; the rest keeps its values. */
export const makeChangeForm = (before: RxFormValues, open: ReadonlySet<RxFormName>, context: RxFormContext) =>
  createForm({
    initial: before,
    settle: (values) => settleChange(before, values, open, context),
    validate: (values) => validateChange(before, values, open, context),
  })

const nowhere = () => Promise.reject(new Error('Add or delete files on the case page.'))
/** The parts of a new case's form that a submitted one does without. */
export const withoutQueues = () => ({
  scans: new UploadQueue(stlScans(rxFormFields.stl_files.max), nowhere, []),
  photos: new UploadQueue(photos(rxFormFields.rx_intraoral_photos.max), nowhere, []),
  archAnswer: makeArchAnswer(),
  kept: { at: null },
})
