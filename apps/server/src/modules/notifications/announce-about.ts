import type { Announced } from '../../activities/subscribers.ts'
import type { Db } from '../../db/client.ts'
import type { JobTools } from '../../jobs/define.ts'
import { notify, type Notice } from './notify.ts'
import { organizationPeople, type OrganizationAudience } from './recipients.ts'
import { isSettled } from './settle.ts'

/** What announcing needs to know of an activity, besides what its words need. */
interface Fact {
  /** The record's; for a case that of the entry in its history. */
  id: number
  event: string
  at: Date | string
  /** Who did it, and is not notified. */
  user_id: number | null
  organization_id: Notice['organizationId']
  /** The case whose history has the entry. */
  patient_id?: number
}

/** A notice about an activity for some people; when one person would get two bell entries, the first is kept. */
export interface Told extends Pick<Notice, 'kind' | 'patient' | 'mail' | 'copy'> {
  bell: { to: OrganizationAudience | number[]; message: string; link: string }[]
}

export type AnnounceTools = Pick<JobTools, 'db' | 'publicUrl' | 'labZone'>

/**
 * Makes what the job `<subject>.announce` does: bell and mail about one activity, once, however often it runs.
 * @param read reads what the words need; undefined where the record no longer exists. What the job was given is added to it.
 * @param words each text with its recipients; nothing for an event without notices
 */
export const announceAbout =
  <Job extends object, Row extends Omit<Fact, keyof Job>>(
    subject: Announced,
    {
      read,
      words,
    }: {
      read: (db: Db, job: Job) => Promise<Row | undefined>
      words: (fact: Job & Row, tools: AnnounceTools) => Told[]
    },
  ) =>
  async (tools: AnnounceTools, job: Job): Promise<void> => {
    const row = await read(tools.db, job)
    if (!row) return
    const known = { ...job, ...row }
    const { id, event, at, user_id, organization_id, patient_id } = known as unknown as Fact
    const notices = await Promise.all(
      words(known, tools).map(async ({ bell, ...told }) => ({
        ...told,
        ...(subject === 'case'
          ? { type: event, historyId: id }
          : { type: `${subject}.${event}`, historyId: null, about: { subject, id } }),
        at: new Date(at),
        organizationId: organization_id,
        by: user_id,
        bell: (await Promise.all(bell.map((line) => linesOf(tools.db, organization_id, line)))).flat(),
      })),
    )
    if (notices.length === 0) return
    await tools.db.transaction().execute(async (trx) => {
      const settled = patient_id !== undefined && (await isSettled(trx, { id, event, patient_id }))
      for (const notice of notices) await notify(trx, { ...notice, settled })
    })
  }

async function linesOf(
  db: Db,
  organizationId: Fact['organization_id'],
  { to, ...line }: Told['bell'][number],
): Promise<Notice['bell']> {
  const people = Array.isArray(to) ? to : await organizationPeople(db, organizationId, to)
  return people.map((user) => ({ user, ...line }))
}
