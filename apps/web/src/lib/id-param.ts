import { notFound } from '@tanstack/react-router'

/** Ids in an address are numbers; anything else is an unknown page. */
export const idParams = <const K extends string>(...names: K[]) => ({
  parse: (params: Record<K, string>): Record<K, number> => {
    const read = (name: K) => {
      if (!/^[1-9]\d{0,9}$/.test(params[name])) throw notFound()
      return [name, Number(params[name])]
    }
    return Object.fromEntries(names.map(read)) as Record<K, number>
  },
  stringify: (params: Record<K, number>): Record<K, string> =>
    Object.fromEntries(names.map((name) => [name, String(params[name])])) as Record<K, string>,
})

/** `$id` of an address. */
export const idParam = idParams('id')
