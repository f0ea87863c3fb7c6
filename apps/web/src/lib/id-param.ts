import { notFound } from '@tanstack/react-router'

/** `$id` of an address is a number; anything else is no page. */
export const idParam = {
  parse: ({ id }: { id: string }): { id: number } => {
    if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound()
    return { id: Number(id) }
  },
  stringify: ({ id }: { id: number }): { id: string } => ({ id: String(id) }),
}
