import { IconCameraOff } from '@tabler/icons-react'
import styles from './photo-camera.module.css'
import type { CameraProblem } from './use-camera.ts'

const words: Record<CameraProblem, string> = {
  denied:
    'The browser blocks the camera for the portal. Allow it in the browser’s settings for this site, or choose photos.',
  missing: 'No camera was found on this device. Choose photos instead.',
  busy: 'Another program is using the camera. Close it and try again, or choose photos.',
}

/** Why there is no picture, and the way without it: the device's own camera or its photos, view by view. */
export const CameraProblemWords = ({ problem, onChoose }: { problem: CameraProblem; onChoose: () => void }) => (
  <div className={styles.problem} role="alert">
    <IconCameraOff size={30} stroke={1.5} aria-hidden="true" />
    <p>{words[problem]}</p>
    <button type="button" className={styles.wide} data-main onClick={onChoose}>
      Choose a photo
    </button>
  </div>
)
