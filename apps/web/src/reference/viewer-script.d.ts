/** The address of the API reference's viewer; `vite.config.ts` puts its package's script there. */
declare module 'virtual:reference-viewer' {
  const address: string
  export default address
}
