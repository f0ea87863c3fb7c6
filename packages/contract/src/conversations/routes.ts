import { z } from 'zod'
import { actions, id, IdParams, Instant, reasons } from '../core/fields.ts'
import { Meta } from '../core/paging.ts'
import { get, post } from '../core/route.ts'
import { searchSchema } from '../core/search.ts'
import { holdsCases, seesCases } from '../required-permissions.ts'
import { ConversationEntry, Mention, NewMessage, OpenHold } from './schema.ts'
import { conversationSearch } from './search.ts'

export const conversationActions = ['write', 'release'] as const

export const conversations = {
  list: get('/patients/{id}/messages', {
    shows: ['message@params.id', 'unread', 'case@params.id'],
    summary: 'The messages of practice and lab about a case and the messages they answer, newest first',
    rules: ['cases/conversation', 'cases/send-and-release', 'people/doer'],
    needs: seesCases,
    params: IdParams,
    query: searchSchema(conversationSearch, 30),
    returns: z.strictObject({
      entries: z.array(ConversationEntry),
      meta: Meta,
      /** Messages to me that I have not read. */
      unread: z.int(),
      /** Null while the case is not on hold. */
      hold: OpenHold.nullable(),
      can: actions(...conversationActions),
      why_not: reasons(...conversationActions),
    }),
  }),
  people: get('/patients/{id}/messages/people', {
    shows: [],
    summary: 'List the people whom a message about a case can mention: those who see the case, and the lab',
    rules: ['cases/mentions', 'people/doer'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ people: z.array(Mention.extend({ /** What they are there. */ role: z.string() })) }),
  }),
  send: post('/patients/{id}/messages', {
    changes: ['message', 'unread', 'case'],
    summary: 'Write a message to everyone who works on a case, or answer its hold and take the case off hold',
    rules: ['cases/conversation', 'cases/misfit', 'cases/send-and-release', 'cases/mentions', 'notices/message'],
    needs: seesCases,
    fieldPermissions: { releases_hold_id: [...holdsCases, 'organization.patients.toggle-hold'] },
    rate: { max: 60, per: 'user' },
    params: IdParams,
    body: NewMessage,
    returns: z.strictObject({ entry: ConversationEntry, message: z.string() }),
    example: { body: { text: 'Could you send a new scan of the lower arch?' } },
  }),
  read: post('/patients/{id}/messages/read', {
    changes: ['unread', 'notification'],
    summary: 'Mark the messages of a case up to this one as read',
    rules: ['cases/conversation', 'notices/message'],
    needs: seesCases,
    params: IdParams,
    body: z.strictObject({ /** The message that I saw last. */ up_to: id() }),
    returns: z.strictObject({ unread: z.int(), read_at: Instant }),
    example: { body: { up_to: 1 } },
  }),
}
