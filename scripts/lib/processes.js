import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './steps.js'

export const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/.$/, '')

const wantedNode = 24

/**
 * Path of the Node that runs everything except these scripts. On Linux it is one of the packages; elsewhere it is the
 * host's. An old Node cannot parse the server's files, so the version is checked here.
 */
export function modernNode() {
  const installed = join(checkout, 'node_modules/.bin/node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= wantedNode) return process.execPath
  throw new Problem(
    `Cohesion needs Node ${wantedNode} or newer, and this is Node ${process.versions.node}: https://nodejs.org`,
  )
}

export const tool = (path) => join(checkout, 'node_modules', path)

export function capture(command, args, { cwd = checkout, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    const finish = (code, extra = '') => done({ code, output: Buffer.concat(chunks).toString() + extra })
    child.once('error', (error) => finish(1, error.message))
    child.once('close', (code) => finish(code ?? 1))
  })
}

export async function captureOrFail(what, command, args, options) {
  const { code, output } = await capture(command, args, options)
  if (code !== 0) throw new Problem(`${output.trimEnd()}\n${what} failed; see its output above`)
  return output
}
