import type { Me } from '@archwire/contract/auth/routes.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { expect, test, vi } from 'vitest'
import { givenCase } from '../../../test/given-case.ts'
import { show } from '../../../test/show.tsx'
import { CaseFormContext, makeCaseForm, type Practice } from './case-form.ts'
import { FormerFiles } from './former-files.tsx'

const practice = {
  organizationId: 1,
  doctors: [],
  locations: [],
  preference: {
    data: { options: {}, bracket_libraries: [], defaults: { default_doctor_id: null, location_id: null } },
    metadata: { third_party_partner: null, today: '2026-11-23', rush_case_enabled: false },
    shipping_methods: [],
  },
} as unknown as Practice

const file = (id: number, type: keyof typeof patientFileTypes, name: string, said: Partial<PatientFile> = {}) =>
  ({
    id,
    name,
    patient_file_type_id: patientFileTypes[type].id,
    kind: null,
    jaws_id: null,
    check_note: '',
    file_modification_date: null,
    created_at: '2026-11-20T10:00:00.000Z',
    ...said,
  }) as PatientFile
const files = [
  file(1, 'stl', 'Byron, Ada.stl', { kind: 'submission', jaws_id: 2 }),
  file(2, 'stl', 'setup.stl', { kind: 'setup', jaws_id: 1 }),
  file(3, 'ios', 'desktop.ios'),
  file(4, 'photo', 'smile.jpg'),
  file(5, 'stl', 'old.ply', { kind: 'submission', jaws_id: 1 }),
]

/** The start of a case from the draft `key`, and the addresses that were asked. */
async function startFrom(key: string, cancelled_at: string | null = '2026-11-21T10:00:00.000Z') {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname } = new URL(address as string, 'http://portal.test')
    asked.push(pathname)
    if (pathname.endsWith('/download_link')) return Response.json({ url: `/bytes${pathname}` })
    if (pathname.startsWith('/bytes')) return new Response('bytes')
    return Response.json(
      pathname.startsWith('/api/v1/rx_forms/')
        ? { rx_form: { id: 12, patient_id: 7 }, metadata: {} }
        : { patient: { ...givenCase(), cancelled_at, patient_files: files } },
    )
  })
  const caseForm = makeCaseForm(practice, { id: 1 } as Me, null, () => Promise.reject(new Error('none')))
  const screen = await show(
    <CaseFormContext value={caseForm}>
      <FormerFiles draftKey={key} />
    </CaseFormContext>,
  )
  return { screen, asked, caseForm }
}

test('what a canceled case holds is offered, and copied by a press only (rx-form/again)', async () => {
  const { screen, asked, caseForm } = await startFrom('again12')
  const offer = screen.getByText(/^The canceled case has/)
  await expect.element(screen.getByText(/has 1 photo that/)).toBeVisible()
  caseForm.form.set('impression_type', 4)
  caseForm.form.set('scan_submission_type', 1)
  await expect.element(screen.getByText(/has 1 scan and 1 photo that/)).toBeVisible()
  expect(asked.filter((path) => path.includes('download'))).toEqual([])
  expect([...caseForm.scans.list(), ...caseForm.photos.list()]).toEqual([])
  await screen.getByRole('button', { name: 'Add them' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(caseForm.scans.list().map(({ name, arch }) => [name, arch])).toEqual([['Byron, Ada.stl', 2]])
  expect(caseForm.photos.list().map(({ name }) => name)).toEqual(['smile.jpg'])
  expect(asked.filter((path) => path.startsWith('/bytes'))).toHaveLength(2)
})

test('nothing is offered for other drafts, or of a case that goes on', async () => {
  const other = await startFrom('d1')
  expect(other.screen.getByRole('button').elements()).toEqual([])
  expect(other.asked).toEqual([])
  const going = await startFrom('again12', null)
  await expect.poll(() => going.asked).toContain('/api/v1/patients/7')
  await expect.element(going.screen.getByText(/^The canceled case has/)).not.toBeInTheDocument()
})
