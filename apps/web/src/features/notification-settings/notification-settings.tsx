import { notificationSettings } from '@archwire/contract/client/notification-settings'
import type {
  NotificationSetting,
  NotificationSettings as Answer,
} from '@archwire/contract/notification-settings/schema.ts'
import { notificationKinds, type NotificationKind } from '@archwire/contract/notifications/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { createForm, type FormStore } from '../../ui/form/store.ts'
import { usePart } from '../../ui/form/use-part.ts'
import { Section } from '../../ui/page.tsx'
import { ErrorState, Note, PartLoading } from '../../ui/states.tsx'
import { KindFacts, KindField } from './kind-field.tsx'
import styles from './notification-settings.module.css'

export type Values = Record<NotificationKind, NotificationSetting>
type Kept = Values & { id: number; version: number }

const kinds = Object.keys(notificationKinds) as NotificationKind[]
const title = 'Email notifications'

const makeForm = (kept: Kept | undefined): FormStore<Values> => {
  const { id: _, version: __, ...initial } = kept!
  // What may join a list is checked as it is added.
  return createForm<Values>({ initial, validate: () => ({}) })
}

const keptOf = (id: number, { data, version }: Answer): Kept => ({ ...data, id, version })

interface Props {
  organizationId: number
  /** Without it the settings are shown, and cannot be changed. */
  mayChange: boolean
}

/** Which kinds of notices a practice gets, and who else gets their emails (`notices/settings`): a part of a page. */
export function NotificationSettings({ organizationId, mayChange }: Props) {
  const { data, error, refetch } = useQuery(query(notificationSettings.get, { params: { id: organizationId } }))
  return (
    <Section title={title}>
      {data ? (
        <>
          <div className={styles.note}>
            <Note>
              A kind that is turned off sends the practice no emails and no notifications. Additional addresses get a
              copy of the emails.
            </Note>
          </div>
          {mayChange ? (
            // Another practice is another form.
            <Settings key={organizationId} organizationId={organizationId} answer={data} />
          ) : (
            <ul className={styles.kinds}>
              {kinds.map((kind) => (
                <KindFacts key={kind} kind={kind} setting={data.data[kind]} />
              ))}
            </ul>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PartLoading />
      )}
    </Section>
  )
}

function Settings({ organizationId, answer }: { organizationId: number; answer: Answer }) {
  const part = usePart({
    what: 'set of notification settings',
    kept: keptOf(organizationId, answer),
    make: makeForm,
    route: notificationSettings.update,
    input: (values, version) => ({ params: { id: organizationId }, body: { ...values, version } }),
    keptOf: (next) => keptOf(organizationId, next),
    refusal: byKind,
  })
  return (
    <RecordForm {...part}>
      <ul className={styles.kinds} aria-label={title}>
        {kinds.map((kind) => (
          <KindField key={kind} form={part.form} kind={kind} suggestions={answer.metadata.email_suggestions} />
        ))}
      </ul>
    </RecordForm>
  )
}

/** The server names a part of a kind (`print_requested.additional_emails.0`); the form shows its message at the kind. */
function byKind(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields: Record<string, string[]> = {}
  for (const [name, messages] of Object.entries(error.fields)) (fields[name.split('.')[0]!] ??= []).push(...messages)
  return new ApiError(error.status, error.code, error.message, fields)
}
