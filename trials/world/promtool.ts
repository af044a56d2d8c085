import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emptyFolder } from '../../tests/start/folders.ts'
import { isInstalled } from './proxies.ts'
import { trialResources } from './resources.ts'

const configuration = resolve(import.meta.dirname, '../../deploy/prometheus.yml')
const TOKEN_FILE = '/etc/prometheus/cohesion-token'

const complaintsOf = (args: string[], input = ''): string => {
  try {
    execFileSync('promtool', args, { input, stdio: ['pipe', 'pipe', 'pipe'] })
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer }
    return `${stdout}${stderr}`.trim()
  }
}

/** Problems that promtool finds in our metrics and configuration; undefined if promtool is not installed. */
export const askPromtool = (metrics: string): string[] | undefined => {
  if (!isInstalled('promtool')) return undefined
  const folder = emptyFolder()
  trialResources.add(async () => folder.remove())
  mkdirSync(folder.path)
  const token = join(folder.path, 'token')
  const file = join(folder.path, 'prometheus.yml')
  writeFileSync(token, 'a token of sixteen letters')
  writeFileSync(file, readFileSync(configuration, 'utf8').replace(TOKEN_FILE, token))
  return [complaintsOf(['check', 'metrics'], metrics), complaintsOf(['check', 'config', file])].filter(Boolean)
}
