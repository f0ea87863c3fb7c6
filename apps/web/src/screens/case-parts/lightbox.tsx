import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconColumns2 } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type TouchEvent } from 'react'
import { DeleteFile, downloadFile } from '../../features/files/index.ts'
import { formatDay } from '../../lib/format.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { SelectWithHiddenLabel } from '../../ui/form/select-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './lightbox.module.css'
import { photoTileId } from './photo-tile.tsx'
import { PhotoWords } from './photo-words.tsx'
import { dayOf, sameViewOf, viewLabel, type Visit } from './visits.ts'

interface Props {
  patient: Patient
  visits: Visit[]
  /** The id of the photo in sight. */
  open: number | null
  onOpen: (id: number | null) => void
}

/** One photo large, in the order of the page; the same view of another visit beside it. */
export function Lightbox({ patient, visits: all, open, onOpen }: Props) {
  // What is still being prepared cannot be looked at, nor compared with.
  const visits = all
    .map((visit) => ({ ...visit, photos: visit.photos.filter(({ url }) => url !== null) }))
    .filter((visit) => visit.photos.length > 0)
  const photos = visits.flatMap((visit) => visit.photos)
  const index = photos.findIndex(({ id }) => id === open)
  const shown = photos[index]
  const move = (step: number) => onOpen(photos[(index + step + photos.length) % photos.length]!.id)
  const [comparing, setComparing] = useState(false)
  const swipe = useSwipe(move)
  const place = useRef<HTMLSpanElement>(null)
  const last = useRef<number | null>(null)
  // The photo in sight may not be the one that was opened, which may be gone: the keyboard goes to its tile, else to what adds
  // photos (`screens/focus`).
  useEffect(() => {
    if (shown) {
      last.current = shown.id
      return undefined
    }
    if (last.current === null) return undefined
    const tile = document.getElementById(photoTileId(last.current))
    last.current = null
    const section = place.current?.closest('section')
    const timer = setTimeout(() => (tile ?? section?.querySelector('button'))?.focus(), focusReturnMs)
    return () => clearTimeout(timer)
  }, [shown])
  const close = () => {
    setComparing(false)
    onOpen(null)
  }
  const frame = useKeys(shown !== undefined, { move, close })
  return (
    <>
      <span ref={place} hidden />
      <Modal
        opened={shown !== undefined}
        returnFocus={false}
        onClose={close}
        // Escape in a field leaves the field, and in the question before a deletion that question alone.
        closeOnEscape={false}
        fullScreen
        title={shown && titleOf(shown, visits)}
        classNames={{ body: styles.body, content: styles.content, title: styles.title }}
        closeButtonProps={{ 'aria-label': 'Close' }}
        transitionProps={{ duration: 0 }}
      >
        {shown && (
          <>
            <Stage photo={shown} visits={visits} comparing={comparing} {...swipe} />
            <div className={styles.bar} ref={frame}>
              {patient.can.add_files ? (
                <PhotoWords key={shown.id} photo={shown} />
              ) : (
                <p className={styles.said}>{shown.caption}</p>
              )}
              <div className={styles.moves}>
                {visits.length > 1 && (
                  <Compare
                    photo={shown}
                    visits={visits}
                    comparing={comparing}
                    onToggle={() => setComparing((now) => !now)}
                  />
                )}
                {photos.length > 1 && (
                  <>
                    <ActionIcon
                      variant="default"
                      size={44}
                      radius="xl"
                      aria-label="Previous photo"
                      onClick={() => move(-1)}
                    >
                      <IconChevronLeft />
                    </ActionIcon>
                    <span className="numeric">
                      {index + 1} / {photos.length}
                    </span>
                    <ActionIcon variant="default" size={44} radius="xl" aria-label="Next photo" onClick={() => move(1)}>
                      <IconChevronRight />
                    </ActionIcon>
                  </>
                )}
                <DeleteFile
                  patient={patient}
                  file={shown}
                  name={shown.caption || viewLabel(shown) || shown.name}
                  size={44}
                  onDeleted={() => onOpen((photos[index + 1] ?? photos[index - 1])?.id ?? null)}
                />
              </div>
            </div>
          </>
        )}
      </Modal>
    </>
  )
}

/** The dialog has to be gone before anything behind it can have the focus. */
const focusReturnMs = 30

/** What the photo shows, and of which visit it is where there are several. */
const titleOf = (photo: PatientFile, visits: readonly Visit[]): string => {
  const name = viewLabel(photo) ?? (photo.caption || photo.name)
  return visits.length > 1 ? `${name}, ${formatDay(dayOf(photo), true)}` : name
}

/**
 * Arrows move on, Escape closes. In a field they are the field's, in a dialog above this one that dialog's; where nothing
 * has the focus, as after a deletion, they are this one's all the same.
 */
function useKeys(opened: boolean, { move, close }: { move: (step: number) => void; close: () => void }) {
  const frame = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target !== document.body && !frame.current?.closest('[role=dialog]')?.contains(target)) return
    const isField = target.matches('input, select, textarea')
    if (event.key === 'Escape') {
      if (isField) target.blur()
      else close()
    }
    if (isField) return
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  })
  useEffect(() => {
    if (!opened) return undefined
    const listen = (event: globalThis.KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [opened])
  return frame
}

/** How far a finger goes before it is a swipe, in CSS pixels. */
const swipePixels = 48

/** One finger to the side moves on; two are the browser's, which enlarges. */
function useSwipe(move: (step: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const began = from.current
      from.current = null
      if (!began || !touch) return
      const [dx, dy] = [touch.clientX - began.x, touch.clientY - began.y]
      if (Math.abs(dx) > swipePixels && Math.abs(dx) > 2 * Math.abs(dy)) move(dx < 0 ? 1 : -1)
    },
  }
}

type StageProps = { photo: PatientFile; visits: Visit[]; comparing: boolean } & ReturnType<typeof useSwipe>

/** The photo, and while two are compared the other visit's beside it, the earlier one first. */
function Stage({ photo, visits, comparing, ...touch }: StageProps) {
  const others = comparing ? sameViewOf(photo, visits) : []
  const [wanted, setWanted] = useState<string | null>(null)
  const other = others.find((candidate) => dayOf(candidate) === wanted) ?? others[0]
  const own = (
    <figure key={photo.id}>
      <Picture
        src={photo.url!}
        alt={photo.caption || viewLabel(photo) || photo.name}
        instead={<NotShown photo={photo} />}
      />
      {comparing && <figcaption>{formatDay(dayOf(photo), true)}</figcaption>}
    </figure>
  )
  if (!comparing)
    return (
      <div className={styles.stage} {...touch}>
        {own}
      </div>
    )
  const beside = other ? (
    <figure key={other.id}>
      {other.url && (
        <Picture
          src={other.url}
          alt={`${viewLabel(other)}, ${formatDay(dayOf(other), true)}`}
          instead={<NotShown photo={other} />}
        />
      )}
      <figcaption>
        {others.length === 1 ? (
          formatDay(dayOf(other), true)
        ) : (
          <SelectWithHiddenLabel
            label="Compare with the visit of"
            options={others.map(dayOf).map((day) => ({ id: day, label: formatDay(day, true) }))}
            value={dayOf(other)}
            onChange={setWanted}
          />
        )}
      </figcaption>
    </figure>
  ) : (
    <p className={styles.none}>
      {photo.photo_view === null
        ? 'The view of this photo has not been chosen.'
        : 'No other visit has a photo of this view.'}
    </p>
  )
  const isEarlier = other !== undefined && dayOf(other) < dayOf(photo)
  return (
    <div className={styles.stage} data-pair {...touch}>
      {isEarlier ? [beside, own] : [own, beside]}
    </div>
  )
}

const NotShown = ({ photo }: { photo: PatientFile }) => (
  <div className={`${styles.none} ${styles.broken}`}>
    <p>This photo cannot be shown here.</p>
    <Button variant="default" onClick={() => void downloadFile(photo.id)}>
      Download it
    </Button>
  </div>
)

interface CompareProps {
  photo: PatientFile
  visits: Visit[]
  comparing: boolean
  onToggle: () => void
}

function Compare({ photo, visits, comparing, onToggle }: CompareProps) {
  const reason =
    photo.photo_view === null
      ? 'First choose what this photo shows.'
      : sameViewOf(photo, visits).length === 0
        ? 'No other visit has a photo of this view.'
        : undefined
  return (
    <ActionButton
      // What is on can be turned off.
      why={comparing ? undefined : reason}
      command="Compare with another visit"
      variant={comparing ? 'filled' : 'default'}
      aria-pressed={comparing}
      leftSection={<IconColumns2 size={17} stroke={1.7} />}
      onClick={onToggle}
    >
      Compare
    </ActionButton>
  )
}
