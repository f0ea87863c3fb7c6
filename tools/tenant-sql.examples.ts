/** Statements for the test of the check of raw SQL (tenant-sql.ts). */

/** Each as a person might write it in a hurry; the second word is the table that has to be reported. */
export const faults: [fault: string, table: string, text: string][] = [
  ['a root without a condition', 'patients p', 'sql`select p.id from patients p where p.id = ${id}`'],
  ['a root without an alias', 'locations', 'sql`select id from locations where id = ${id}`'],
  [
    'a join by the id alone',
    'patient_files f',
    "sql`select f.name from ${rows(scope, 'patients', 'p')} join patient_files f on f.patient_id = p.id`",
  ],
  ['an UPDATE by an id that was sent', 'pins', 'sql`update pins set text = ${body.text} where id = ${params.id}`'],
  ['an UPDATE with an alias', 'pins n', 'sql`update pins as n set text = ${text} where n.id = ${params.id}`'],
  ['a DELETE by id', 'share_links', 'sql`delete from share_links where id = ${id}`'],
  ['an INSERT without organization', 'uploads', 'sql`insert into uploads (file_path, user_id) values (${a}, ${b})`'],
  [
    'an INSERT whose columns nobody sees',
    'uploads',
    'sql`insert into uploads (${sql.raw(names)}) select * from ${source}`',
  ],
  [
    'an id that is looked up anywhere',
    'rx_forms x',
    'sql`p.id = (select x.patient_id from rx_forms x where x.id = ${id})`',
  ],
  [
    'a subselect beside a good root',
    'case_history h',
    "sql`select (select max(h.at) from case_history h where h.patient_id = p.id) from ${rows(scope, 'patients', 'p')}`",
  ],
  [
    'a query of WITH',
    'customer_requests',
    "sql`with open as (select id from customer_requests where status_id = 1) select * from ${rows(scope, 'patients', 'p')}`",
  ],
  [
    'a query of WITH that only holds what was sent',
    'patients p',
    'sql`with wanted as (select * from jsonb_to_recordset(${body.all}::jsonb) as x(organization_id int, id int)) select p.* from wanted w join patients p on p.organization_id = w.organization_id and p.id = w.id`',
  ],
  [
    'USING in a DELETE',
    'tech_workflows w',
    'sql`delete from jobs j using tech_workflows w where w.id = j.workflow_id`',
  ],
  [
    'a row that is compared by other keys',
    'rx_forms x',
    'sql`(p.user_id, p.id) = (select x.organization_id, x.patient_id from rx_forms x where x.id = ${id})`',
  ],
  ['upper case', 'patients', 'sql`SELECT 1 FROM Patients WHERE ID = ${id}`'],
  [
    'line breaks and comments',
    'patients p',
    'sql<Row>`\n  select 1\n  from -- all of them\n    patients\n    p\n  where p.id = 1`',
  ],
  ['quotes and a schema', 'patients', 'sql`select 1 from public."patients"`'],
  [
    'a list of tables',
    'rx_forms r',
    "sql`select 1 from ${rows(scope, 'patients', 'p')}, rx_forms r where r.patient_id = p.id`",
  ],
  [
    'an organization that was sent',
    'locations l',
    'sql`select 1 from locations l where l.organization_id = ${body.organization_id} and l.id = ${body.location_id}`',
  ],
  [
    'one that was sent deeper',
    'locations l',
    'sql`select 1 from locations l where l.organization_id = ${request.body.organizationId}`',
  ],
  ['one of unknown origin', 'locations', 'sql`select 1 from locations where organization_id = ${organizationId}`'],
  [
    'a condition beside an OR',
    'pins n',
    "sql`select 1 from pins n where ${inScope(scope, 'pins', 'n')} or n.id = ${id}`",
  ],
  [
    'a condition behind a NOT',
    'pins n',
    'sql`select 1 from pins n where not (n.organization_id = ${of.organization_id})`',
  ],
  [
    'a comparison that is only shown',
    'pins n',
    'sql`select n.organization_id = ${of.organization_id} as own from pins n`',
  ],
  [
    'an organization that is written, not asked',
    'pins',
    'sql`update pins set organization_id = ${of.organization_id} where id = 1`',
  ],
  [
    'an outer join, which leaves its root as it is',
    'customer_requests cr',
    "sql`select cr.id from customer_requests cr left join ${rows(scope, 'patients', 'p')} on p.organization_id = cr.organization_id`",
  ],
  ['the condition of another alias', 'pins n', "sql`select 1 from pins n where ${inScope(scope, 'pins', 'm')}`"],
  [
    'a condition that is wider than the table',
    'pins n',
    "sql`select 1 from pins n where ${organizationCondition(scope, 'n')}`",
  ],
  [
    'a condition that is there sometimes',
    'pins n',
    "sql`select 1 from pins n where ${all ? sql`true` : inScope(scope, 'pins', 'n')}`",
  ],
  [
    'two tables that hold each other and nothing else',
    'rx_forms r',
    'sql`select 1 from rx_forms r join patients p on p.organization_id = r.organization_id and p.id = r.patient_id where r.id = ${id}`',
  ],
  [
    'a table of organizations that nobody restricts',
    'invitations i',
    'sql`select 1 from invitations i join organizations o on o.id = i.organization_id where i.id = ${id}`',
  ],
  [
    'the second half of a UNION',
    'pins n',
    "sql`select 1 from ${rows(scope, 'pins', 'm')} union all select 1 from pins n`",
  ],
  ['a fragment for FROM', 'patients p', 'const from = sql`patients p join users d on d.id = p.user_id`'],
  ['a name alone', 'patients', 'sql`select 1 from ${sql`patients`}`'],
  ['a text without its tag', 'patients', 'pool.query(`select 1 from patients where id = $1`, [id])'],
  ['a text in quotes', 'patients', "pool.query('select 1 from patients where id = $1', [id])"],
  [
    'a template within a template',
    'pins',
    'sql`with a as (select 1) ${change ? sql`update pins set x = 1 where id = ${id}` : sql`select 1`}`',
  ],
  [
    'a table behind the comma after ON',
    'pins n',
    "sql`select 1 from ${rows(scope, 'patients', 'p')} join rx_forms r on r.organization_id = p.organization_id, pins n where n.patient_id = p.id`",
  ],
  [
    'a table behind the comma after USING',
    'pins n',
    "sql`select 1 from ${rows(scope, 'patients', 'p')} join rx_forms r using (organization_id, patient_id), pins n where n.id = ${id}`",
  ],
  [
    'a table behind the comma in a fragment',
    'pins n',
    'sql`left join rx_forms r on r.organization_id = p.organization_id, pins n`',
  ],
  [
    'the first table of a join in brackets',
    'patients p',
    'sql`select 1 from (patients p join users d on d.id = p.user_id) where p.id = ${id}`',
  ],
  [
    'a join in brackets behind a join',
    'rx_forms r',
    "sql`select 1 from ${rows(scope, 'patients', 'p')} left join (rx_forms r join users d on d.id = r.user_id) on r.patient_id = p.id`",
  ],
  [
    'a query of WITH with the name of its table',
    'patients',
    'sql`with patients as (select * from patients where id = ${id}) select * from patients`',
  ],
  ['NOT before a condition', 'pins n', "sql`select 1 from pins n where not ${inScope(scope, 'pins', 'n')}`"],
  [
    'NOT before a comparison',
    'pins n',
    'sql`select 1 from pins n where not n.organization_id = ${of.organization_id}`',
  ],
  [
    'a condition that is not true',
    'pins n',
    "sql`select 1 from pins n where ${inScope(scope, 'pins', 'n')} is not true`",
  ],
  ['a condition that is false', 'pins n', "sql`select 1 from pins n where ${inScope(scope, 'pins', 'n')} = false`"],
  ['false is a condition', 'pins n', "sql`select 1 from pins n where false = ${inScope(scope, 'pins', 'n')}`"],
  [
    'a comparison that is false',
    'pins n',
    'sql`select 1 from pins n where (n.organization_id = ${of.organization_id}) = false`',
  ],
  [
    'a comparison that is unknown',
    'pins n',
    'sql`select 1 from pins n where n.organization_id = ${of.organization_id} is null`',
  ],
  [
    'a condition with a way round it',
    'pins n',
    "sql`select 1 from pins n where coalesce(${inScope(scope, 'pins', 'n')}, true)`",
  ],
  ['a table as a reference', "sql.ref('patients')", "sql`select 1 from ${sql.ref('patients')} p where p.id = ${id}`"],
  ['a table as an identifier', "sql.id('patients')", "sql`select 1 from users u join ${sql.id('patients')} on true`"],
  [
    'a conflict that changes a row of somebody else',
    'pins',
    'sql`insert into pins (organization_id, id, text) values (${of.organization_id}, ${id}, ${text}) on conflict (id) do update set text = excluded.text`',
  ],
  [
    'a conflict with a condition on something else',
    'pins',
    'sql`insert into pins (organization_id, id) values (${of.organization_id}, ${id}) on conflict (id) do update set id = 1 where pins.id > 1`',
  ],
  [
    'two conflicts, one with the condition of the other',
    'pins',
    'sql`with a as (insert into pins (organization_id, id) values (${of.organization_id}, 1) on conflict (id) do update set id = 1), b as (insert into uploads (organization_id, id) values (${of.organization_id}, 1) on conflict (id) do update set id = 1 where uploads.organization_id = excluded.organization_id) select 1`',
  ],
  [
    'what a function is asked for',
    'patients p',
    'sql`select u.id from unnest(array(select p.id from patients p where p.last_name = ${name})) u(id)`',
  ],
  [
    'a column behind DISTINCT ON',
    'case_history h',
    "sql`select distinct on (p.id) p.id, coalesce((select max(h.at) from case_history h where h.patient_id = p.id), now()) from ${rows(scope, 'patients', 'p')}`",
  ],
  ['a fragment of a table and a condition', 'patients p', 'const found = sql`patients p where p.id = ${id}`'],
  ['a fragment of rows and a table', 'pins n', "const from = sql`${rows(scope, 'patients', 'p')}, pins n`"],
  ['a fragment of one more table', 'pins n', 'const more = sql`, pins n`'],
  [
    'an organization that was sent, beside a table that is reached',
    'patients p',
    "sql`with wanted as (select w.organization_id, w.id from jsonb_to_recordset(${body.all}::jsonb) as w(organization_id int, id int, location_id int) join ${rows(scope, 'locations', 'l')} on l.id = w.location_id) select p.* from wanted join patients p on p.organization_id = wanted.organization_id and p.id = wanted.id`",
  ],
  ['TABLE', 'patients', 'sql`select 1 union all table patients`'],
  ['TRUNCATE', 'pins', 'sql`truncate table pins`'],
  ['TRUNCATE in short', 'pins', 'sql`truncate pins`'],
  ['COPY', 'pins', 'sql`copy pins to stdout`'],
  ['MERGE', 'pins', 'sql`merge into pins using ${sent} s on s.id = pins.id when matched then update set x = 1`'],
  [
    'a second table of the builder',
    'patients',
    "scoped(db, scope).update('pins').from('patients').where('pins.id', '=', id)",
  ],
  ['a list of tables of the builder', 'pins', "query.using(['users', 'pins as n'])"],
  ['a subquery of the builder', 'rx_forms', "where((eb) => eb.exists(eb.selectFrom('rx_forms as r').select('r.id')))"],
  ['a cast of the builder', 'patients', "(db as Kysely<DB>).updateTable('patients')"],
  [
    'a join by the builder',
    'patients',
    "scoped(db, scope).from('pins').innerJoin('patients as p', 'p.id', 'pins.patient_id')",
  ],
]

/** What must not be reported as a fault. */
export const legal: [what: string, text: string][] = [
  ['a root', "sql`select p.id from ${rows(actor.scope, 'patients', 'p')} where p.id = ${id}`"],
  ['a condition', "sql`update pins n set text = ${text} where ${inScope(scope, 'pins', 'n')} and n.id = ${id}`"],
  ['a condition on the bare name', "sql`delete from pins where ${inScope(scope, 'pins')} and id = ${id}`"],
  ['a lock', "sql`select 1 from patients p where p.id = ${id} and ${caseCondition(scope, 'p')} for update of p`"],
  [
    'joins from one to the next',
    "sql`select 1 from ${rows(scope, 'patients', 'p')} join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id left join locations l on l.organization_id = r.organization_id and l.id = r.location_id`",
  ],
  [
    'the root as the last of the joins',
    "sql`select 1 from pins n join ${rows(scope, 'patients', 'p')} on p.organization_id = n.organization_id and p.id = n.patient_id where n.id = ${id}`",
  ],
  [
    'a join by equal names',
    "sql`select 1 from ${rows(scope, 'patients', 'p')} join rx_forms r using (organization_id, patient_id)`",
  ],
  ['a fact', 'sql`update pins set text = ${text} where organization_id = ${of.organization_id} and id = ${id}`'],
  ['a fact that may be missing', 'sql`select 1 from pins n where n.organization_id = ${of?.organization_id ?? null}`'],
  [
    'a row that is compared with its organization',
    'sql`(p.organization_id, p.id) = (select x.organization_id, x.patient_id from rx_forms x where x.id = ${id})`',
  ],
  ['a fragment of joins', 'sql`left join rx_forms r on r.organization_id = p.organization_id and r.patient_id = p.id`'],
  [
    'a fragment that is given its alias',
    "sql`exists (select 1 from rx_forms r where r.organization_id = ${column('organization_id')} and r.id = 1)`",
  ],
  [
    'a subselect of the root',
    "sql`select coalesce((select count(*) from pins n where n.organization_id = p.organization_id and n.patient_id = p.id), 0) from ${rows(scope, 'patients', 'p')}`",
  ],
  [
    'the query of WITH that was checked itself',
    "sql`with seen as (update share_links s set views = 1 where ${inScope(labScopeOf, 'share_links', 's')} returning s.organization_id, s.patient_id) select 1 from seen join patient_files f on f.organization_id = seen.organization_id and f.patient_id = seen.patient_id`",
  ],
  [
    'locations of an organization within reach',
    "sql`select (select 1 from locations l where l.organization_id = o.id limit 1) from organizations o where o.id = ${id} and ${organizationCondition(scope, 'o', 'id')}`",
  ],
  [
    'an INSERT',
    'sql`insert into pins (organization_id, text) values (${of.organization_id}, ${text}) on conflict do nothing`',
  ],
  [
    'a lock and a conflict',
    'sql`insert into outbox (kind) select 1 on conflict (id) do update set kind = excluded.kind`',
  ],
  [
    'a conflict within the organization',
    'sql`insert into pins (organization_id, id) select p.organization_id, p.id from found p on conflict (organization_id, id) do update set id = 1`',
  ],
  [
    'a conflict on a row of the same organization',
    'sql`insert into pins (organization_id, id) select p.organization_id, p.id from found p on conflict (id) do update set id = 1 where pins.organization_id = excluded.organization_id`',
  ],
  [
    'a condition in brackets, and one behind it',
    "sql`select 1 from pins n where (${inScope(scope, 'pins', 'n')}) and (n.id = 1 or n.id = 2) order by n.id, n.text`",
  ],
  [
    'a list of what is reached',
    "sql`select 1 from ${rows(scope, 'patients', 'p')}, lateral (select 1) x, pins n where n.organization_id = p.organization_id and n.patient_id = p.id`",
  ],
  ['the builder, scoped', "const row = await scoped(trx, actor.scope)\n    .from('locations', { archived: true })"],
  [
    'what only sounds like a table',
    'sql`select extract(epoch from pins.at), a is distinct from pins from users`.toString()',
  ],
  [
    'words',
    "throw new NotFound('There is nothing from patients here: update it')".replace('from patients', 'of patients'),
  ],
  ['comments', "// select 1 from patients\n/* update pins */ const a = 'x'"],
  ['values', "sql`select 1 from users where name = 'from patients p'`"],
]
