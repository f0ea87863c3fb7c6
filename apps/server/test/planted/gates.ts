import type { PlantedFault } from './fault.ts'

const examples = 'apps/server/test/generated/examples.test.ts'
const tenancy = 'apps/server/test/generated/tenancy.test.ts'
const assigned = 'apps/server/test/locations/assigned-locations.test.ts'
const policies = 'apps/server/test/generated/row-policies.test.ts'

/** Faults that the gates themselves once let pass: each gate is shown to be able to fail. */
export const gates: PlantedFault[] = [
  {
    name: 'answers do not say what they cost',
    finding: 'statement-counts',
    file: 'apps/server/src/http/serve.ts',
    find: "reply.header('server-timing'",
    replace: "reply.header('server-time'",
    test: {
      project: 'server',
      file: 'apps/server/test/http/statements.test.ts',
      name: 'lists and single records take at most 2',
    },
  },
  {
    name: 'statements are not counted',
    finding: 'statement-counts',
    file: 'apps/server/src/http/serve.ts',
    find: '`db;desc="${request.statements.count}"`',
    replace: '`db;desc="0"`',
    test: {
      project: 'server',
      file: 'apps/server/test/http/statements.test.ts',
      name: 'lists and single records take at most 2',
    },
  },
  {
    name: 'somebody known costs another statement than somebody unknown',
    finding: 'statement-counts',
    file: 'apps/server/src/modules/auth/commands.ts',
    find: '    await noteFailure(db, found.id, sent.address)\n',
    replace: '    if (found.id !== null) await noteFailure(db, found.id, sent.address)\n',
    test: {
      project: 'server-fresh',
      file: 'apps/server/test/accounts/accounts.test.ts',
      name: 'with the same statements',
    },
  },
  {
    name: 'an example that is refused',
    finding: 'refused-example',
    file: 'packages/contract/src/rx-forms/routes.ts',
    find: "  user_id: 1,\n  impression_date: '2026-11-20',\n",
    replace: "  impression_date: '2026-11-20',\n",
    test: { project: 'generated', file: examples, name: 'POST /rx_forms' },
  },
  {
    name: 'a field is set without its permission',
    finding: 'field-rights',
    file: 'apps/server/src/http/execute.ts',
    find: '  refuseFields(serving, route, request)\n',
    replace: '  void refuseFields\n',
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/fields.test.ts',
      name: 'complete with custom_shipping_fee',
    },
  },
  {
    name: 'a request is canceled, its print completed',
    finding: 'split-life-cycles',
    file: 'apps/server/src/modules/requests/commands/requests.ts',
    find: "move(printingRequestLifecycle, request.print_status, 'cancel', printIs)",
    replace: "move(printingRequestLifecycle, request.print_status, 'complete', printIs)",
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/request-lifecycle.test.ts',
      name: 'moves by the table or is refused',
    },
  },
  {
    name: 'the form waits on while its case moves',
    finding: 'split-life-cycles',
    file: 'apps/server/src/modules/case-core/change.ts',
    find: '{ ...rx, status: form }',
    replace: 'rx',
    test: {
      project: 'generated',
      file: 'apps/server/test/generated/lifecycle.test.ts',
      name: 'moves by the table or is refused',
    },
  },
  {
    name: 'bells of everybody are listed',
    finding: 'tenancy-gate',
    file: 'apps/server/src/modules/notifications/queries.ts',
    find: 'sql`n.user_id = ${userId} and (',
    replace: 'sql`(true or ',
    test: { project: 'generated', file: tenancy, name: 'shows nothing of another organization' },
  },
  {
    name: 'prints are listed whose ever they are',
    finding: 'tenancy-gate',
    file: 'apps/server/src/modules/requests/queries.ts',
    find: "from: sql`printing_requests pr join ${rows(actor.scope, 'patients', 'p')} on",
    replace: 'from: sql`printing_requests pr join patients p on',
    test: { project: 'generated', file: tenancy, name: 'shows nothing of another organization' },
  },
  {
    name: 'the page of a case lists the requests of its whole practice',
    finding: 'unscoped-statement',
    file: 'apps/server/src/modules/cases/queries.ts',
    find: 'where cr.organization_id = p.organization_id and cr.patient_id = p.id)',
    replace: 'where cr.organization_id = p.organization_id)',
    test: { project: 'generated', file: policies, name: 'GET /patients/{id}' },
  },
  {
    name: 'raw SQL of a partner is within no scope',
    finding: 'unscoped-statement',
    file: 'apps/server/src/db/scope.ts',
    find: "  if (scope.kind === 'lab') return name",
    replace: "  if (scope.kind !== 'practice') return name",
    test: { project: 'generated', file: policies, name: 'GET /printing_requests' },
  },
  {
    name: 'people are taken from a location of any practice',
    finding: 'unscoped-statement',
    file: 'apps/server/src/modules/locations/commands.ts',
    find: 'delete from location_users where organization_id = ${at.organization_id} and',
    replace: 'delete from location_users where',
    test: { project: 'unit', file: 'tools/tenant-sql.test.ts', name: 'the statements of the house' },
  },
  {
    name: 'whoever is in the practice reaches every case of it',
    finding: 'tenancy-gate',
    file: 'apps/server/src/db/scope.ts',
    find: "and (${column(doctorColumn)} = ${scope.user} or ${column('created_by_user_id')} = ${scope.user})",
    replace: '',
    test: { project: 'generated', file: tenancy, name: 'out of reach of a member' },
  },
  {
    name: 'a partner reaches every case of its practices',
    finding: 'tenancy-gate',
    file: 'apps/server/src/db/scope.ts',
    find: "return sql`${column('partner_organization_id')} = any(${scope.organizations}::int[])`",
    replace:
      "return sql`${column('organization_id')} in (select o.id from organizations o where o.third_party_partner_id = any(${scope.organizations}::int[]))`",
    test: { project: 'generated', file: tenancy, name: 'out of reach of a lab partner' },
  },
  {
    name: 'the doctor of a submit is anybody',
    finding: 'tenancy-gate',
    file: 'apps/server/src/modules/cases/commands/form-checks.ts',
    find: 'if (form.user_id !== null && !practice.doctor_ids.includes(form.user_id))',
    replace: 'if (form.user_id === 0)',
    test: { project: 'generated', file: tenancy, name: 'as if there were none' },
  },
  {
    name: 'members send cases through locations of others',
    finding: 'tenancy-gate',
    file: 'apps/server/src/modules/organizations/practice.ts',
    find: "${member}::int is null or ${assignedTo(member, 'l')})",
    replace: "${member}::int is null or ${assignedTo(member, 'l')} or true)",
    test: { project: 'server', file: assigned, name: 'is sent through no' },
  },
  {
    name: 'members ship prints to locations of others',
    finding: 'tenancy-gate',
    file: 'apps/server/src/modules/locations/queries.ts',
    find: '(l.id = ${present} or (${sql.join(reached(actor), sql` and `)}))',
    replace: 'l.deleted_at is null',
    test: { project: 'server', file: assigned, name: 'ships to one’s own location' },
  },
]
