import type { Db, Trx } from '../db/client.ts'

/** A transaction as a database: transactions that are started on it become part of it, one after the other. */
export function asDb(trx: Trx): Db {
  let last: Promise<unknown> = Promise.resolve()
  const execute = (run: (inner: Trx) => Promise<unknown>) => {
    const mine = last.then(() => run(trx))
    last = mine.catch(() => undefined)
    return mine
  }
  return new Proxy(trx, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
