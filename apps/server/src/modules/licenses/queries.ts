import type { Device, License, LicenseTypeShown, OwnLicense } from '@archwire/contract/licenses/schema.ts'
import type { licenseSearch } from '@archwire/contract/licenses/search.ts'
import { toDollars, type Cents } from '@archwire/contract/core/money.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows as rowsOf, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { mostBoughtSeats, seatPrice } from '../billing/index.ts'
import { readPractice, shownName, whyClosed } from '../organizations/index.ts'
import { deviceJson, licenseJson, licensesFrom, typeJson } from './license.sql.ts'
import { buysSeats, deletesLicenses, managesLicenses, readsLicense, setsSeats } from './policy.ts'
import { allowsSeats } from './rules.ts'

type Row = Omit<License, 'can'>

const orders = {
  created_at: sql`l.created_at`,
  full_name_sort: sql`plain(${shownName('o')})`,
  activated_at: sql`l.activated_at`,
  expiration_date: sql`l.expiration_date`,
  seats: sql`l.seats`,
}

function present(actor: Actor, row: Row): License {
  const open = whyClosed({
    organization_archived: row.organization.is_archived,
    organization_disabled: row.organization.is_disabled,
  })
  const idle = row.devices.length === 0 && row.bought_seats === 0
  return {
    ...row,
    can: {
      update: managesLicenses(actor) && open === null,
      update_seats: setsSeats(actor) && open === null,
      delete: deletesLicenses(actor) && open === null && idle,
    },
  }
}

/** The licenses of all practices (`licenses/list`). */
export async function listLicenses(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof licenseSearch>,
): Promise<{ licenses: License[]; meta: Meta }> {
  const { scope } = actor
  const { rows, meta } = await listPage<Row>(db, search, {
    from: licensesFrom(scope),
    where: [
      managesLicenses(actor) ? sql`true` : sql`false`,
      ...whenSet(search.full_name_like?.trim(), (part) => {
        const found = likeWord(part)
        return sql`(plain(${shownName('o')}) like plain(${found}) or lower(o.account_number) like lower(${found})
          or plain(h.full_name) like plain(${found}) or lower(h.email) like lower(${found}))`
      }),
      ...whenSet(search.license_type_id, (type) => sql`l.license_type_id = ${type}`),
      ...whenSet(search.is_active, (active) => sql`(l.expiration_date is null) = ${active}`),
      ...whenSet(search.chosen_wi_organization_id, (ids) => sql`o.id = any(${ids}::int[])`),
    ],
    row: licenseJson(scope),
    order: orderBy(search.sort, orders, sql`l.id`),
  })
  return { licenses: rows.map((row) => present(actor, row)), meta }
}

/** A license with its devices (`licenses/page`). @throws NotFound */
export async function findLicense(db: Db, actor: Actor, id: number): Promise<License> {
  const { rows } = await sql<{ row: Row }>`
    select ${licenseJson(actor.scope)} as row from ${licensesFrom(actor.scope)} where l.id = ${id}`.execute(db)
  if (!rows[0] || !managesLicenses(actor)) throw new NotFound('This license')
  return present(actor, rows[0].row)
}

/** A device. @throws NotFound */
export async function findDevice(db: Db, scope: Scope, id: number): Promise<Device> {
  const { rows } = await sql<{ row: Device }>`
    select ${deviceJson(scope)} as row from ${rowsOf(scope, 'devices', 'v')} where v.id = ${id}`.execute(db)
  if (!rows[0]) throw new NotFound('This device')
  return rows[0].row
}

/** The kinds of licenses, by id. */
export async function listTypes(db: Db): Promise<LicenseTypeShown[]> {
  const { rows } = await sql<{ row: LicenseTypeShown }>`
    select ${typeJson} as row from license_types t order by t.id`.execute(db)
  return rows.map(({ row }) => row)
}

const withoutVersion = ({ version: _version, ...shown }: Row): Omit<Row, 'version'> => shown

interface OwnRow {
  license: Row | null
  seat_price: Cents
  charged_seats: number
  is_suspended: boolean
}

/** A practice's license as its owner reads it, and what seats cost (`licenses/extra`). @throws NotFound, Forbidden */
export async function readOwnLicense(
  db: Db,
  actor: Actor,
  organizationId: number,
  { zone }: { zone: string },
): Promise<OwnLicense> {
  const { scope } = actor
  const practice = await readPractice<OwnRow>(db, actor, organizationId, {
    may: readsLicense,
    also: sql`(select ${licenseJson(scope)} from ${licensesFrom(scope)} where l.organization_id = ${organizationId}) as license,
      ${seatPrice} as seat_price, o.suspended_at is not null as is_suspended,
      coalesce((select ${mostBoughtSeats(scope, { zone })} from ${rowsOf(scope, 'contracts', 'c')} where c.organization_id = o.id), 0) as charged_seats`,
  })
  const { license, seat_price, charged_seats, is_suspended } = practice
  return {
    license: license && withoutVersion(license),
    seat_price: toDollars(seat_price),
    charged_seats,
    is_suspended,
    can: {
      buy_seats: buysSeats(actor, practice) && license !== null && allowsSeats(license.license_type.id),
    },
  }
}
