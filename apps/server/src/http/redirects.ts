import type { Route } from '@archwire/contract/core/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../kernel/errors.ts'

/** Answers of calls that lead to a page (`screens/open-link`). Where they lead is made here, or by a handler of numbers. */
export async function leadToPage(result: unknown, reply: FastifyReply): Promise<void> {
  await reply.redirect((result as { location: string }).location)
}

/** To the sign-in, with the way back: of the call's own address the path alone, which is that of its route. */
export const leadToSignIn = ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`/login?path=${encodeURIComponent(url.split('?')[0]!)}`)

/** Says on a page that there is none, where a person's browser asks for one; programs get the error. */
export const sayOnPage =
  ({ redirects }: Route, { headers }: FastifyRequest, reply: FastifyReply) =>
  (error: unknown): unknown => {
    if (!redirects || !(error instanceof NotFound) || !headers.accept?.includes('text/html')) throw error
    return reply.redirect('/not-found')
  }
