import { Wordmark } from '../../brand.tsx'
import styles from './shared-scene.module.css'

/**
 * One scene for a person without an account; the viewer itself reports an expired link. Plain elements: nothing else is
 * loaded.
 */
export const SharedScene = ({ token }: { token: string }) => (
  <div className={styles.page}>
    <header>
      <Wordmark size={24} />
      <h1>Shared with you</h1>
    </header>
    <main>
      {/* The portal's own page of the same origin: a sandbox would take its workers and WebGL downloads, and give nothing. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe src={`/viewer/s_${encodeURIComponent(token)}`} title="Shared scans in 3D" allow="fullscreen" />
    </main>
  </div>
)
