import { runStandIn } from './services/payments/stand-in/process.ts'

/** The process of the embedded stand-in of the payment provider. A server forks it (services/payments/open.ts). */
if (process.send) runStandIn()
else {
  process.stderr.write('The stand-in of the payment provider is started by the server: npm start.\n')
  process.exitCode = 1
}
