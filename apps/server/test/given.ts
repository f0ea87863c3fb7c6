import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { emptyRxForm, type RxFormValues, type UploadedFile } from '@archwire/contract/rx-forms/form.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { patientFileTypes, type ScanKind } from '@archwire/contract/patient-files/types.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { syntheticArch, toBinaryStl } from '@archwire/mesh'
import { labScope, scoped } from '../src/db/scope.ts'
import { actorOf, readUser } from '../src/modules/auth/index.ts'
import { addFile, approve, markAsReady, saveSteps, submit, toggleHold } from '../src/modules/cases/index.ts'
import { createUpload, sealUploads } from '../src/modules/files/index.ts'
import { insertLocation } from '../src/modules/locations/index.ts'
import { addMember, createOrganization } from '../src/modules/organizations/index.ts'
import { createUser } from '../src/modules/users/index.ts'
import type { Actor } from '../src/kernel/actor.ts'
import type { TestApp, TestUser } from './app.ts'

export type CaseStage = 'new' | 'in_progress' | 'awaiting_approval' | 'approved' | 'completed'
export interface GivenPractice {
  id: number
  owner: TestUser
  manager: TestUser
  member: TestUser
  assistant: TestUser
  partner: { id: number; user: TestUser } | null
}
export interface GivenCase {
  id: number
  rxFormId: number
  workflowId: number | null
  processIds: number[]
  practice: GivenPractice
}

/** An arch takes a tenth of a second to grow, and many tests want the same. */
const grown = new Map<string, Uint8Array>()
/** A scan of an arch; bytes of the caller's own. */
function scan(jaw: 'upper' | 'lower' = 'upper', seed = 1): Uint8Array {
  const key = `${jaw} ${seed}`
  const bytes = grown.get(key) ?? toBinaryStl(syntheticArch({ jaw, seed, alignment: 0.5, triangles: 1500 }))
  grown.set(key, bytes)
  return bytes.slice()
}

const unique = () => randomBytes(5).toString('hex')

const mainLocation = {
  location_name: 'Main',
  first_name: 'Ann',
  last_name: 'Desk',
  email: 'desk@example.com',
  phone_number: '+13035550100',
  street_address: '1 Main Street',
  city: 'Denver',
  state: 'CO',
  zip_code: '80202',
}

/** The parents that a test needs, made through the product's own commands: a fresh organization each. */
export function givenIn(test: TestApp) {
  const { db } = test.connection
  const lab = { zone: test.config.labZone, productionDays: test.config.productionDays }

  async function user(role: UserRole | null, name: [string, string] = ['Test', 'Person']): Promise<TestUser> {
    const id = await db.transaction().execute((trx) =>
      createUser(trx, {
        first_name: name[0],
        last_name: name[1],
        email: `${unique()}@example.com`,
        role,
        passwordHash: null,
        verified: true,
      }),
    )
    return { id, role }
  }

  async function actor(who: TestUser): Promise<Actor> {
    return actorOf((await readUser(db, who.id))!, { id: null, address: '127.0.0.1' })
  }

  async function practice(options: { partner?: boolean; paid?: boolean } = {}): Promise<GivenPractice> {
    const people = {
      owner: await user('doctor', ['Olga', 'Owner']),
      manager: await user('staff_member'),
      member: await user('doctor', ['Mia', 'Member']),
      assistant: await user('staff_member'),
    }
    const partnerUser = options.partner ? await user('lab_partner') : null
    return db.transaction().execute(async (trx) => {
      const partner = partnerUser && {
        id: await createOrganization(trx, { name: `Partner ${unique()}`, kind: 'partner', startupFeeSettled: true }),
        user: partnerUser,
      }
      if (partner) await addMember(trx, partner.id, partner.user.id, 'organization_owner')
      const id = await createOrganization(trx, {
        name: `Practice ${unique()}`,
        startupFeeSettled: options.paid ?? true,
        thirdPartyPartnerId: partner?.id ?? null,
      })
      const roles: [TestUser, OrganizationRole][] = [
        [people.owner, 'organization_owner'],
        [people.manager, 'organization_manager'],
        [people.member, 'organization_member'],
        [people.assistant, 'organization_member'],
      ]
      for (const [person, role] of roles) await addMember(trx, id, person.id, role)
      await insertLocation(trx, id, mainLocation, true)
      return { id, partner, ...people }
    })
  }

  /** Another location of a practice; answers its id. */
  const location = (of: GivenPractice, change: Partial<typeof mainLocation> = {}): Promise<number> =>
    db
      .transaction()
      .execute((trx) => insertLocation(trx, of.id, { ...mainLocation, location_name: `Branch ${unique()}`, ...change }))

  /** A form that may be submitted as it stands. */
  const form = (practice: GivenPractice, change: Partial<RxFormValues> = {}): RxFormValues => ({
    ...emptyRxForm(dayIn(lab.zone, new Date())),
    first_name: 'Ada',
    last_name: `Case ${unique().toUpperCase()}`,
    user_id: practice.owner.id,
    impression_type: 1,
    products_list: 1,
    ...change,
  })

  /** Bytes that arrived for an upload of this person. */
  async function upload(
    who: TestUser,
    organizationId: number,
    bytes: Uint8Array,
    name = 'upper.stl',
    purpose: 'scan' | 'photo' = 'scan',
    patientId: number | null = null,
  ): Promise<string> {
    const one = await actor(who)
    const link = await createUpload(db, test.storage, one, {
      organizationId,
      patientId,
      name,
      size: bytes.length,
      type: 'application/octet-stream',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      purpose,
    })
    for (let part = 0; part < Math.max(1, link.part_urls.length); part += 1) {
      const size = link.part_size ?? bytes.length
      const piece = bytes.subarray(part * size, (part + 1) * size)
      await test.storage.receive(link.file_path, part + 1, piece.length, Readable.from(Buffer.from(piece)))
    }
    return link.file_path
  }

  async function scanUploads(who: TestUser, organizationId: number): Promise<UploadedFile[]> {
    return [{ file_path: await upload(who, organizationId, scan('upper', 3)), name: 'upper.stl', jaws_id: 1 }]
  }

  /** A case that was led to `stage` by the people who would do it. */
  async function oneCase(
    options: {
      stage?: CaseStage
      practice?: GivenPractice
      form?: Partial<RxFormValues>
      held?: boolean
      tech?: TestUser
    } = {},
  ): Promise<GivenCase> {
    const at = options.practice ?? (await practice())
    const owner = await actor(at.owner)
    const ids = await db.transaction().execute((trx) => submit(trx, owner, at.id, form(at, options.form), lab))
    const rows = await scoped(db, labScope)
      .from('tech_workflow_processes')
      .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
      .select(['tech_workflow_processes.id', 'w.id as workflow'])
      .where('w.patient_id', '=', ids.patient_id)
      .orderBy('position')
      .execute()
    const made: GivenCase = {
      id: ids.patient_id,
      rxFormId: ids.rx_form_id,
      workflowId: rows[0]?.workflow ?? null,
      processIds: rows.map((row) => row.id),
      practice: at,
    }
    await lead(made, options.stage ?? 'new', options.tech ?? (await user('supervisor')))
    if (options.held)
      await db
        .transaction()
        .execute((trx) =>
          toggleHold(trx, owner, made.id, { on_hold: true, reason: 'Waiting', should_notify_doctor: false }),
        )
    return made
  }

  /** Adds a scan to a case, as its page does. */
  async function scanFile(
    made: Pick<GivenCase, 'id' | 'practice'>,
    who: TestUser,
    { bytes, ...file }: { bytes: Uint8Array; kind: ScanKind; jaws_id: 1 | 2 | 3; name: string },
  ): Promise<void> {
    const one = await actor(who)
    const file_path = await upload(who, made.practice.id, bytes, file.name)
    await sealUploads(db, test.storage, one, [{ file_path, purpose: 'scan' }], made.practice.id)
    const row = {
      ...file,
      file_path,
      patient_id: made.id,
      patient_file_type_id: patientFileTypes.stl.id,
      caption: '',
      file_modification_date: null,
    }
    await db.transaction().execute((trx) => addFile(trx, one, row))
  }

  async function lead(made: GivenCase, stage: CaseStage, techUser: TestUser): Promise<void> {
    if (stage === 'new') return
    const tech = await actor(techUser)
    await db.transaction().execute((trx) =>
      saveSteps(trx, tech, made.workflowId!, {
        processes: [
          { id: made.processIds[0]!, started_at: new Date(Date.now() - 60_000).toISOString(), finished_at: null },
        ],
      }),
    )
    if (stage === 'in_progress') return
    await scanFile(made, techUser, { bytes: scan('upper', 2), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
    await db.transaction().execute((trx) => markAsReady(trx, tech, made.rxFormId))
    if (stage === 'awaiting_approval') return
    const owner = await actor(made.practice.owner)
    await db.transaction().execute((trx) => approve(trx, owner, made.id, {}))
  }

  return { user, actor, practice, location, form, upload, scan, scanFile, scanUploads, case: oneCase, unique }
}
export type Given = ReturnType<typeof givenIn>
