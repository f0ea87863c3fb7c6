import { conversations } from '@archwire/contract/conversations/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { KeptConflict } from '../../kernel/errors.ts'
import { readMessages, sendMessage } from './commands.ts'
import { mentionable, readConversation, readMessage } from './queries.ts'

export function conversationRoutes(serve: Serve): void {
  serve(conversations.list, async ({ db, actor, params, query, logRead }) => {
    logRead(params.id)
    return readConversation(db, actor, params.id, query)
  })
  serve(conversations.people, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return { people: await mentionable(db, actor, params.id) }
  })
  serve(conversations.send, async ({ trx, actor, params, body }) => {
    const { id, facts, told, released } = await sendMessage(trx, actor, params.id, body)
    if (told !== null) return new KeptConflict(told)
    return {
      entry: await readMessage(trx, actor, facts, id),
      message: released ? 'Sent. The case is no longer on hold.' : 'Sent.',
    }
  })
  serve(conversations.read, async ({ trx, actor, params, body }) => ({
    unread: await readMessages(trx, actor, params.id, body.up_to),
    read_at: actor.now.toISOString(),
  }))
}
