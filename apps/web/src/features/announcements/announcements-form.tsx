import { settings } from '@archwire/contract/client/settings'
import type { Announcement } from '@archwire/contract/settings/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import styles from './announcements-form.module.css'
import { AnnouncementBanner } from './announcement-banner.tsx'

/** Characters of an announcement; the contract's limit, without its schemas. */
const most = 16_777_000

const titles = {
  internal: { title: 'Announcement to the lab', label: 'Text for the lab’s people' },
  doctor: { title: 'Announcement to practices', label: 'Text for practices' },
} as const
const order = ['internal', 'doctor'] as const

/** Both announcements, each with a preview of what its readers will see (`notices/announcements`). */
export function AnnouncementForms() {
  const { data } = useSuspenseQuery(query(settings.announcements, {}))
  return (
    <div className={styles.forms}>
      {order.map((visibility) => {
        const announcement = data.announcements.find((one) => one.visibility === visibility)
        return announcement && <EditAnnouncement key={visibility} announcement={announcement} />
      })}
    </div>
  )
}

interface Values {
  body: string
}
const makeForm = (announcement?: Announcement) =>
  createForm<Values>({
    initial: { body: announcement?.body ?? '' },
    validate: ({ body }) => (body.length > most ? { body: ['Maximum character limit exceeded.'] } : {}),
  })

function EditAnnouncement({ announcement }: { announcement: Announcement }) {
  const { title, label } = titles[announcement.visibility]
  const part = usePart({
    what: `announcement ${announcement.visibility}`,
    kept: announcement,
    make: makeForm,
    route: settings.saveAnnouncement,
    input: (values, version) => ({ params: { id: announcement.id }, body: { ...values, version } }),
    keptOf: (answer) => answer.announcement,
  })
  const { form } = part
  const body = useFormPart(form, () => form.values().body)
  return (
    <RecordForm {...part} what="announcement">
      <FieldGroup title={title} note={<ChangedBy announcement={announcement} />}>
        <Wide>
          <TextField form={form} name="body" label={label} rows={8} help="Empty: nothing is shown." />
        </Wide>
        <Wide>
          <section className={styles.preview} aria-label={`Preview: ${title}`}>
            <h3>Preview</h3>
            {body.trim() === '' ? <p>Nothing is shown.</p> : <AnnouncementBanner body={body.slice(0, 10_000)} />}
          </section>
        </Wide>
      </FieldGroup>
    </RecordForm>
  )
}

const ChangedBy = ({ announcement: { updated_at, last_updated_by } }: { announcement: Announcement }) => (
  <p className={styles.changed}>
    {last_updated_by ? (
      <>
        Last changed by <span translate="no">{last_updated_by.full_name}</span>,{' '}
        <time dateTime={updated_at} className="numeric">
          {formatInstant(updated_at)}
        </time>
      </>
    ) : (
      'Nobody has changed it yet.'
    )}
  </p>
)
