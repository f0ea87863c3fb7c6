import { measurements } from '@archwire/contract/client/measurements'
import { pins } from '@archwire/contract/client/pins'
import { useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { usePageKeys, type KeyRow } from '../lib/page-keys.ts'
import { changesOf, refreshShown } from '../lib/refresh-shown.ts'
import { sessionIsOver } from '../lib/session.tsx'
import { dropWork, heldWork, holdWork } from '../lib/unsaved-work.ts'
import type { LookedAt, ParentMessage, ViewerMessage, WrittenComment } from '../viewer/parent-messages.ts'
import styles from './viewer-frame.module.css'

type Unsaved = Extract<ViewerMessage, { type: 'archwire:unsaved' }>

interface Pair {
  file: number
  with: number | undefined
}

interface Props {
  /** The case whose scene it is. */
  patientId: number
  /** The scene to show; another one loads in the same frame, so that the model stays where the person moved it. */
  viewerId: string
  /**
   * A text that identifies the scene's files: when it changes, for example by a new setup, the scene is loaded again.
   */
  files?: string
  title: string
  /** A text that identifies the case's comments: when it changes, the viewer fetches them again. */
  pins?: string | undefined
  /** The same for the case's measurements. */
  measurements?: string | undefined
  /** The comment chosen beside the viewer; a new object focuses it again. */
  lookAt?: { pinId: number } | undefined
  /** A tool that is open from the start. */
  tool?: 'compare' | undefined
  /** The scan that is shown alone, and the one that it is compared with. */
  pair?: Pair | undefined
  /** The frame fills its container. */
  fill?: boolean
  /** The scene was drawn, and is in sight. */
  onSeen?: (() => void) | undefined
  /** A picture was taken and saved in the case: a message is to begin with it. */
  onWriteAbout?: ((photoId: number) => void) | undefined
}

/** Among all unsaved work: what is measured and written on the scans of a case. */
const workInViewer = (patientId: number): string => `viewer:${patientId}`

/** The comment that was being written on the scans of a case when its page was last taken away. */
export const writtenOn = (patientId: number): WrittenComment | undefined => heldWork(workInViewer(patientId))

const pageKeys: readonly KeyRow[] = [['?', 'In the 3D model: its own keys']]

/** The portal's own 3D viewer in its frame. */
export function ViewerFrame({
  patientId,
  viewerId,
  files = '',
  title,
  pins,
  measurements,
  lookAt,
  tool,
  pair,
  fill,
  onSeen,
  onWriteAbout,
}: Props) {
  const [first] = useState(viewerId)
  usePageKeys(pageKeys)
  const { frame, ready, unsaved, drawn, setDrawn, onLoad, tell } = useViewer(onWriteAbout)
  useSeenInFrame(frame, drawn === viewerId ? onSeen : undefined)
  const scene = `${viewerId} ${files}`
  const shown = useRef(scene)
  useEffect(() => {
    if (!ready) return
    if (shown.current !== scene) {
      // What is drawn still is the scene before, which may have the same id.
      setDrawn(undefined)
      tell({ type: 'archwire:show', viewerId })
    }
    shown.current = scene
  }, [ready, viewerId, scene, tell, setDrawn])
  useEffect(() => {
    if (ready && pins !== undefined) tell({ type: 'archwire:pins' })
  }, [ready, pins, tell])
  useEffect(() => {
    if (ready && measurements !== undefined) tell({ type: 'archwire:measurements' })
  }, [ready, measurements, tell])
  useEffect(() => {
    if (!ready || !lookAt) return
    tell({ type: 'archwire:look-at', pinId: lookAt.pinId })
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [ready, lookAt, tell, frame])
  useWorkInFrame(workInViewer(patientId), { ready, unsaved, tell })
  const { locked, unlock } = useLock(frame, fill === true)
  return (
    <div className={fill ? `${styles.place} ${styles.fill}` : styles.place}>
      <ViewerIframe frame={frame} page={first} tool={tool} pair={pair} title={title} fill={fill} onLoad={onLoad} />
      {locked && (
        <button type="button" className={styles.lock} onClick={unlock}>
          <span>Tap to move the model</span>
        </button>
      )}
    </div>
  )
}

/**
 * What is unsaved in the frame is unsaved work of the page around it. A comment that was being written outlives the
 * frame: a session's end takes it away, and whoever signs in again goes on writing.
 */
function useWorkInFrame(
  key: string,
  { ready, unsaved, tell }: Pick<ReturnType<typeof useViewer>, 'ready' | 'unsaved' | 'tell'>,
) {
  useEffect(() => {
    if (!ready) return
    const comment = heldWork<WrittenComment>(key)
    if (comment) tell({ type: 'archwire:write', comment })
  }, [key, ready, tell])
  useEffect(() => {
    if (unsaved === undefined) return
    // Of a page that has just loaded nothing is unsaved but the comment that it is given back.
    if (unsaved === null) return void (heldWork(key) === undefined && dropWork(key))
    const what = 'Unsaved measurements, placements and comments on the scan will be lost when you leave this page.'
    if (unsaved.unsaved) holdWork(key, what, unsaved.comment ?? undefined)
    else dropWork(key)
  }, [key, unsaved])
  useEffect(
    () => () => {
      // Points that were measured cannot be shown again; words can.
      if (!sessionIsOver() || heldWork(key) === undefined) dropWork(key)
    },
    [key],
  )
}

/**
 * On a touch screen a swipe over the frame moves the page until the model was tapped, and again once it was out of
 * sight: a page must not hold fast whoever wants to read on. Not where the frame is the page.
 */
function useLock(frame: RefObject<HTMLIFrameElement | null>, isPage: boolean) {
  const [locked, setLocked] = useState(() => !isPage && matchMedia('(pointer: coarse)').matches)
  const [touch] = useState(locked)
  useEffect(() => {
    if (!touch || locked || !frame.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry && !entry.isIntersecting && setLocked(true))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [touch, locked, frame])
  return { locked, unlock: () => setLocked(false) }
}

/** Calls `onSeen` once half of the frame is in sight. */
function useSeenInFrame(frame: RefObject<HTMLIFrameElement | null>, onSeen: (() => void) | undefined) {
  useEffect(() => {
    if (!frame.current || !onSeen) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), { threshold: 0.5 })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, onSeen])
}

/** The viewer with a scan that is still on this machine, and the spots of its faults. */
export function LocalScanFrame({ look, title }: { look: LookedAt; title: string }) {
  const { frame, ready, onLoad, tell } = useViewer()
  useEffect(() => {
    if (ready) tell({ type: 'archwire:look', look })
  }, [ready, look, tell])
  return <ViewerIframe frame={frame} page="local" title={title} onLoad={onLoad} />
}

/**
 * The messages to and from the page in the frame: whether it is ready, what it receives, and whether it has unsaved
 * work; its colors follow the portal's.
 */
function useViewer(onWriteAbout?: (photoId: number) => void) {
  // How often: a page that was loaded again has received nothing yet.
  const [ready, setReady] = useState(0)
  const isReady = useCallback(() => setReady((times) => times + 1), [])
  // Undefined until the page in the frame says something, null when it says that it has loaded.
  const [unsaved, setUnsaved] = useState<Unsaved | null>()
  const [drawn, setDrawn] = useState<string>()
  const { colorScheme } = useMantineColorScheme()
  const client = useQueryClient()
  const frame = useRef<HTMLIFrameElement>(null)
  const writeAbout = useEffectEvent((photoId: number) => onWriteAbout?.(photoId))
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<ViewerMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'archwire:ready') {
        isReady()
        setUnsaved(null)
      }
      if (data?.type === 'archwire:shown') setDrawn(data.viewerId)
      if (data?.type === 'archwire:failed') setDrawn(undefined)
      if (data?.type === 'archwire:unsaved') setUnsaved(data)
      if (data?.type === 'archwire:key') pressHere(data)
      if (data?.type === 'archwire:pinned') void refreshShown(client, changesOf(pins.create))
      if (data?.type === 'archwire:write-about') writeAbout(data.photoId)
      if (data?.type === 'archwire:measured') void refreshShown(client, changesOf(measurements.create))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [client, isReady])
  const tell = useCallback(
    (message: ParentMessage) => frame.current?.contentWindow?.postMessage(message, location.origin),
    [],
  )
  useEffect(() => {
    if (ready) tell({ type: 'archwire:appearance', scheme: colorScheme })
  }, [ready, colorScheme, tell])
  return { frame, ready, unsaved, drawn, setDrawn, tell, onLoad: isReady }
}

/** A key that was pressed in the frame and is the page's. */
const pressHere = ({ key, withControl }: Extract<ViewerMessage, { type: 'archwire:key' }>) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey: withControl, bubbles: true, cancelable: true }),
  )

interface FrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  /** A viewer id, or `local`. */
  page: string
  tool?: 'compare' | undefined
  pair?: Pair | undefined
  title: string
  fill?: boolean | undefined
  onLoad: () => void
}

const addressOf = (tool: FrameProps['tool'], pair: Pair | undefined): string =>
  tool ? `?tool=${tool}${pair ? `&file=${pair.file}` : ''}${pair?.with === undefined ? '' : `&with=${pair.with}`}` : ''

const ViewerIframe = ({ frame, page, tool, pair, title, fill, onLoad }: FrameProps) => (
  // The portal's own page of the same origin: a sandbox would take its workers and WebGL downloads, and give nothing.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  <iframe
    ref={frame}
    className={fill ? `${styles.frame} ${styles.fill}` : styles.frame}
    src={`/viewer/${encodeURIComponent(page)}${addressOf(tool, pair)}`}
    title={title}
    data-fills={fill}
    allow="fullscreen"
    onLoad={onLoad}
  />
)
