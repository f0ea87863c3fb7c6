import { buildWeb } from '../web-build.ts'

/** `npm run build`: the web client for production, under apps/web/dist. The server needs no build. */
buildWeb()
