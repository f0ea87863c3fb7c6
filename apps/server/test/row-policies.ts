import pg from 'pg'
import { tenants, tenantTables, type TenantTable } from '../src/db/tenant-tables.ts'
import { appRole } from '../src/db/migrate.ts'

/**
 * Row-level policies for a database of tests, derived from the map of tenant tables and written apart from db/scope.ts, so
 * that one says whether the other is right. The scope is the connection's `archwire.scope`; without one everything is seen.
 * Tables that `archwire.beyond` names are left open: for statements that look beyond the scope on purpose.
 */
export async function createRowPolicies(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(scopeFunctions)
    for (const table of tenantTables)
      await client.query(`
        alter table ${table} enable row level security;
        create policy seen on ${table} for select to ${appRole} using (${seen(table)});
        create policy added on ${table} for insert to ${appRole} with check (policy_organization(organization_id));
        create policy changed on ${table} for update to ${appRole} using (${seen(table)}) with check (policy_organization(organization_id));
        create policy removed on ${table} for delete to ${appRole} using (${seen(table)});`)
  } finally {
    await client.end()
  }
}

/** Records of a case are visible with the case: the policy of the parent table decides. */
function seen(table: TenantTable): string {
  const entry = tenants[table]
  const above = (parent: string, key: string) =>
    `exists (select 1 from ${parent} above where above.organization_id = ${table}.organization_id and above.id = ${table}.${key})`
  const condition = {
    patient: () =>
      `policy_case(organization_id, partner_organization_id, ${'doctor' in entry ? entry.doctor : 'null'}, created_by_user_id)`,
    case: () => above('patients', 'patient_id'),
    work: () => above('tech_workflows', 'tech_workflow_id'),
    print: () => above('printing_requests', 'printing_request_id'),
    organization: () => 'policy_organization(organization_id)',
  }[entry.reach]()
  return `policy_open('${table}') or ${condition}`
}

const scopeFunctions = `
  create function policy_scope() returns jsonb language sql stable as
    $$ select coalesce(nullif(current_setting('archwire.scope', true), ''), '{"kind": "lab"}')::jsonb $$;
  create function policy_holds(list text, id int) returns boolean language sql stable as
    $$ select coalesce(policy_scope() -> list @> to_jsonb(id), false) $$;
  create function policy_open(name text) returns boolean language sql stable as
    $$ select policy_scope() ->> 'kind' = 'lab' or name = any(string_to_array(current_setting('archwire.beyond', true), ' ')) $$;
  create function policy_case(organization int, partner int, doctor int, creator int) returns boolean language sql stable as $$
    select case policy_scope() ->> 'kind'
      when 'lab' then true
      when 'partner' then policy_holds('organizations', partner)
      else policy_holds('all', organization) or policy_holds('own', organization)
        and (policy_scope() ->> 'user')::int in (doctor, creator) end $$;
  create function policy_organization(organization int) returns boolean language sql stable as $$
    select case policy_scope() ->> 'kind'
      when 'lab' then true
      when 'partner' then policy_holds('organizations', organization)
        or exists (select 1 from organizations o where o.id = organization and policy_holds('organizations', o.third_party_partner_id))
      else policy_holds('all', organization) or policy_holds('own', organization) end $$;
`

/** Statements that look beyond the scope on purpose: at which tables, and why. What else they name stays under its policy. */
export const beyond: { statement: RegExp; tables: TenantTable[]; because: string }[] = [
  {
    statement: /insert into patients \(/,
    tables: ['patients', 'rx_forms', 'tech_workflows'],
    because: 'the suffix counts the names of the whole practice; and no statement sees the rows that it adds itself',
  },
  {
    statement: /max\(coalesce\(p\.numeric_suffix, 0\)\)/,
    tables: ['patients'],
    because: 'within one’s own practice a name is known to be taken whosever case has it (cases/queries.ts)',
  },
  {
    statement: /as has_incomplete_requests/,
    tables: ['rx_forms', 'printing_requests'],
    because: 'a location is in use as long as any case of the practice names it (locations/open-work.sql.ts)',
  },
]
