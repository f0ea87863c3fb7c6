import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Note } from '../../../ui/states.tsx'
import { CompleteRequest } from '../complete-request.tsx'
import { linesOf, madeItems } from '../items.ts'
import { ParcelActions, ParcelFacts } from './bundle-header.tsx'
import { CompleteParcel } from './complete-parcel.tsx'
import { LeftOut } from './left-out.tsx'
import { caseName, isDone, openOf, readyOf, unfinishedSteps, type Packed, type Parcel } from './parcel.ts'
import { isPacked, nameOfParcel, unpackedIn, whyNotPack } from './scan-verdict.ts'
import styles from './shipments.module.css'
import type { Packing } from './use-packing.ts'

/** A parcel of today: its prints, which of them are packed, its labels, Complete. */
export function ParcelCard({ parcel, packing }: { parcel: Parcel; packing: Packing }) {
  const open = openOf(parcel)
  const ready = readyOf(parcel)
  const unpacked = unpackedIn(parcel, packing.sent)
  const isCurrent = packing.current === parcel.key && !isDone(parcel)
  return (
    <section className={styles.card} aria-label={nameOfParcel(parcel)} data-current={isCurrent || undefined}>
      <header>
        <ParcelFacts parcel={parcel} heading />
        {!isDone(parcel) && (
          <div className={styles.actions}>
            <span className={`${styles.progress} numeric`} data-complete={unpacked.length === 0 || undefined}>
              {ready.length - unpacked.length} of {ready.length} packed
            </span>
            {isCurrent ? (
              <span className={styles.now}>Packing now</span>
            ) : (
              <Button
                variant="subtle"
                aria-label={`Pack this parcel: ${nameOfParcel(parcel)}`}
                onClick={() => packing.choose(parcel)}
              >
                Pack this parcel
              </Button>
            )}
            {parcel.isBundle ? (
              <CompleteParcel parcel={parcel} unpacked={unpacked} />
            ) : (
              <CompleteRequest
                request={open[0]!}
                openSteps={
                  <>
                    {unpacked.length > 0 && <Note tone="warning">This print is not packed.</Note>}
                    {unfinishedSteps(open[0]!) && (
                      <Note tone="warning">Unfinished steps: {unfinishedSteps(open[0]!)}.</Note>
                    )}
                  </>
                }
              />
            )}
          </div>
        )}
        <div className={`${styles.actions} ${styles.paper}`}>
          <ParcelActions parcel={parcel} />
        </div>
      </header>
      {parcel.isBundle && <LeftOut parcel={parcel} />}
      <ul className={styles.prints}>
        {parcel.requests.map((request) => (
          <PrintLine key={request.id} request={request} parcel={parcel} packing={packing} />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  request: Packed
  parcel: Parcel
  packing: Packing
}

function PrintLine({ request, parcel, packing }: LineProps) {
  const { patient, printing_request: print } = request
  const done = isDone({ requests: [request] })
  const packed = !done && isPacked(request, packing.sent)
  const why = whyNotPack(request)
  return (
    <li data-packed={packed || done || undefined}>
      <span className={styles.patient}>
        <Link to="/requests/$id" params={{ id: request.id }} translate="no">
          {patient.full_name}
        </Link>
        <small className="numeric">{patient.case_code}</small>
      </span>
      <span className={styles.contents}>
        {linesOf(madeItems(print.printing_request_items))
          .map(({ arch, contentType, insertBrackets }) =>
            [`${contentType}, ${labelOf(jaws, arch)}`, insertBrackets && 'brackets'].filter(Boolean).join(', '),
          )
          .join('; ')}
        {!done && why !== undefined && <small className={styles.problem}>{why}</small>}
      </span>
      <span className={styles.mark}>
        {done ? (
          <output className={styles.printed}>
            <IconCheck size={16} aria-hidden="true" /> Shipped
          </output>
        ) : packed ? (
          <>
            <output className={styles.printed}>
              <IconCheck size={16} aria-hidden="true" /> Packed
            </output>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Take out ${caseName(request)}`}
              onClick={() => packing.takeOut(request)}
            >
              Take out
            </Button>
          </>
        ) : (
          <ActionButton
            variant="default"
            size="compact-sm"
            why={why}
            command={`Pack ${caseName(request)}`}
            onClick={() => packing.pack(request, parcel)}
          >
            Pack
          </ActionButton>
        )}
      </span>
    </li>
  )
}
