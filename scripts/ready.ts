// `npm run ready`: exits with 0 if the server of this environment answers and reaches its database, otherwise with 1.
import { request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { readConfig } from '../server/src/start/config.ts'

const PATIENCE_MS = 5_000

/** The certificate is not verified, because it names the server and not the address of this machine. */
function isReady({ host, port, tls }: ReturnType<typeof readConfig>): Promise<boolean> {
  const everywhere = host === '0.0.0.0' || host === '::'
  const place = { host: everywhere ? '127.0.0.1' : host, port, path: '/readyz', timeout: PATIENCE_MS }
  return new Promise((done) => {
    const asked = tls ? requestSecurely({ ...place, rejectUnauthorized: false }) : request(place)
    asked
      .on('response', (answer) => done(answer.resume().statusCode === 200))
      .on('timeout', () => asked.destroy())
      .on('error', () => done(false))
      .end()
  })
}

try {
  process.exitCode = (await isReady(readConfig(process.env))) ? 0 : 1
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = 1
}
