import { photoViews, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import { Modal } from '@mantine/core'
import { IconCameraRotate, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { serverNow } from '../../lib/server-time.ts'
import { dropWork, holdWork } from '../../lib/unsaved-work.ts'
import { CarefulDialog } from '../../ui/dialog.tsx'
import { CameraProblemWords } from './camera-problem.tsx'
import { hints, Outline } from './outlines.tsx'
import styles from './photo-camera.module.css'
import { filesOf, labelOf, nextView, type Shot } from './shots.ts'
import { useCamera } from './use-camera.ts'

interface Props {
  /** Views that the case has already. */
  present: ReadonlySet<PhotoView>
  /** What was kept, each file called by its view. */
  onDone: (files: File[]) => void
  onClose: () => void
}

/**
 * A camera over the whole window that leads through the pictures of an orthodontic record, each with an outline
 * (`scans/camera`). Nothing travels before it is done.
 */
export function PhotoCamera({ present, onDone, onClose }: Props) {
  const [view, setView] = useState<PhotoView>(() => nextView(null, (id) => present.has(id)) ?? photoViews[0].id)
  const { kept, keep } = useShots()
  const [taken, setTaken] = useState<Shot | null>(null)
  const [asking, setAsking] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video, taken === null)
  const chooser = useRef<HTMLInputElement>(null)
  const has = (id: PhotoView) => present.has(id) || kept.some((shot) => shot.view === id)

  const look = (photo: Blob | null | undefined) => {
    if (photo) setTaken({ view, photo, url: URL.createObjectURL(photo) })
  }
  const again = () => {
    if (taken) URL.revokeObjectURL(taken.url)
    setTaken(null)
  }
  const goOn = (shots: readonly Shot[]) =>
    setView(nextView(view, (id) => present.has(id) || shots.some((shot) => shot.view === id)) ?? view)
  const keepTaken = () => {
    if (!taken) return
    goOn(keep(taken))
    setTaken(null)
  }
  const goTo = (id: PhotoView) => {
    again()
    setView(id)
  }
  const done = () => {
    onDone(filesOf(kept, new Date(serverNow())))
    onClose()
  }
  const close = () => (kept.length > 0 ? setAsking(true) : onClose())
  return (
    <Modal.Root opened onClose={close} fullScreen padding={0} radius={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label="Take photos" className={styles.content}>
        <Modal.Body className={styles.camera}>
          <header className={styles.head}>
            <button type="button" className={styles.plain} aria-label="Close the camera" onClick={close}>
              <IconX size={22} />
            </button>
            <h2>
              {labelOf(view)}
              <small className="numeric">
                {photoViews.findIndex(({ id }) => id === view) + 1} of {photoViews.length}
              </small>
            </h2>
            <button type="button" className={styles.done} disabled={kept.length === 0} onClick={done}>
              {kept.length === 0 ? 'Done' : `Add ${kept.length}`}
            </button>
          </header>
          <div className={styles.stage}>
            {taken ? (
              <img src={taken.url} alt={`Just taken: ${labelOf(view)}`} />
            ) : camera.problem ? (
              <CameraProblemWords problem={camera.problem} onChoose={() => chooser.current?.click()} />
            ) : (
              <div className={styles.frame} style={{ '--ratio': camera.ratio } as CSSProperties}>
                <video
                  ref={video}
                  muted
                  playsInline
                  data-mirror={camera.isMirror || undefined}
                  onLoadedMetadata={camera.measure}
                  onResize={camera.measure}
                />
                <Outline view={view} className={styles.outline} />
              </div>
            )}
            {!camera.problem && (
              <p className={styles.hint}>{taken ? 'Is it sharp, with nothing cut off?' : hints[view]}</p>
            )}
          </div>
          <input
            ref={chooser}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            aria-label={`A photo: ${labelOf(view)}`}
            onChange={({ currentTarget }) => {
              look(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
          {taken ? (
            <div className={styles.controls}>
              <button type="button" className={styles.wide} onClick={again}>
                Take again
              </button>
              <button type="button" className={styles.wide} data-main onClick={keepTaken}>
                Keep
              </button>
            </div>
          ) : (
            <div className={styles.controls}>
              <button
                type="button"
                className={styles.plain}
                onClick={() => goOn([...kept, { view, photo: noPhoto, url: '' }])}
              >
                Skip
              </button>
              <button
                type="button"
                className={styles.shutter}
                aria-label={`Take: ${labelOf(view)}`}
                disabled={!camera.isReady}
                onClick={() => void camera.shoot().then(look)}
              />
              {camera.turn ? (
                <button type="button" className={styles.plain} aria-label="Switch camera" onClick={camera.turn}>
                  <IconCameraRotate size={24} stroke={1.7} />
                </button>
              ) : (
                <span />
              )}
            </div>
          )}
          <Views view={view} kept={kept} has={has} onView={goTo} />
          <CarefulDialog
            opened={asking}
            title="Discard the photos?"
            confirm="Discard"
            cancel="Continue"
            danger
            onConfirm={onClose}
            onClose={() => setAsking(false)}
          >
            <p>{kept.length === 1 ? 'One photo was' : `${kept.length} photos were`} kept and not added to the case.</p>
          </CarefulDialog>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const noPhoto = new Blob()

interface ViewsProps {
  view: PhotoView
  kept: readonly Shot[]
  has: (view: PhotoView) => boolean
  onView: (view: PhotoView) => void
}

/** All views in a row, each as its photo or its outline; what is there is marked. */
const Views = ({ view, kept, has, onView }: ViewsProps) => (
  <ol className={styles.views} aria-label="Views">
    {photoViews.map(({ id, label }) => {
      const shot = kept.find((other) => other.view === id)
      const said = shot ? ', kept' : has(id) ? ', on the case already' : ''
      return (
        <li key={id}>
          <button
            type="button"
            aria-label={`${label}${said}`}
            aria-current={id === view ? 'step' : undefined}
            onClick={() => onView(id)}
          >
            {shot ? <img src={shot.url} alt="" /> : <Outline view={id} />}
            {has(id) && <IconCheck size={13} stroke={3} className={styles.mark} aria-hidden="true" />}
          </button>
        </li>
      )
    })}
  </ol>
)

/** The photos that were kept: unsaved work until they are added, and gone with the camera. */
function useShots() {
  const [kept, setKept] = useState<readonly Shot[]>([])
  const key = `camera:${useId()}`
  const latest = useRef(kept)
  useEffect(() => {
    latest.current = kept
    if (kept.length > 0) holdWork(key, 'Your photos have not been added to the case yet.')
    else dropWork(key)
  }, [key, kept])
  useEffect(
    () => () => {
      dropWork(key)
      for (const { url } of latest.current) URL.revokeObjectURL(url)
    },
    [key],
  )
  return {
    kept,
    /** Keeps one, in the place of an earlier one of its view; returns all. */
    keep: (shot: Shot): readonly Shot[] => {
      const before = kept.find(({ view }) => view === shot.view)
      if (before) URL.revokeObjectURL(before.url)
      const shots = [...kept.filter(({ view }) => view !== shot.view), shot]
      setKept(shots)
      return shots
    },
  }
}
