import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { labScope } from '../../apps/server/src/db/scope.ts'
import { saveDetails } from '../../apps/server/src/modules/account-setup/index.ts'
import { beginWaived } from '../../apps/server/src/modules/billing/index.ts'
import { createCaseTray } from '../../apps/server/src/modules/case-trays/index.ts'
import { createShareLink } from '../../apps/server/src/modules/share-links/commands.ts'
import { mainLocation } from '../../apps/server/test/given/locations.ts'
import type { Portal } from '../journey.ts'
import { newPractice, shownMethod } from './payer.ts'

/** Words that a narrow page has to break. */
const long = { last_name: 'Wolfeschlegelsteinhausenbergerdorff', special_instructions: 'W'.repeat(300) }
const { location_name: organization, ...place } = mainLocation
const details = { ...place, street_address_line_2: '', organization, country: 'USA', survey_answer_id: 1 }
const printing = { export_type: 1, print_assignment: 1, shipping_method: 'standard' } as const

/**
 * A practice with one record of each kind that an address names, so that every page shows something; a practice whose
 * account setup has got to the payment method, and one that has got to the order.
 */
export async function everyRecord(portal: Portal) {
  const { given, db } = portal
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({ practice, stage: 'awaiting_approval', form: long })
  const printed = await given.case({ practice, stage: 'approved', form: { ...printing, ...long } })
  const changeable = await given.case({ practice })
  const location = await given.location(practice)
  await shownMethod(portal, practice)
  const [unfinished, beforePurchase] = [await newPractice(portal), await newPractice(portal)]
  for (const begun of [unfinished, beforePurchase]) {
    const actor = await given.actor(begun.owner)
    const owner = db.selectFrom('users').select('email').where('id', '=', begun.owner.id)
    const sent = { ...details, ...(await owner.executeTakeFirstOrThrow()) }
    await db.transaction().execute((trx) => saveDetails(trx, actor, begun.id, sent))
  }
  await shownMethod(portal, beforePurchase)
  const number = given.unique().slice(-8).toUpperCase()
  const [owner, admin] = [await given.actor(practice.owner), await given.actor(await given.user('admin'))]
  const tray = await db
    .transaction()
    .execute((trx) => createCaseTray(trx, admin, { tray_number: number, case_ids: [changeable.id] }))
  const order = await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, 'America/Denver'))
  const code = `EVERY-${number}`
  await db
    .insertInto('promotion_codes')
    .values({ code, value: 20_000, is_fixed: true, promotion_code_type_id: 1 })
    .execute()
  // The scan is processed and the practice told by jobs.
  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => {
    let found: T | undefined
    await expect
      .poll(async () => ([found] = (await query.execute(db)).rows).length > 0 && found !== undefined, {
        timeout: 60_000,
      })
      .toBe(true)
    return found!
  }
  const { viewer_id } = await one(sql<{ viewer_id: string }>`select viewer_id from patient_files
    where patient_id = ${testCase.id} and mesh_key is not null and viewer_id is not null`)
  const notice = await one(sql<{ id: number }>`select id from notifications
    where user_id = ${practice.owner.id} and patient_id = ${testCase.id} limit 1`)
  const request = await one(sql<{ id: number }>`select customer_request_id as id from printing_requests
    where patient_id = ${printed.id}`)
  const contract = await one(sql<{ id: number }>`select id from contracts where organization_id = ${practice.id}`)
  const onboarding = await one(sql<{ id: number }>`select id from onboardings where organization_id = ${practice.id}`)
  const license = await one(sql<{ id: number }>`select id from licenses where organization_id = ${practice.id}`)
  const rule = await one(sql<{ id: number }>`insert into periodic_rules
    (organization_id, contract_id, cents, custom_description, is_active, created_at, updated_at)
    values (${practice.id}, ${contract.id}, 4900, 'Scanner lease', true, now(), now()) returning id`)
  const link = await db
    .transaction()
    .execute((trx) => createShareLink(trx, owner, { patientId: testCase.id, kind: 'setup', days: 7, label: 'Anyone' }))

  const ofPath: Record<string, string | number> = {
    $organizationId: practice.id,
    $orgId: practice.id,
    $userId: practice.owner.id,
    $patientId: testCase.id,
    $viewerId: viewer_id,
    $caseTrayId: tray,
    $number: number,
    $contractId: contract.id,
    $token: link.token,
    $name: 'A-1',
  }
  /** Whose `$id` it is, by what is before it. */
  const ids: Record<string, number> = {
    'patient-details': testCase.id,
    'patient-workflow': testCase.id,
    cases: printed.id,
    'rx-forms': changeable.rxFormId,
    notices: notice.id,
    locations: location,
    requests: request.id,
    orders: order.id!,
    subscriptions: contract.id,
    users: practice.owner.id,
    organizations: practice.id,
    'edit-license': license.id,
    onboardings: onboarding.id,
    'periodic-rules': rule.id,
  }
  return {
    practice,
    unfinished,
    beforePurchase,
    /** The address of a page of the table; a name in it for which there is no record here is an error. */
    addressOf: (path: string): string =>
      path.replaceAll(/(?<=([^/]+)\/)\$\w+/g, (name, before: string) => {
        const value = name === '$id' ? ids[before] : ofPath[name]
        if (value === undefined) throw new TypeError(`every-record.ts has no record for ${name} of ${path}`)
        return String(value)
      }),
  }
}
