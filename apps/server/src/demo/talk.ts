import { writeMention } from '@archwire/contract/conversations/mentions.ts'
import type { Db } from '../db/client.ts'
import type { Actor } from '../kernel/actor.ts'
import { sendMessage } from '../modules/conversations/index.ts'
import type { CasePlan } from './plan.ts'

/** What doctors ask, and what the lab answers. */
const talks = [
  [
    'Could you keep the rotation of the lower left canine for now? We correct it in the second phase.',
    'We leave it as it is and note it for the second phase.',
  ],
  [
    'The patient asked whether the midline can move by a millimeter to the left.',
    'That is possible without extractions. The setup will show it; please look at the front view.',
  ],
  ['Is the scan of the upper molars good enough? There was some saliva.', 'It is: no holes in the chewing area.'],
] as const

interface Talking {
  db: Db
  /** Someone at the time that the case's clock shows. */
  at: (time: Date, key: string) => Promise<Actor>
}

/** Every fourth case that is worked on was talked about. */
export const isTalkedAbout = ({ index, workAt }: CasePlan): boolean => index % 4 === 0 && workAt !== undefined

/** Question and answer about a case, if it was talked about; of every twelfth the question is still open. */
export async function talkAbout({ db, at }: Talking, patientId: number, plan: CasePlan): Promise<void> {
  if (!isTalkedAbout(plan) || !plan.workAt) return
  const [question, answer] = talks[(plan.index / 4) % talks.length]!
  const say = async (time: Date, key: string, text: string) => {
    const actor = await at(time, key)
    const message = { text, photo_ids: [], pin_id: null, misfit: null, releases_hold_id: null }
    await db.transaction().execute((trx) => sendMessage(trx, actor, patientId, message))
  }
  await say(plan.workAt(0.1), plan.doctor, `${writeMention('lab')} ${question}`)
  if (plan.index % 12 !== 0) await say(plan.workAt(0.3), plan.technician, answer)
}
