import { expect, it } from 'vitest'
import type { Db } from './client.ts'
import { scoped, type Scope } from './scope.ts'

/** Checked by the compiler, not by running: a query on tenant tables without a scope does not compile (rule 6). */
const neverRun = (db: Db, scope: Scope) => [
  // @ts-expect-error `patients` is no table of `Db`
  db.selectFrom('patients').selectAll(),
  // @ts-expect-error nor can its rows be changed
  db.updateTable('rx_forms').set({ status_id: 1 }),
  // @ts-expect-error nor removed
  db.deleteFrom('patient_files'),
  // @ts-expect-error and the door asks whose rows
  scoped(db).from('patients'),
  scoped(db, scope).from('patients').select('id'),
  db.selectFrom('users').select('id'),
]

it('tenant tables are named through a scope only', () => {
  expect(neverRun).toBeTypeOf('function')
})
