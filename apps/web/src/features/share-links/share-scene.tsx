import { shareLinks } from '@archwire/contract/client/share-links'
import { counted } from '@archwire/contract/core/counted.ts'
import { scanKindTitles } from '@archwire/contract/patient-files/types.ts'
import { shareDays } from '@archwire/contract/share-links/days.ts'
import type { ShareLink } from '@archwire/contract/share-links/routes.ts'
import { Button, Modal } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatInstant } from '../../lib/format.ts'
import { query, useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import styles from './share-scene.module.css'

interface Props {
  patientId: number
  kind: ShareLink['kind']
  /** The title of the scene: Setup, Submitted scans. */
  label: string
}

/** Shows the scene to a colleague or the patient: a link without the name, which expires and can be closed. */
export function ShareScene(scene: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconLink size={15} stroke={1.8} />}
        onClick={() => setOpened(true)}
      >
        Share
      </Button>
      {opened && <ShareDialog {...scene} onClose={() => setOpened(false)} />}
    </>
  )
}

interface ShareLinkForm {
  label: string
  days: (typeof shareDays)[number]
}

const empty = (): ShareLinkForm => ({ label: '', days: 7 })
const dayWords = shareDays.map((days) => ({ id: days, label: counted(days, 'day') }))

function ShareDialog({ patientId, kind, label: title, onClose }: Props & { onClose: () => void }) {
  const [url, setUrl] = useState<string>()
  const { form, busy, dialog } = useFormDialog({
    route: shareLinks.create,
    announce: false,
    recordId: patientId,
    make: () => createForm({ initial: empty(), validate: () => ({}) }),
    input: ({ label, days }) => ({ params: { id: patientId }, body: { kind, days, label: label.trim() } }),
    onDone: (link) => {
      setUrl(link.url)
      // The next link is for somebody else.
      form.fill(empty())
    },
  })
  return (
    <Modal
      opened
      onClose={() => {
        dialog.onAside()
        onClose()
      }}
      title={`Share: ${title}`}
      size={520}
      // The link in it is shown only once.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.sharing}>
        <p>
          Anyone with the link can see the scans in 3D, without the names of the patient, the practice or the files. No
          account is needed.
        </p>
        <p>
          Shows the scans that are on the case now. Scans added later are not shown. The link stops working when you no
          longer have access to this case.
        </p>
        <TextField form={form} name="label" label="Who it is for (only you see this)" maxLength={100} focusFirst />
        <ChoiceField form={form} name="days" label="Link expires after" options={dayWords} />
        <Button loading={busy} onClick={dialog.onConfirm}>
          Make a link
        </Button>
        {url && (
          <div className={styles.made} role="status">
            <strong>Copy it now: it is shown only once.</strong>
            <CopyText text={url} isLink />
          </div>
        )}
        <Links patientId={patientId} />
      </div>
    </Modal>
  )
}

function Links({ patientId }: { patientId: number }) {
  const { data, error, isPending, refetch } = useQuery(query(shareLinks.list, { params: { id: patientId } }))
  if (isPending) return <p className={styles.quiet}>Looking for links…</p>
  if (error)
    return (
      <p className={styles.quiet} role="alert">
        {messageOf(error)}{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const links = data.share_links
  if (links.length === 0) return <p className={styles.quiet}>This case has no links yet.</p>
  return (
    <section aria-label="Links of this case">
      <h3>Links of this case</h3>
      <ul className={styles.links}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link }: { link: ShareLink }) {
  const [asking, setAsking] = useState(false)
  const revoke = useCall(shareLinks.revoke, { announce: 'aloud', onSuccess: () => setAsking(false) })
  return (
    <li data-closed={!link.open || undefined}>
      <span>
        <strong>{link.label || scanKindTitles[link.kind]}</strong>
        <small>
          {link.label && `${scanKindTitles[link.kind]} · `}
          {counted(link.views, 'view')}
          {link.last_viewed_at && (
            <>
              , last <Ago at={link.last_viewed_at} />
            </>
          )}{' '}
          · {endOf(link)} · {link.created_by}
        </small>
      </span>
      {link.open && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLinkOff size={15} />}
          onClick={() => setAsking(true)}
        >
          Close
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          opened
          title="Close this link?"
          confirm="Close the link"
          cancel="Keep it"
          danger
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { id: link.id } })}
          onClose={() => setAsking(false)}
        >
          <p>The link will stop working. It cannot be reopened, but you can create a new one.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function endOf({ open, revoked_at, expires_at }: ShareLink): string {
  if (revoked_at) return 'closed'
  return open ? `ends ${formatInstant(expires_at)}` : 'ended'
}
