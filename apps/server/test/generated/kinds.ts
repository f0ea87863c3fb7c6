import { sql } from 'kysely'
import { beginWaived } from '../../src/modules/billing/index.ts'
import { labScope } from '../../src/db/scope.ts'
import type { TestApp } from '../app.ts'
import type { GivenCase, GivenPractice } from '../given.ts'

/**
 * Whose a record is: a case's (who may see the case sees it), an organization's (all its people), one person's, the
 * lab's. Every `{id}` and every field `…_id` of the contract is of one of these kinds; a new one fails until it is here.
 */
export const reachOf = {
  patients: 'case',
  rx_forms: 'case',
  patient_files: 'case',
  scenes: 'case',
  'tech-workflows': 'case',
  tech_workflow_processes: 'case',
  customer_requests: 'case',
  printing_requests: 'case',
  printing_request_items: 'case',
  ios_files: 'case',
  flawed_trays: 'case',
  correction_files: 'case',
  share_links: 'case',
  pins: 'case',
  measurements: 'case',
  open_patient: 'case',
  open_file: 'case',
  organizations: 'organization',
  locations: 'organization',
  users: 'organization',
  members: 'organization',
  doctors: 'organization',
  invitations: 'organization',
  'bracket-libraries': 'organization',
  contacts: 'organization',
  orders: 'organization',
  onboardings: 'organization',
  open_orders: 'organization',
  f_m_payment_methods: 'organization',
  notifications: 'person',
  emails: 'person',
  'push/devices': 'person',
  case_list_views: 'person',
  promotion_codes: 'lab',
  payment_differences: 'lab',
  contracts: 'lab',
  licenses: 'lab',
  devices: 'lab',
  periodic_rules: 'lab',
  'patients/case-trays': 'lab',
  'settings/announcements': 'lab',
  // Of one person of the lab: reports.test.ts.
  reports: 'lab',
} as const
type Reach = typeof reachOf
export type Kind = keyof Reach
export type CaseKind = { [K in Kind]: Reach[K] extends 'case' ? K : never }[Kind]

export const kinds = Object.keys(reachOf) as Kind[]
export const isKind = (noun: string): noun is Kind => Object.hasOwn(reachOf, noun)
export const isOfCase = (kind: Kind): kind is CaseKind => reachOf[kind] === 'case'

/** Fields whose name does not say the kind, by their last name; null is no one's record. */
export const fields: Record<string, Kind | null> = {
  organization_id: 'organizations',
  rx_form_id: 'rx_forms',
  current_organization_id: 'organizations',
  chosen_wi_organization_id: 'organizations',
  patient_id: 'patients',
  case_ids: 'patients',
  user_id: 'users',
  default_doctor_id: 'users',
  hand_over_to: 'users',
  from_user_id: 'doctors',
  to_user_id: 'members',
  invitationId: 'invitations',
  libraryId: 'bracket-libraries',
  member_ids: 'members',
  users: 'users',
  contract_id: 'contracts',
  location_id: 'locations',
  shipping_location_id: 'locations',
  file_id: 'patient_files',
  ios_file_id: 'ios_files',
  corrected_file_id: 'correction_files',
  photo_ids: 'patient_files',
  pin_id: 'pins',
  // A hold has no call of its own; an answer to a strange one is only a message (conversations.test.ts).
  releases_hold_id: null,
  jaws_id: null,
  status_id: null,
  // Who prints, of a fixed list.
  print_id: null,
  // An answer to the lab's own question (account-details.test.ts).
  survey_answer_id: null,
  // Rows of an order and of a case; those of another one: charges-by-hand.test.ts.
  charge_id: null,
  discount_id: null,
  patient_charge_id: null,
  replaces: 'f_m_payment_methods',
  // An id at the payment provider; a method of another practice's customer: payment-methods.test.ts.
  token_id: null,
  // A code of the lab, never taken without its word: purchase-code-id.test.ts.
  promotion_code_id: null,
  // A person of the lab, and a partner lab: neither belongs to a practice (organizations-record.test.ts).
  customer_service_manager_id: null,
  third_party_partner_id: null,
  // How the desktop application names a computer: devices.test.ts.
  device_id: null,
}

interface About {
  practice: GivenPractice
  mark: string
  /** A case of this practice, made at the first call. */
  testCase: () => Promise<GivenCase>
}
type Make = (test: TestApp, about: About) => Promise<number>

/**
 * How a record that belongs to no case is found or made, for a practice. Where its list shows texts, `mark` is one of
 * them.
 */
export const recordOf: Record<Exclude<Kind, CaseKind>, Make> = {
  organizations: async (_, { practice }) => practice.id,
  users: async (_, { practice }) => practice.owner.id,
  members: async (_, { practice }) => practice.member.id,
  /** Someone who has a case. */
  async doctors(_, { practice, testCase }) {
    await testCase()
    return practice.owner.id
  },
  async invitations({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      insert into invitations (organization_id, email, role, is_doctor, token_hash, created_at, sent_at, expires_at)
      values (${practice.id}, ${`${mark}@example.com`}, 'organization_member', true, ${Buffer.from(`invitation ${mark}`)},
        now(), now(), now() + interval '1 day') returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async 'bracket-libraries'({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      insert into bracket_libraries (organization_id, name, storage_key, file_name, file_size, uploaded_at)
      values (${practice.id}, ${`Library ${mark}`}, ${`o/${practice.id}/l/${'0'.repeat(32)}`}, 'library.zip', 84, now())
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async contacts({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      insert into practice_contacts (organization_id, position, first_name, last_name, title, email, phone_number, notes,
        is_create_account, created_at, updated_at)
      values (${practice.id}, 0, 'Ruth', ${mark}, 'Office manager', '', '', '', false, now(), now())
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async orders({ connection, config }, { practice }) {
    const { db } = connection
    const known = await sql<{ id: number }>`
      select id from orders where organization_id = ${practice.id} order by id limit 1`.execute(db)
    if (known.rows[0]) return known.rows[0].id
    const made = await db
      .transaction()
      .execute((trx) => beginWaived(trx, { scope: labScope, now: new Date() }, practice.id, config.labZone))
    return made.id!
  },
  /** The one on which people enter charges. */
  async contracts(test, about) {
    await recordOf.orders(test, about)
    const { rows } = await sql<{ id: number }>`
      select id from contracts where organization_id = ${about.practice.id}`.execute(test.connection.db)
    return rows[0]!.id
  },
  async licenses(test, about) {
    await recordOf.orders(test, about)
    const { rows } = await sql<{ id: number }>`
      select id from licenses where organization_id = ${about.practice.id}`.execute(test.connection.db)
    return rows[0]!.id
  },
  async onboardings(test, about) {
    await recordOf.orders(test, about)
    const { rows } = await sql<{ id: number }>`
      select id from onboardings where organization_id = ${about.practice.id}`.execute(test.connection.db)
    return rows[0]!.id
  },
  async devices(test, about) {
    const license = await recordOf.licenses(test, about)
    const { rows } = await sql<{ id: number }>`
      insert into devices (organization_id, license_id, device_key, name, last_seen_at, created_at, updated_at)
      values (${about.practice.id}, ${license}, ${`pc ${about.mark}`}, ${`Computer ${about.mark}`}, now(), now(), now())
      on conflict (license_id, device_key) do update set name = excluded.name returning id`.execute(test.connection.db)
    return rows[0]!.id
  },
  async periodic_rules(test, about) {
    const contract = await recordOf.contracts(test, about)
    const { rows } = await sql<{ id: number }>`
      insert into periodic_rules (organization_id, contract_id, cents, custom_description, is_active, created_at, updated_at)
      values (${about.practice.id}, ${contract}, 4900, ${`Rule ${about.mark}`}, true, now(), now()) returning id`.execute(
      test.connection.db,
    )
    return rows[0]!.id
  },
  async open_orders(test, about) {
    await recordOf.orders(test, about)
    const { rows } = await sql<{ id: number }>`
      select id from orders where organization_id = ${about.practice.id} and fm_invoice_status = 'CURRENT'`.execute(
      test.connection.db,
    )
    return rows[0]!.id
  },
  async f_m_payment_methods({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      with customer as (
        insert into payment_customers (organization_id, customer_id, created_at)
        values (${practice.id}, ${`customer-${practice.id}`}, now()) on conflict do nothing
      )
      insert into payment_methods (organization_id, provider_id, method, nickname, brand, last_four, is_primary, created_at, updated_at)
      select ${practice.id}, ${`card-${mark}`}, 'card', ${`Card ${mark}`}, 'Visa', '1111',
        not exists (select 1 from payment_methods where organization_id = ${practice.id}), now(), now()
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  'settings/announcements': async () => 1,
  async locations({ connection }, { practice }) {
    const { rows } = await sql<{ id: number }>`
      select id from locations where organization_id = ${practice.id} order by id limit 1`.execute(connection.db)
    return rows[0]!.id
  },
  async notifications({ connection }, { practice, mark }) {
    const values = { user_id: practice.owner.id, type: 'ready', message: `About ${mark}`, link: '/' }
    const row = connection.db.insertInto('notifications').values(values).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  },
  async emails({ connection }, { practice, mark }) {
    const values = { user_id: practice.owner.id, email: `${mark}@example.com`, created_at: new Date() }
    const row = connection.db.insertInto('additional_emails').values(values).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  },
  async 'push/devices'({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      with session as (
        insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
        values (${Buffer.from(`browser ${mark}`)}, ${practice.owner.id}, now(), now(), now() + interval '1 day') returning id
      ), silent as (
        -- A worker beside this test would find that nobody answers there, and remove the browser.
        insert into push_silent_hours (user_id, starts_at, ends_at)
        values (${practice.owner.id}, '00:00', '23:59') on conflict do nothing
      )
      insert into push_browsers (user_id, session_id, endpoint, p256dh, auth, name, created_at)
      select ${practice.owner.id}, id, ${`https://push.test/${mark}`}, 'key', 'secret', ${mark}, now() from session
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async 'patients/case-trays'({ connection }, { practice, mark, testCase }) {
    const { rows } = await sql<{ id: number }>`
      with tray as (
        insert into case_trays (tray_number, created_by_user_id, created_at, updated_at)
        values (${mark
          .replaceAll(/[^a-z0-9]/gi, '')
          .toUpperCase()
          .slice(-10)}, ${practice.owner.id}, now(), now()) returning id
      )
      -- It has left, and is free for the call that makes a tray.
      insert into case_tray_cases (organization_id, patient_id, case_tray_id, position, left_at)
      select ${practice.id}, ${(await testCase()).id}, id, 1, now() from tray returning case_tray_id as id`.execute(
      connection.db,
    )
    return rows[0]!.id
  },
  async case_list_views({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      insert into case_list_views (user_id, name, position)
      select ${practice.owner.id}, ${`View ${mark}`}, 1 + count(*) from case_list_views where user_id = ${practice.owner.id}
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async reports({ connection }, { practice }) {
    const { rows } = await sql<{ id: number }>`
      insert into reports (user_id, kind, format, from_day, to_day, status_id, created_at, ended_at, expires_at)
      values (${practice.owner.id}, 'cases', 'csv', '2026-10-01', '2026-10-31', 5, now(), now(), now() + interval '7 days')
      returning id`.execute(connection.db)
    return rows[0]!.id
  },
  async promotion_codes({ connection }, { mark }) {
    const values = { code: mark.toUpperCase(), value: 500, is_fixed: true, promotion_code_type_id: 1 }
    const row = connection.db.insertInto('promotion_codes').values(values).returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  },
  async payment_differences({ connection }, { practice, mark }) {
    const { rows } = await sql<{ id: number }>`
      insert into payment_differences (kind, transaction_id, organization_id, reported_cents, opened_at, updated_at)
      values ('unknown_payment', ${`transaction-${mark}`}, ${practice.id}, 100, now(), now()) returning id`.execute(
      connection.db,
    )
    return rows[0]!.id
  },
}
