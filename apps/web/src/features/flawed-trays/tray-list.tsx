import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { flawCauses } from '@archwire/contract/flaw-causes.ts'
import { assignment, jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { useState } from 'react'
import { assigneeName } from '../case/assignees.ts'
import { formatInstant } from '../../lib/format.ts'
import { offer } from '../../lib/offer.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { CorrectedFile, type CompareAt } from './corrected-file.tsx'
import { correctorOf } from './corrector.ts'
import { CauseSelect, PrintSelect, useTrayEdit } from './edit-tray.tsx'
import styles from './flawed-trays.module.css'
import { RemoveTray } from './remove-tray.tsx'
import { TrayFile } from './tray-file.tsx'

interface Props {
  request: CustomerRequest
  /** The page that compares a corrected file with the setup before it. */
  compareAt: CompareAt
}

/** The flawed trays of a request: what is wrong with each, its files before and after, who prints it (`corrections/tray`). */
export const TrayList = ({ request, compareAt }: Props) => (
  <ul className={styles.trays} aria-label="Flawed trays">
    {request.flawed_trays.map((tray) => (
      <Tray key={tray.id} tray={tray} request={request} compareAt={compareAt} />
    ))}
  </ul>
)

function Tray({ tray, request, compareAt }: Props & { tray: FlawedTray }) {
  const name = labelOf(jaws, tray.arch)
  const edit = useTrayEdit(tray)
  return (
    <li aria-label={`${name} tray`}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <StatusBadge status={tray.status} />
        <small>
          {tray.created_by ?? 'Requested'} · {formatInstant(tray.created_at)}
        </small>
        <DeleteTray tray={tray} name={name} request={request} />
      </div>
      {tray.remark !== '' && <p className={styles.remark}>{tray.remark}</p>}
      <dl className={styles.facts}>
        <div>
          <dt>Cause</dt>
          <dd>
            {tray.can.edit ? (
              <CauseSelect edit={edit} name={name} />
            ) : tray.cause ? (
              flawCauses[tray.cause]
            ) : (
              'Not stated'
            )}
          </dd>
        </div>
        <div>
          <dt>Printed by</dt>
          <dd>
            {tray.can.edit ? (
              <PrintSelect edit={edit} name={name} partner={request.assignable_partner} />
            ) : (
              assigneeName(tray.print, request.third_party_partner)
            )}
          </dd>
        </div>
        {tray.file && <TrayFile label="Original IOS" file={tray.file} />}
        {tray.stl_file && <TrayFile label="Setup before" file={tray.stl_file} />}
      </dl>
      <CorrectedFile
        tray={tray}
        name={name}
        compareAt={compareAt}
        open={request.status.key === 'pending'}
        corrector={correctorOf(request.corrected_by === assignment.thirdParty, request.third_party_partner)}
      />
    </li>
  )
}

/** Takes a tray that was reported by mistake out of its request (`corrections/remove`). */
function DeleteTray({ tray, name, request }: { tray: FlawedTray; name: string; request: CustomerRequest }) {
  const [asking, setAsking] = useState(false)
  const offered = offer(tray, 'remove', request.status.key === 'pending')
  if (!offered && !asking) return null
  return (
    <>
      <ActionButton
        className={styles.delete}
        variant="subtle"
        size="compact-sm"
        why={offered?.why}
        command={`Delete the ${name.toLowerCase()} tray`}
        aria-label={`Delete the ${name.toLowerCase()} tray`}
        onClick={() => setAsking(true)}
      >
        Delete
      </ActionButton>
      {asking && <RemoveTray tray={tray} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}
