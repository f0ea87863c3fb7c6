import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Location } from '@archwire/contract/organizations/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import {
  addOns,
  archModes,
  assignments,
  exportTypes,
  impressionTypes,
  jaws,
  products,
  scanners,
  scanSubmissions,
} from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Serve } from '../../http/serve.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import { methodsFor } from '../calendar/index.ts'
import { findSummary, listOrganizations } from './list.ts'
import { waiveStartupFee } from './startup-fee.ts'
import { findPractice, startsCasesHere, type Practice } from './practice.ts'

const plain = (options: readonly { id: number; label: string }[]) => options.map(({ id, label }) => ({ id, label }))

/** What someone who starts a case needs of a practice. The preferences themselves are fixed until practices may edit them. */
export function organizationRoutes(serve: Serve, config: Config): void {
  const practiceToStart = async (db: Db, actor: Actor, id: number): Promise<Practice> => {
    const practice = await findPractice(db, actor, id)
    if (!startsCasesHere(actor, practice)) throw new Forbidden()
    return practice
  }

  serve(organizations.list, ({ db, actor, query }) => listOrganizations(db, actor, query))

  serve(organizations.currentUserPermissions, async ({ db, actor, params }) => {
    if (!(await findSummary(db, actor, params.id))) throw new NotFound('This organization')
    const membership = actor.memberships.find(({ organizationId }) => organizationId === params.id)
    return { permissions: [...new Set([...actor.permissions, ...(membership?.permissions ?? [])])].sort() }
  })

  serve(organizations.waiveStartupFee, async ({ trx, actor, params }) => ({
    organization: await waiveStartupFee(trx, actor, params.id),
    message: 'The start-up fee is waived.',
  }))

  serve(organizations.rxFormPreference, async ({ db, actor, params }) => {
    const practice = await practiceToStart(db, actor, params.id)
    const { partner } = practice
    const main = practice.locations.find((location) => location.is_main)
    const offered =
      actor.role === 'lab_partner'
        ? assignments.filter(({ id }) => id === 3)
        : assignments.filter(({ id }) => id !== 3 || partner)
    return {
      data: {
        options: {
          jaws: plain(jaws),
          impression_types: plain(impressionTypes),
          products: plain(products),
          addon_options: plain(addOns),
          arch_modes: plain(archModes),
          export_types: plain(exportTypes),
          scan_submissions: plain(scanSubmissions),
          scanners: plain(scanners),
          assignments: plain(offered).map((option) =>
            option.id === 3 && partner ? { ...option, label: partner.name } : option,
          ),
        },
        defaults: {
          jaws_id: 3,
          submission_completed_by: actor.role === 'lab_partner' ? 3 : 1,
          shipping_method: main && main.country !== 'USA' ? 'international' : 'standard',
          default_doctor_id: practice.doctor_ids.includes(actor.userId)
            ? actor.userId
            : practice.doctor_ids.length === 1
              ? practice.doctor_ids[0]!
              : null,
          location_id: main?.id ?? null,
        },
      },
      metadata: {
        third_party_partner: partner,
        organization: { id: practice.id, name: practice.name, account_number: practice.account_number },
        rush_case_enabled: practice.rush_case_enabled,
        rush_case_fee: 0,
        blocked: practice.blocked,
        startup_fee_paid: practice.startup_fee_paid,
        production_days: config.productionDays,
        today: dayIn(config.labZone, actor.now),
        may_select_doctor: holds(
          actor,
          ['rx-forms.select-doctor', 'rx-forms.manage', 'organization.rx-forms.select-doctor'],
          practice.id,
        ),
      },
      shipping_methods: methodsFor({
        country: main?.country ?? null,
        assignment: undefined,
        at: actor.now,
        zone: config.labZone,
      }),
    }
  })

  serve(organizations.listMembers, async ({ db, actor, params }) => {
    const practice = await practiceToStart(db, actor, params.id)
    const members = await db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.full_name', 'u.last_name', 'u.role as user_role', 'm.role'])
      .where('m.organization_id', '=', practice.id)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.last_name')
      .orderBy('u.first_name')
      .orderBy('u.id')
      .execute()
    return {
      members: members.map(({ user_role, role, ...person }) => ({
        ...person,
        is_doctor: user_role === 'doctor',
        pivot: { role: { name: role as 'organization_owner' } },
      })),
    }
  })

  serve(organizations.listAssignedLocations, async ({ db, actor, params }) => {
    const practice = await practiceToStart(db, actor, params.id)
    const { rows } = await sql<Location>`
      select l.id, l.organization_id, l.location_name, l.first_name || ' ' || l.last_name as full_name, l.street_address,
        l.street_address_line_2, l.city, l.state, l.zip_code, l.country, l.phone_number, l.is_main
      from locations l where l.organization_id = ${practice.id} and l.deleted_at is null ${assignedOnly(actor, practice.id)}
      order by l.is_main desc, l.location_name, l.id`.execute(db)
    return { locations: rows }
  })
}

/** Members see the locations assigned to them; where none is assigned, all (decisions §4). */
function assignedOnly(actor: Actor, organizationId: number) {
  if (
    holds(
      actor,
      ['rx-forms.create', 'organization.locations.view-any', 'organization.patients.view-any'],
      organizationId,
    )
  )
    return sql``
  return sql`and (exists (select 1 from location_users x where x.location_id = l.id and x.user_id = ${actor.userId})
    or not exists (select 1 from location_users x where x.organization_id = ${organizationId} and x.user_id = ${actor.userId}))`
}
