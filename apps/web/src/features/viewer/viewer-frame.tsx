import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ParentMessage, ViewerMessage } from '../../viewer/parent-messages.ts'
import styles from './viewer-frame.module.css'

interface Props {
  /** The scene to show; another one is shown in the same frame, so that the model stays where the hand put it. */
  viewerId: string
  /** Which files the scene has, in any words: when they change, for example by a new setup, it is loaded anew. */
  files?: string
  title: string
  /** The frame fills the place it stands in. */
  fill?: boolean
}

/** The portal's own 3D viewer in its frame. */
export function ViewerFrame({ viewerId, files = '', title, fill }: Props) {
  const [first] = useState(viewerId)
  const [ready, setReady] = useState(false)
  const { colorScheme } = useMantineColorScheme()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<ViewerMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'archwire:ready') setReady(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  const scene = `${viewerId} ${files}`
  const shown = useRef(scene)
  useEffect(() => {
    const tell = (message: ParentMessage) => frame.current?.contentWindow?.postMessage(message, location.origin)
    if (!ready) return
    tell({ type: 'archwire:appearance', scheme: colorScheme })
    if (shown.current !== scene) tell({ type: 'archwire:show', viewerId })
    shown.current = scene
  }, [ready, viewerId, scene, colorScheme])
  return (
    // The portal's own page of the same origin: a sandbox would take its workers and WebGL downloads, and give nothing.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      className={fill ? `${styles.frame} ${styles.fill}` : styles.frame}
      src={`/viewer/${encodeURIComponent(first)}`}
      title={title}
      allow="fullscreen"
      onLoad={() => setReady(true)}
    />
  )
}
