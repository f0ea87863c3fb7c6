import { useEffect, useState, type RefObject } from 'react'

/** Why there is no picture: a person or a rule said no, there is no camera, or another program has it. */
export type CameraProblem = 'denied' | 'missing' | 'busy'

type Facing = 'environment' | 'user'

const problemOf = (error: unknown): CameraProblem => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export interface Camera {
  problem: CameraProblem | null
  /** Whether a picture can be taken. */
  isReady: boolean
  /** The camera sees who holds the device: the picture on the screen is a mirror, the one that is kept is not. */
  isMirror: boolean
  /** Width by height of its picture, which follows how the device is held. */
  ratio: number
  measure: () => void
  /** Undefined where there is one camera. */
  turn: (() => void) | undefined
  /** What the camera sees, in full. */
  shoot: () => Promise<Blob | null>
}

/**
 * A camera as long as it is shown, the one at the back first. Stopped at once when it is not: its light must not stay on.
 * @param video shows what it sees
 * @param isOn false while a picture is looked at
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, isOn: boolean): Camera {
  const [facing, setFacing] = useState<Facing>('environment')
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const [isReady, setReady] = useState(false)
  const [count, setCount] = useState(1)
  const [ratio, setRatio] = useState(3 / 4)
  useEffect(() => {
    if (!isOn) return undefined
    let stream: MediaStream | undefined
    let left = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const begin = async () => {
      stream = await askFor(facing)
      if (left) return stop()
      setProblem(null)
      await showOn(video.current, stream)
      // Names and numbers of cameras are told to who was let in only.
      const devices = await navigator.mediaDevices.enumerateDevices()
      if (left) return
      setCount(devices.filter(({ kind }) => kind === 'videoinput').length)
      setReady(true)
    }
    begin().catch((error: unknown) => left || setProblem(problemOf(error)))
    return () => {
      left = true
      stop()
      setReady(false)
    }
  }, [video, isOn, facing])
  return {
    problem,
    isReady,
    isMirror: facing === 'user',
    ratio,
    measure: () => {
      const { videoWidth = 0, videoHeight = 0 } = video.current ?? {}
      if (videoHeight > 0) setRatio(videoWidth / videoHeight)
    },
    turn: count > 1 ? () => setFacing(facing === 'user' ? 'environment' : 'user') : undefined,
    shoot: () => pictureOf(video.current),
  }
}

const askFor = (facingMode: Facing): Promise<MediaStream> =>
  // Absent where the page is not reached by https.
  navigator.mediaDevices
    ? navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: facingMode }, width: { ideal: 3840 }, height: { ideal: 2160 } },
      })
    : Promise.reject(new DOMException('No camera', 'NotFoundError'))

async function showOn(video: HTMLVideoElement | null, stream: MediaStream): Promise<void> {
  if (!video) return
  video.srcObject = stream
  // Where the system does not let it play by itself, its first picture stands.
  await video.play().catch(() => {})
}

async function pictureOf(video: HTMLVideoElement | null): Promise<Blob | null> {
  if (!video || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')!.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}
