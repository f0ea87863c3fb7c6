import type { Db, Trx } from '../db/client.ts'

const replaced = (db: Db, transaction: () => { execute: (run: (trx: Trx) => Promise<unknown>) => Promise<unknown> }) =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

/** A transaction as a database: transactions that are begun on it become part of it. */
export const asDb = (trx: Trx): Db => replaced(trx, () => ({ execute: (run) => run(trx) }))

/** A database each of whose transactions does `last` before it commits. */
export const endingWith = (db: Db, last: (trx: Trx) => Promise<void>): Db =>
  replaced(db, () => ({
    execute: (run) =>
      db.transaction().execute(async (trx) => {
        const result = await run(trx)
        await last(trx)
        return result
      }),
  }))
