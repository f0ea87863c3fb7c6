import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { viewer } from '@archwire/contract/viewer/routes.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, type Given } from '../given.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
})
afterAll(() => test.close())

it('leads a case from submission to approval, and tells everyone', async () => {
  const practice = await given.practice()
  const tech = await given.user('tech_support', ['Tina', 'Tech'])
  const stranger = (await given.practice()).owner
  const [doctor, lab, outside] = [test.as(practice.owner), test.as(tech), test.as(stranger)]

  const stl_files = await given.scanUploads(practice.owner, practice.id)
  const body = given.form(practice, {
    impression_type: 4,
    scan_submission_type: 1,
    scanner_type: 1,
    products_list: 16,
    stl_files,
    first_name: 'Rosa',
    last_name: 'Journey',
  })
  const submitted = await doctor.call(rxForms.submitForOrganization, {
    params: { id: practice.id },
    body: body as never,
  })
  expect(submitted).toMatchObject({ status: 200, body: { message: 'The case was submitted.' } })
  const { patient_id: id, id: rxFormId } = submitted.body.rx_form

  // The scan is checked in the background and gets a scene.
  const scene = await vi.waitFor(
    async () => {
      const { body } = await doctor.call(patients.get, { params: { id } })
      expect(body.patient.submission_viewer_id).not.toBeNull()
      return body.patient.submission_viewer_id!
    },
    { timeout: 60_000, interval: 200 },
  )
  const shown = await doctor.call(viewer.scene, { params: { viewer_id: scene } })
  expect(shown.body.scene).toMatchObject({ kind: 'submission', files: [{ jaws_id: 1, flagged: false }] })
  const mesh = await test.app.fastify.inject({ url: shown.body.scene.files[0]!.mesh_url })
  expect(mesh.rawPayload.subarray(0, 4).toString()).toBe('glTF')
  expect((await outside.call(viewer.scene, { params: { viewer_id: scene } })).status).toBe(404)
  expect((await outside.call(patients.get, { params: { id } })).status).toBe(404)

  // The lab finds it, works every step and sends the setup.
  const found = await lab.call(patients.list, { query: { 'filter[search]': 'rosa journey' } })
  expect(found.body.patients.map((row) => row.id)).toEqual([id])
  const { body: before } = await lab.call(patients.get, { params: { id } })
  const seen = async () => (await doctor.call(patients.get, { params: { id } })).body.patient.seen
  const work = before.patient.initial_case_setup!
  expect(work.processes.map((step) => step.process)).toEqual(['Sculpt', 'Uploaded', 'Upload STLs'])
  const started = await lab.call(techWorkflows.saveProcesses, {
    params: { id: work.id },
    body: {
      version: work.version,
      processes: work.processes.map((step) => ({
        id: step.id,
        started_at: '2026-11-20T10:00:00Z',
        finished_at: '2026-11-20T10:30:00Z',
      })),
    },
  })
  expect(started.body.processes[0]).toMatchObject({ tech_name: 'Tina Tech', production_time: 1800 })
  expect(
    (await lab.call(rxForms.markAsReady, { params: { id: rxFormId }, body: { seen: await seen() } })).body,
  ).toMatchObject({
    error: 'Upload the setup before you notify the doctor.',
  })
  const file_path = await given.upload(tech, practice.id, given.scan('upper', 9), 'setup.stl', 'scan', id)
  const setup = await lab.call(patientFiles.storeUploadedFile, {
    body: { file_path, patient_id: id, patient_file_type_id: 2, kind: 'setup', jaws_id: 1, name: 'setup.stl' },
  })
  expect(setup.body.patient_file).toMatchObject({
    // The submitted scan has the name of the patient alone.
    name: 'Journey, Rosa (1).stl',
    original_name: 'setup.stl',
    processing: 'waiting',
  })
  expect((await lab.call(rxForms.markAsReady, { params: { id: rxFormId }, body: { seen: await seen() } })).status).toBe(
    200,
  )

  // The doctor is told by bell and mail, and asks for changes once.
  const bell = await vi.waitFor(
    async () => {
      const { body } = await doctor.call(notifications.list, {})
      expect(body.notifications.map((notification) => notification.type)).toContain('ready')
      return body.notifications.find((notification) => notification.type === 'ready')!
    },
    { timeout: 60_000 },
  )
  expect(bell.link).toBe(`/patient-details/${id}`)
  await vi.waitFor(
    async () => {
      const mails = await test.connection.db
        .selectFrom('mails')
        .select(['id', 'subject', 'state'])
        .where('kind', '=', 'case.ready')
        .where('organization_id', '=', practice.id)
        .execute()
      expect(mails).toMatchObject([{ state: 'sent' }])
      const arrived = await test.mail!.received(mails[0]!.id)
      expect(arrived!.subject).not.toContain('Rosa')
      expect(arrived!.text).toContain(`/patient-details/${id}`)
    },
    { timeout: 60_000 },
  )
  const changes = await doctor.call(patients.requestChanges, {
    params: { id },
    body: { note: 'Rotate 11.', seen: await seen() },
  })
  expect(changes.body.patient).toMatchObject({
    patient_status: { key: 'in_progress' },
    setup_completed_at: null,
    rx_form: { ready_at: null, status: { key: 'in_progress' } },
  })
  expect(changes.body.patient.doctor_notes).toContain('Rotate 11.')
  await vi.waitFor(
    async () =>
      expect(
        (await lab.call(notifications.list, {})).body.notifications.map((notification) => notification.type),
      ).toContain('changes_requested'),
    { timeout: 60_000 },
  )
  const changed = await given.upload(tech, practice.id, given.scan('upper', 10), 'setup.stl', 'scan', id)
  await lab.call(patientFiles.storeUploadedFile, {
    body: { file_path: changed, patient_id: id, patient_file_type_id: 2, kind: 'setup', jaws_id: 1, name: 'setup.stl' },
  })
  expect((await lab.call(rxForms.markAsReady, { params: { id: rxFormId }, body: { seen: await seen() } })).status).toBe(
    200,
  )

  const approved = await doctor.call(patients.approve, { params: { id }, body: { seen: await seen() } })
  expect(approved.body.patient).toMatchObject({
    patient_status: { key: 'completed' },
    rx_form: { status: { key: 'completed' } },
    can: { approve: false },
  })
  const history = await lab.call(patients.history, { params: { id } })
  expect(
    history.body.history
      .map((entry) => entry.event)
      .reverse()
      .filter((event) => event !== 'file_ready'),
  ).toEqual([
    'submitted',
    'work_started',
    'setup_uploaded',
    'ready',
    'changes_requested',
    'setup_uploaded',
    'ready',
    'approved',
  ])
  expect(history.body.history.find((entry) => entry.event === 'changes_requested')).toMatchObject({
    user_name: 'Olga Owner',
    from: 'Awaiting Approval',
    to: 'In Progress',
    note: 'Rotate 11.',
  })
  expect(await given.staleRows()).toEqual([])
}, 150_000)

it('flags a broken scan with the reason and tells the doctor', async () => {
  const practice = await given.practice()
  const bytes = given.scan().slice(0, 20_000)
  const file_path = await given.upload(practice.owner, practice.id, bytes)
  const body = given.form(practice, {
    impression_type: 4,
    scan_submission_type: 1,
    scanner_type: 1,
    products_list: 16,
    stl_files: [{ file_path, name: 'cut.stl', jaws_id: 2 }],
  })
  const {
    body: { rx_form },
  } = await test
    .as(practice.owner)
    .call(rxForms.submitForOrganization, { params: { id: practice.id }, body: body as never })
  await vi.waitFor(
    async () => {
      const { body } = await test.as(practice.owner).call(patients.get, { params: { id: rx_form.patient_id } })
      expect(body.patient.patient_files[0]).toMatchObject({ processing: 'flagged' })
      expect(body.patient.patient_files[0]!.problem).toMatch(/triangle/)
      expect(
        (await test.as(practice.owner).call(notifications.list, {})).body.notifications.map(
          (notification) => notification.type,
        ),
      ).toContain('file_flagged')
    },
    { timeout: 60_000, interval: 200 },
  )
}, 150_000)
