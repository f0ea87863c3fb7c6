import type { Me } from '@archwire/contract/auth/routes.ts'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { CaseFormContext, makeCaseForm, type Practice } from './case-form.ts'
import { PatientSection } from './patient-section.tsx'

const practice = {
  organizationId: 1,
  doctors: [],
  locations: [],
  preference: {
    data: {
      options: { assignments: [{ id: 1, label: 'Archwire Lab' }] },
      bracket_libraries: [],
      defaults: {
        jaws_id: 3,
        submission_completed_by: 1,
        shipping_method: null,
        default_doctor_id: null,
        location_id: null,
      },
    },
    metadata: { third_party_partner: null, today: '2026-11-23', production_days: 5, rush_case_enabled: false },
    shipping_methods: [],
  },
} as unknown as Practice

test('a practice without places says so where one would choose (rx-form/who)', async () => {
  const form = makeCaseForm(practice, { id: 1 } as Me, null, () => Promise.reject(new Error('none')))
  const screen = await show(
    <CaseFormContext value={form}>
      <PatientSection />
    </CaseFormContext>,
  )
  await expect.element(screen.getByText('No found Locations', { exact: true })).toBeVisible()
})
